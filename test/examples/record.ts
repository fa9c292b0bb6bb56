import { dispatchJob, type EventEnvelope } from "@vouchkit/core/kernel/events/announce"
import { type EventType, eventTypes } from "@vouchkit/core/kernel/events/catalogue"
import type { Permission } from "@vouchkit/core/kernel/access/roles"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import type { AnyOperation, Contract } from "@vouchkit/core/kernel/operation/operation"
import type { Json } from "@vouchkit/core/kernel/wire/json"
import { newest } from "@vouchkit/core/kernel/wire/versions"
import { operations } from "@vouchkit/core/registry"
import { Effect } from "effect"
import { requestFor } from "../support/fixtures.ts"
import { aForm } from "../support/service.ts"
import { normalised } from "./normalised.ts"
import { aStage, endStage, type Stage } from "./stage.ts"
import { eventStories, type Sent, type Story, stories } from "./stories.ts"

export interface Example {
  readonly status: number
  readonly query?: Json
  readonly body?: Json
  readonly answer?: Json
}
export interface Examples {
  readonly operations: Readonly<Record<string, ReadonlyArray<Example>>>
  readonly events: Readonly<Record<string, Json>>
}

/** Statuses of successes that hold JSON; a file has no example. */
export const wantedStatuses = ({ file, status = 200 }: Contract): ReadonlyArray<number> =>
  file !== undefined ? [] : typeof status === "number" ? [status] : status.all

const formTexts = (form: FormData): Json =>
  Object.fromEntries([...form].map(([name, value]) => [name, typeof value === "string" ? value : "(the file)"]))

const seedOf = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2_147_483_647, 7)

/** The events that were announced on a stage, the newest first: what a request caused before what led to it. */
const eventsOf = async ({ service }: Stage): Promise<ReadonlyArray<EventEnvelope>> => {
  const claim = Effect.flatMap(JobQueue, (queue) =>
    queue.claim({ limits: { [dispatchJob]: 1000 }, lease_seconds: 600, now: "9999-01-01T00:00:00.000Z" })
  )
  const jobs = await service.runtime.runPromise(claim)
  return jobs.toSorted((one, other) => (one.id < other.id ? 1 : -1)).map(({ payload }) => payload as EventEnvelope)
}

const permissionOf = ({ access }: Contract): Permission | undefined => (access.type === "dashboard" ? access.permission : undefined)

const asked = async (stage: Stage, op: AnyOperation, sent: Sent) => {
  const { contract } = op
  const usual = requestFor(contract, stage.fixtures)
  const path = sent.path ?? usual.path
  const query = sent.query === undefined ? "" : `?${new URLSearchParams(sent.query)}`
  const raw = sent.form === undefined ? ("raw" in usual.content ? usual.content.raw : undefined) : aForm(sent.form, sent.file)
  const body = sent.body ?? ("body" in usual.content ? usual.content.body : undefined)
  const permission = permissionOf(contract)
  const shown = {
    ...(sent.query === undefined ? {} : { query: sent.query }),
    ...(raw instanceof FormData && sent.body === undefined ? { body: formTexts(raw) } : body === undefined ? {} : { body: body as Json })
  }
  if (permission !== undefined) {
    const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
    const params = Object.fromEntries(names.map((name) => [name, Reflect.get(stage.fixtures, name)]))
    const answer = await stage.asPerson(op, permission, { ...params, ...(body as object | undefined) })
    return { ...shown, status: answer.status, answer: answer.body as Json }
  }
  const credential =
    contract.access.type === "capture" || contract.access.type === "public"
      ? {}
      : contract.access.type === "sdk"
        ? { "X-API-Key": stage.key, "X-Capture-Token": stage.fixtures.token }
        : { "X-API-Key": stage.key }
  const content = raw !== undefined && sent.body === undefined ? { raw } : body === undefined ? {} : { body }
  const answer = await stage.service.call(contract.method, `${path}${query}`, {
    ...content,
    headers: { ...credential, "Service-Version": newest, ...sent.headers }
  })
  return { ...shown, status: answer.status, answer: (answer.body ?? null) as Json, text: answer.text }
}

