import {
  type RawBody,
  type SignatureProblem,
  signatureToleranceSeconds,
  verifyLegacySignature,
  verifySignature,
  verifyStandardSignature
} from "./signature.ts"

// For programs that receive webhooks, which import `verify`, `seenEvents`, `dedupe` and `appliedSequences` (`test/examples/receive-webhooks.ts`
// is one). The service itself calls none of it. Nothing here needs more than node:crypto, and nothing reads a clock or keeps a secret.

/** The headers of a request: a `Headers` object, or a record as Node gives it, names in any case. */
type ReceivedHeaders =
  | { readonly get: (name: string) => string | null }
  | { readonly [name: string]: string | ReadonlyArray<string> | undefined }

/** One delivery as it arrived. `now` is the receiver's clock in Unix seconds; `body` must be the bytes as sent, before any parsing. */
export interface ReceivedDelivery {
  readonly body: RawBody
  readonly headers: ReceivedHeaders
  /** The endpoint's secrets, each whole with its `whsec_`; two while a rotation lasts. */
  readonly secrets: ReadonlyArray<string>
  readonly now: number
  /** How far the signed moment may lie from `now`, in seconds; 300 unless said. */
  readonly tolerance_seconds?: number
  /** Also takes the bare-hex form of old endpoints when no dated one came. It binds no moment, so anyone who saw one delivery can repeat it for ever. */
  readonly accept_legacy?: boolean
}

/** Why a delivery is not to be trusted: no signature came, several came in one header's name, or what `SignatureProblem` says. */
type DeliveryProblem = SignatureProblem | "missing"

/** Which convention verified a delivery and the moment that was signed, in Unix seconds; null for the legacy form, which has none. */
type DeliveryVerdict =
  | { readonly verified: true; readonly convention: "service" | "standard" | "legacy"; readonly timestamp: number | null }
  | { readonly verified: false; readonly reason: DeliveryProblem }

const refused = (reason: DeliveryProblem): DeliveryVerdict => ({ verified: false, reason })

const readsByName = (headers: ReceivedHeaders): headers is { readonly get: (name: string) => string | null } =>
  typeof headers.get === "function"

const valuesOf = (headers: ReceivedHeaders, name: string): ReadonlyArray<string> => {
  if (!readsByName(headers)) {
    const named = Object.entries(headers).filter(([key]) => key.toLowerCase() === name)
    return named.flatMap(([, value]) => value ?? [])
  }
  const value = headers.get(name)
  return value === null ? [] : [value]
}

const names = {
  service: "x-service-signature",
  legacy: "x-service-signature-legacy",
  id: "webhook-id",
  timestamp: "webhook-timestamp",
  signature: "webhook-signature"
} as const

const bareHex = /^[0-9a-f]{64}$/

/**
 * Judges whether a delivery is genuine and fresh. The first convention that is present decides, in the
 * order `X-Service-Signature`, Standard Webhooks, legacy: none is a way around another that failed. Digests are compared in constant
 * time. It never throws, whatever came.
 */
export const verify = (delivery: ReceivedDelivery): DeliveryVerdict => {
  const { accept_legacy = false, body, now, secrets, tolerance_seconds = signatureToleranceSeconds } = delivery
  const found = Object.entries(names).map(([convention, name]) => [convention, valuesOf(delivery.headers, name)] as const)
  if (found.some(([, values]) => values.length > 1)) return refused("malformed")
  const { id, legacy, service, signature, timestamp } = Object.fromEntries(found.map(([convention, [value]]) => [convention, value]))
  const common = { body, secrets, now, tolerance_seconds }
  const inLegacyForm = service !== undefined && bareHex.test(service)
  if (service !== undefined && !(accept_legacy && inLegacyForm)) {
    const verdict = verifySignature({ ...common, header: service })
    return verdict.verified ? { verified: true, convention: "service", timestamp: verdict.timestamp } : refused(verdict.problem)
  }
  if (signature !== undefined) {
    if (id === undefined || timestamp === undefined) return refused("malformed")
    const verdict = verifyStandardSignature({ ...common, id, timestamp, signature })
    return verdict.verified ? { verified: true, convention: "standard", timestamp: verdict.timestamp } : refused(verdict.problem)
  }
  const undated = service ?? legacy
  if (!accept_legacy || undated === undefined) return refused("missing")
  if (!bareHex.test(undated)) return refused("malformed")
  const genuine = verifyLegacySignature({ header: undated, body, secrets })
  return genuine ? { verified: true, convention: "legacy", timestamp: null } : refused("no_match")
}

/** What deduplication needs of a store: taking an id must be atomic, as an insert that does nothing when the row is there. */
interface SeenEvents {
  /** True exactly once for an id, until it is released. */
  readonly take: (event_id: string) => boolean | Promise<boolean>
  /** Takes it back, so that the retry of an event that could not be handled is handled. */
  readonly release: (event_id: string) => void | Promise<void>
}

const rememberedEvents = 10_000

/** The latest event ids of one process; beyond `capacity` the oldest is forgotten. */
export const seenEvents = (capacity: number = rememberedEvents): SeenEvents => {
  const known = new Set<string>()
  return {
    take: (event_id) => {
      if (known.has(event_id)) return false
      known.add(event_id)
      const [oldest] = known
      if (known.size > capacity && oldest !== undefined) known.delete(oldest)
      return true
    },
    release: (event_id) => void known.delete(event_id)
  }
}

/** What `handle` made of an event, or that the event was handled before. */
type Handled<A> = { readonly repeated: false; readonly value: A } | { readonly repeated: true }

/** Handles an event once, however often it is delivered; when `handle` fails, its failure is thrown on and the next delivery tries again. */
export const dedupe = async <A>(seen: SeenEvents, event_id: string, handle: () => A | Promise<A>): Promise<Handled<A>> => {
  if (!(await seen.take(event_id))) return { repeated: true }
  try {
    return { repeated: false, value: await handle() }
  } catch (failure) {
    await seen.release(event_id)
    throw failure
  }
}

/** What staleness is judged by: the resource of an event, and its place among that resource's events. */
interface OrderedEvent {
  readonly resource: { readonly type: string; readonly id: string }
  readonly sequence: number
}

/** Whether what was applied of the resource is as new as this event, or newer; `applied` is undefined when nothing was. */
export const isStale = ({ sequence }: Pick<OrderedEvent, "sequence">, applied: number | undefined): boolean =>
  applied !== undefined && sequence <= applied

/** The newest sequence that one process has applied of each resource. */
interface AppliedSequences {
  readonly isStale: (event: OrderedEvent) => boolean
  /** To be called once the event is applied; an older one changes nothing. */
  readonly applied: (event: OrderedEvent) => void
}

const rememberedResources = 10_000

/** Remembers up to `capacity` resources, forgetting first the one that has had no event for longest. */
export const appliedSequences = (capacity: number = rememberedResources): AppliedSequences => {
  const newest = new Map<string, number>()
  const keyOf = ({ resource }: OrderedEvent): string => JSON.stringify([resource.type, resource.id])
  return {
    isStale: (event) => isStale(event, newest.get(keyOf(event))),
    applied: (event) => {
      const key = keyOf(event)
      const before = newest.get(key)
      newest.delete(key)
      newest.set(key, isStale(event, before) && before !== undefined ? before : event.sequence)
      const [oldest] = newest.keys()
      if (newest.size > capacity && oldest !== undefined) newest.delete(oldest)
    }
  }
}
