import { Clock, Context, Effect, Schema } from "effect"

/** Every prefix of an identifier with the `object` name of what it identifies. */
export const idPrefixes = {
  ses: "session",
  doc: "document",
  chk: "check",
  scs: "screening_subject",
  scr: "screening_record",
  hit: "screening_hit",
  rvc: "case",
  idn: "identity",
  mrg: "identity_merge",
  wfl: "workflow",
  wfv: "workflow_version",
  wfr: "workflow_run",
  nod: "workflow_node",
  lst: "list",
  lse: "list_entry",
  blk: "blocklist_entry",
  whe: "webhook_endpoint",
  whd: "webhook_delivery",
  evt: "event",
  key: "api_key",
  aud: "audit_finding",
  log: "audit_entry",
  anc: "audit_anchor",
  csm: "consortium_match",
  rel: "relationship",
  rlt: "relationship_type",
  idt: "identity_type",
  cfs: "custom_field_schema",
  dty: "document_type",
  dgr: "document_group",
  dfp: "document_fingerprint",
  vln: "verification_link",
  att: "attempt",
  exp: "export",
  apr: "approval",
  org: "organization",
  usr: "user",
  int: "integration",
  req: "request"
} as const
type IdPrefix = keyof typeof idPrefixes

/** Where unpredictable bytes come from: `bytes` answers at once with exactly `count` of them, fit for secrets. */
export class Entropy extends Context.Service<
  Entropy,
  {
    readonly bytes: (count: number) => Uint8Array
  }
>()("@vouchkit/core/foundation/Entropy") {}

/** Crockford's alphabet in lower case: no i, l, o or u. Its order is the order of its characters, so that ids sort as text. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
const bodyLength = 26
const timeLength = 10
const latestTime = 2 ** 48 - 1
/** The random part has 80 bits, kept as two halves of 40 since a number holds 53. */
const halfBytes = 5
const halfLength = 8
const halfLimit = 2 ** 40
const stepBytes = 4
/** A clock that steps back by no more than this is waited out in the last millisecond seen, so that order holds. */
const toleratedStepBackMs = 60_000

/** Every two digits at once: half of the steps for each identifier. */
const pairs = Array.from({ length: 1024 }, (_, value) => alphabet.charAt(value >> 5) + alphabet.charAt(value & 31))

const encode = (value: number, length: number): string => {
  let rest = value
  let text = ""
  for (let position = 0; position < length; position += 2) {
    text = (pairs[rest % 1024] ?? "") + text
    rest = Math.floor(rest / 1024)
  }
  return text
}

const numberFrom = (bytes: Uint8Array): number => {
  let sum = 0
  for (const byte of bytes) sum = sum * 256 + byte
  return sum
}

interface Position {
  readonly time: number
  readonly high: number
  readonly low: number
}

/**
 * The next position after `last`: a fresh random part in a new millisecond, a random step upwards within the same one.
 * The step is random rather than 1, so that one id tells little about its neighbour.
 */
const advance = (last: Position | undefined, clock: number, bytes: (count: number) => Uint8Array): Position => {
  const now = Math.min(Math.max(Math.trunc(clock), 0), latestTime)
  const freshIn = (time: number): Position => {
    const random = bytes(2 * halfBytes)
    // The highest bit stays free: room for 2^47 steps within one millisecond.
    return { time, high: Math.floor(numberFrom(random.subarray(0, halfBytes)) / 2), low: numberFrom(random.subarray(halfBytes)) }
  }
  if (last === undefined || now > last.time || last.time - now > toleratedStepBackMs) return freshIn(now)
  const stepped = last.low + numberFrom(bytes(stepBytes)) + 1
  const high = stepped < halfLimit ? last.high : last.high + 1
  return high < halfLimit ? { time: last.time, high, low: stepped % halfLimit } : freshIn(last.time + 1)
}

/** The last identifier made in this process; a reference rather than a service, since only its own file reads it. */
const LastPosition = Context.Reference<{ value: Position | undefined }>("@vouchkit/core/foundation/LastPosition", {
  defaultValue: () => ({ value: undefined })
})

/** A new identifier, `prefix_` and a lower-case ULID: unique, and within one process sorted by the order of creation. */
export const makeId = <const P extends IdPrefix>(prefix: P): Effect.Effect<`${P}_${string}`, never, Entropy> =>
  Effect.contextWith((context: Context.Context<Entropy>) => Effect.succeed(nextId(context, prefix)))

/** The same for the one who has the context at hand. */
export const nextId = <const P extends IdPrefix>(context: Context.Context<Entropy>, prefix: P): `${P}_${string}` => {
  const last = Context.get(context, LastPosition)
  const next = advance(last.value, Context.get(context, Clock.Clock).currentTimeMillisUnsafe(), Context.get(context, Entropy).bytes)
  last.value = next
  return `${prefix}_${encode(next.time, timeLength)}${encode(next.high, halfLength)}${encode(next.low, halfLength)}`
}

const pattern = (prefix: IdPrefix): RegExp => new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`, "u")
const example = (prefix: IdPrefix): string => `${prefix}_01jgfjjz00e8r4v2m9k3txqwpn`

/** Schema of the identifiers with this prefix; a transport answers 404, not 422, where one in a path does not parse. */
export const idSchema = (prefix: IdPrefix) =>
  Schema.String.check(
    Schema.isPattern(pattern(prefix), {
      message: `must be an id that starts with ${prefix}_`,
      description: `Identifier of ${/^[aeio]/u.test(idPrefixes[prefix]) ? "an" : "a"} ${idPrefixes[prefix].replaceAll("_", " ")}`,
      examples: [example(prefix)]
    })
  )

/** Whether the text is an identifier with this prefix; identifiers are lower case only, as they are written. */
export const isId = (prefix: IdPrefix, text: string): boolean => {
  // The length first: a pattern never runs over text of a caller's chosen size.
  return text.length === prefix.length + 1 + bodyLength && pattern(prefix).test(text)
}
