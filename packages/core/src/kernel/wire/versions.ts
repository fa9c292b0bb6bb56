import type { JsonSchema } from "effect"
import type { Problem } from "../foundation/failure.ts"
import { change as initial } from "./changes/2026-01-01.ts"
import { change as dataProtection } from "./changes/2026-04-17.ts"
import { change as agents } from "./changes/2026-05-21.ts"
import { change as proofOfAddress } from "./changes/2026-08-27.ts"
import { change as sdkConfig } from "./changes/2026-08-31.ts"
import type { Change, DownConverter } from "./changes/change.ts"
import { isRecord, shapeOf } from "../schema/shape.ts"
import { compileWalk, put, type Rules } from "./walk.ts"

/** The dates `Service-Version` may name, oldest first. */
export const versionDates = [initial.date, dataProtection.date, agents.date, proofOfAddress.date, sdkConfig.date] as const
export type ServiceVersion = (typeof versionDates)[number]

/** All dated versions, oldest first, as the documents print them. */
export const versions: ReadonlyArray<Change<ServiceVersion>> = [initial, dataProtection, agents, proofOfAddress, sdkConfig]

/** The version that new keys are pinned to; later dates are opt-in. */
export const current: ServiceVersion = "2026-01-01"
/** The version whose shapes the core produces. */
export const newest: ServiceVersion = "2026-08-31"

/** Whether a version is older than the date on which something changed. ISO dates sort as text. */
export const isBefore = (version: ServiceVersion, date: ServiceVersion): boolean => version < date

/** Reads a version date as the `Service-Version` header, a key or a webhook endpoint names it. */
export const parseVersion = (text: string): { readonly version: ServiceVersion } | { readonly problem: Problem } => {
  const version = versionDates.find((date) => date === text)
  if (version !== undefined) return { version }
  const message = `No such version. Known versions are ${versionDates.join(", ")}.`
  return { problem: { loc: ["header", "Service-Version"], code: "invalid_service_version", message } }
}

/** What lies between the newest shape and a version, in the order it is undone. */
const changesAfter = (version: ServiceVersion): ReadonlyArray<Change<ServiceVersion>> =>
  versions.filter(({ date }) => isBefore(version, date)).reverse()

/** The schemas of a document as a version has them. */
export const schemasIn = <Node extends Readonly<Record<string, unknown>>>(
  version: ServiceVersion,
  schemas: Readonly<Record<string, Node>>
): Readonly<Record<string, Node | Readonly<Record<string, unknown>>>> => {
  const shown: Record<string, Node | Readonly<Record<string, unknown>>> = { ...schemas }
  for (const { schemas: ways = {} } of changesAfter(version)) {
    for (const [name, before] of Object.entries(ways)) if (shown[name] !== undefined) shown[name] = before(shown[name])
  }
  return shown
}

const own = (table: Readonly<Record<string, DownConverter>> | undefined, name: string): ReadonlyArray<DownConverter> => {
  const found = table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined
  return found === undefined ? [] : [found]
}

const forEvent = ({ event }: Change, type: string): ReadonlyArray<DownConverter> => [
  ...own(event, type),
  ...own(event, `${type.slice(0, type.indexOf("."))}.*`)
]

const steps = (version: ServiceVersion, kind: "response" | "event", name: string): ReadonlyArray<DownConverter> =>
  changesAfter(version).flatMap((change) => (kind === "event" ? forEvent(change, name) : own(change.response, name)))

const prepared = new Map<string, ReadonlyArray<DownConverter>>()
/** Names come from the event catalogue and the schemas, a few hundred in all; past this many, something else is being passed in. */
const maxPrepared = 4096

/**
 * A resource (named by its schema identifier) or an event envelope (named by its type), as a version shows it. The very value comes back
 * when nothing changes. For resources inside answers, use `compileConverter`.
 */
export const downConvert = (version: ServiceVersion, kind: "response" | "event", name: string, value: unknown): unknown => {
  if (version === newest) return value
  const key = `${version} ${kind} ${name}`
  let chain = prepared.get(key)
  if (chain === undefined) {
    chain = steps(version, kind, name)
    if (prepared.size < maxPrepared) prepared.set(key, chain)
  }
  return chain.reduce((converted, step) => step(converted), value)
}

const forIdentifiers = (change: Change, identifiers: ReadonlyArray<string>): ReadonlyArray<DownConverter> =>
  // The innermost definition is the most particular one, and is undone first.
  [...identifiers].reverse().flatMap((identifier) => own(change.response, identifier))

const rulesOf = (change: Change): Rules => ({
  changesObject: ({ identifiers }) => forIdentifiers(change, identifiers).length > 0,
  changesArray: ({ identifiers }) => forIdentifiers(change, identifiers).length > 0,
  spellings: (key) => [key],
  array: ({ identifiers }) => {
    const chain = forIdentifiers(change, identifiers)
    return chain.length === 0 ? undefined : (value) => chain.reduce<unknown>((converted, step) => step(converted), value)
  },
  object: ({ identifiers, properties }, { property, rest }) => {
    const chain = forIdentifiers(change, identifiers)
    const walks = new Map([...properties.keys()].map((key) => [key, property(key)]))
    return (value, trail) => {
      let copy: Record<string, unknown> | undefined
      for (const key of Object.keys(value)) {
        const walk = walks.has(key) ? walks.get(key) : rest
        if (walk === undefined) continue
        const converted = walk(value[key], trail)
        if (converted === value[key]) continue
        copy ??= { ...value }
        put(copy, key, converted)
      }
      return chain.reduce<unknown>((converted, step) => step(converted), copy ?? value)
    }
  }
})

const unchanged = (value: unknown): unknown => value

/**
 * Finds every resource of an answer along its JSON Schema, by identifier and at any depth, and shows it as a version did: one pass for
 * each date that has something to undo there, the newest first. Compile once, at boot; where nothing can change, the value itself comes back.
 */
export const compileConverter = (
  schema: JsonSchema.JsonSchema,
  definitions: JsonSchema.Definitions,
  version: ServiceVersion
): ((value: unknown) => unknown) => {
  const changes = changesAfter(version).filter(({ response }) => isRecord(response))
  if (changes.length === 0) return unchanged
  const shape = shapeOf(schema, definitions)
  const passes = changes.map((change) => compileWalk(shape, rulesOf(change))).filter((walk) => walk !== undefined)
  if (passes.length === 0) return unchanged
  return (value) => passes.reduce<unknown>((converted, pass) => pass(converted, []), value)
}
