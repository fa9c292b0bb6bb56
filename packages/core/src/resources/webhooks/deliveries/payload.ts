import type { EventEnvelope } from "../../../kernel/events/announce.ts"
import type { Inflection } from "../../../kernel/wire/inflection.ts"
import { downConvert, type ServiceVersion } from "../../../kernel/wire/versions.ts"
import type { Json, JsonObject } from "../endpoints/attribute-path.ts"
import { withoutBlocked } from "../endpoints/blocklist.ts"
import { cased } from "./payload-casing.ts"

/** How large a body may be, in bytes of UTF-8 (Standard Webhooks). */
export const payloadLimit = 20_480

/** What an endpoint asked its payloads to be like. */
interface PayloadRules {
  readonly api_version: ServiceVersion
  readonly attribute_blocklist: ReadonlyArray<string>
  readonly key_inflection: Inflection
}

/** A value as JSON holds it: what conditions, blocklists and receivers see. */
const plain = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value))

const inVersion = (envelope: EventEnvelope, api_version: ServiceVersion): unknown =>
  downConvert(api_version, "event", envelope.type, { ...envelope, api_version })

/** The event as a version shows it, with all of its attributes: what conditions look at, so that they may be written by what an endpoint gets. */
export const plainEvent = (envelope: EventEnvelope, api_version: ServiceVersion): JsonObject => plain(inVersion(envelope, api_version))

const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value))

const isObject = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value)

/** Members of `data` that stay whatever their size, which is small: what the event is about, and how it stands. */
const essential = new Set(["id", "object", "environment", "session_id", "status", "previous_status", "outcome", "created_at", "updated_at"])

/**
 * An event that fits: of one that is too large the greatest members of `data` are left out, and named in `data.omitted`, so that a
 * receiver knows to read the resource. Snapshots are small by design; only lists and texts of callers can make one grow.
 */
export const bounded = (event: JsonObject, limit: number = payloadLimit): JsonObject => {
  const { data } = event
  if (!isObject(data) || bytesOf(event) <= limit) return event
  const sizes = Object.entries(data).flatMap(([key, value]) => (essential.has(key) ? [] : [{ key, bytes: bytesOf(value) }]))
  sizes.sort((left, right) => right.bytes - left.bytes || (left.key < right.key ? -1 : 1))
  for (let count = 1; count <= sizes.length; count += 1) {
    const omitted = sizes.slice(0, count).map(({ key }) => key)
    const kept = Object.fromEntries(Object.entries(data).filter(([key]) => !omitted.includes(key)))
    const smaller = { ...event, data: { ...kept, omitted } }
    if (bytesOf(smaller) <= limit) return smaller
  }
  return { ...event, data: Object.fromEntries(Object.entries(data).filter(([key]) => essential.has(key))) }
}

/**
 * The raw body for one endpoint: the event as the endpoint's version shows it, less its blocked attributes, in its casing. Filters and
 * blocklists speak snake case, so the casing comes last.
 */
export const payloadOf = (envelope: EventEnvelope, rules: PayloadRules): string => {
  const converted = inVersion(envelope, rules.api_version)
  if (rules.attribute_blocklist.length === 0 && rules.key_inflection === "snake") {
    // Nothing is left to change in nearly every event: its text is the body.
    const body = JSON.stringify(converted)
    if (Buffer.byteLength(body) <= payloadLimit) return body
  }
  const event = bounded(withoutBlocked(plain(converted), rules.attribute_blocklist))
  return JSON.stringify(cased(event, { resource_type: envelope.resource.type, inflection: rules.key_inflection }))
}
