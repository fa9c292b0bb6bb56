import type { Contract } from "@vouchkit/core/kernel/operation/operation"
import type { EventType } from "@vouchkit/core/kernel/events/catalogue"
import { compileConverter, downConvert, newest, type ServiceVersion } from "@vouchkit/core/kernel/wire/versions"
import { Schema } from "effect"
import { type Example, exampleEvent, examplesOf } from "./examples.ts"

/** The examples of an operation, recorded in the newest version, as an earlier one answers. */
export const examplesIn = (contract: Contract, version: ServiceVersion): ReadonlyArray<Example> => {
  const examples = examplesOf(contract.name)
  if (version === newest || examples.length === 0 || contract.file !== undefined) return examples
  const { definitions, schema } = Schema.toJsonSchemaDocument(contract.output)
  const convert = compileConverter(schema, definitions, version)
  return examples.map((example) => ({ ...example, answer: JSON.parse(JSON.stringify(convert(example.answer))) }))
}

/** The example of an event as an endpoint of this version gets it. */
export const eventIn = (type: EventType, version: ServiceVersion): unknown => {
  const event = exampleEvent(type)
  return event === undefined ? undefined : downConvert(version, "event", type, { ...event, api_version: version })
}