const kept = ({ answer, body, query, status }: Example): Example => {
  const whole = normalised({ ...(query === undefined ? {} : { query }), ...(body === undefined ? {} : { body }), answer: answer ?? null })
  return { status, ...(whole as Record<string, Json>) }
}

/** The examples of one operation, and the events that came of them. */
export const recordOperation = async (op: AnyOperation) => {
  const { contract } = op
  const examples: Array<Example> = []
  const events = new Map<string, Json>()
  const failures: Array<string> = []
  const wanted = wantedStatuses(contract)
  const told: ReadonlyArray<Story> = stories[contract.name] ?? [() => ({})]
  if (wanted.length === 0) return { examples, events, failures }
  // Reads begin alike, so that they all show the same records.
  const isRead = contract.effect === "read" && stories[contract.name] === undefined
  for (const [index, story] of told.entries()) {
    const stage = await aStage(seedOf(isRead ? "reads" : `${contract.name} ${index}`))
    try {
      const { text, ...example } = { text: "", ...(await asked(stage, op, await story(stage))) }
      if (!wanted.includes(example.status))
        failures.push(`${contract.name} answered ${example.status} to its example: ${text.slice(0, 300)}`)
      else if (!examples.some(({ status }) => status === example.status)) examples.push(kept(example))
      if (!isRead)
        for (const event of await eventsOf(stage)) if (!events.has(event.type)) events.set(event.type, normalised(event as unknown as Json))
    } catch (error) {
      failures.push(`${contract.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const missing = wanted.filter((status) => !examples.some((one) => one.status === status))
  for (const status of missing)
    failures.push(`${contract.name} has no example of status ${status}. Write a story for it in test/examples/stories.ts.`)
  return { examples, events, failures }
}

const caused = async (type: EventType, story: (stage: Stage) => Promise<unknown>): Promise<Json | undefined> => {
  const stage = await aStage(seedOf(type))
  const answered = await story(stage)
  const event = (await eventsOf(stage)).find((one) => one.type === type) ?? answered
  return event === undefined ? undefined : normalised(event as unknown as Json)
}

/** Records everything; what has no example is named with what to write where. */
export const record = async (
  all: ReadonlyArray<AnyOperation> = operations
): Promise<{ examples: Examples; failures: ReadonlyArray<string> }> => {
  const recorded: Record<string, ReadonlyArray<Example>> = {}
  const events = new Map<string, Json>()
  const emitted = new Set<string>()
  const failures: Array<string> = []
  for (const op of all) {
    const found = await recordOperation(op)
    if (found.examples.length > 0) recorded[op.contract.name] = found.examples
    failures.push(...found.failures)
    // An event is shown as the first operation that says it emits it causes it, else as it came about on the way to another example.
    for (const [type, event] of found.events) {
      const own = op.contract.emits?.some((one) => one === type) === true
      if (!events.has(type) || (own && !emitted.has(type))) events.set(type, event)
      if (own) emitted.add(type)
    }
  }
  for (const type of eventTypes) {
    const story = eventStories[type]
    if (story === undefined) continue
    const event = await caused(type, story)
    if (event !== undefined) events.set(type, event)
  }
  for (const type of eventTypes)
    if (!events.has(type)) failures.push(`no example causes the event ${type}. Write a story that does in test/examples/stories.ts.`)
  const inOrder = eventTypes.flatMap((type: EventType): ReadonlyArray<readonly [string, Json]> => {
    const event = events.get(type)
    return event === undefined ? [] : [[type, event]]
  })
  await endStage()
  return { examples: { operations: recorded, events: Object.fromEntries(inOrder) }, failures }
}

/** The text of the file: an example to a line, so that changes can be read. */
export const written = ({ events, operations: recorded }: Examples): string => {
  const lines = (entries: Readonly<Record<string, unknown>>) =>
    Object.entries(entries)
      .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(",\n")
  return `{"operations": {\n${lines(recorded)}\n},\n"events": {\n${lines(events)}\n}}\n`
}
