import { readFileSync } from "node:fs"
import type { Json, JsonObject } from "@vouchkit/core/kernel/wire/json"

/** One request and its answer, as the service gave it; see CONTRIBUTING.md for how they are recorded. */
export interface Example {
  readonly status: number
  readonly query?: JsonObject
  readonly body?: Json
  readonly answer: Json
}

interface Examples {
  readonly operations: Readonly<Record<string, ReadonlyArray<Example>>>
  readonly events: Readonly<Record<string, JsonObject>>
}

let read: Examples | undefined
/** Read when someone first asks for the document: a start does not wait for it. */
const recorded = (): Examples => {
  read ??= JSON.parse(readFileSync(new URL("../../examples.json", import.meta.url), "utf8"))
  return read ?? { operations: {}, events: {} }
}

/** The examples of an operation, by the status of their answers. */
export const examplesOf = (operation: string): ReadonlyArray<Example> => {
  const { operations } = recorded()
  return Object.hasOwn(operations, operation) ? (operations[operation] ?? []) : []
}

/** The example of an event. */
export const exampleEvent = (type: string): JsonObject | undefined => {
  const { events } = recorded()
  return Object.hasOwn(events, type) ? events[type] : undefined
}
