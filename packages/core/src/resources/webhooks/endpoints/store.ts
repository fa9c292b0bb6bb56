import { Effect, Result, Schema } from "effect"
import { InflectionName, ServiceVersionName } from "../../../kernel/authentication/api-keys.ts"
import { Entropy } from "../../../kernel/foundation/id.ts"
import { Description, Label } from "../../../kernel/foundation/text.ts"
import { after, between, days } from "../../../kernel/foundation/time.ts"
import { Vault } from "../../../kernel/storage/vault.ts"
import { MailAddress } from "../../../kernel/foundation/mail-address.ts"
import { invalid } from "../../../kernel/foundation/failure.ts"
import { current, type ServiceVersion } from "../../../kernel/wire/versions.ts"
import { AttributeBlocklist } from "./blocklist.ts"
import { EnabledEventsInput, normalizeEnabledEvents } from "./enabled-events.ts"
import { lookUps } from "../../../kernel/resource/locks.ts"
import { announcing } from "../../../kernel/resource/resource.ts"
import { EventFilterConditions } from "./filter.ts"
import { EndpointStore, type SealedSecret, type StoredEndpoint, webhookEndpoints } from "../model.ts"
import { AllowedPorts, InsecureTargets } from "../targets/operator-settings.ts"
import { mintSecret } from "../deliveries/signature.ts"
import { judgeTarget } from "../targets/target.ts"

/** How many endpoints one organization may have in one environment. */
export const endpointLimit = 500

/** How long secrets from before a rotation may still sign, in seconds. */
export const rotationOverlap = { minimum: 0, maximum: 604_800, standard: 86_400 } as const

/** A signature has room for so many secrets; of rotations in quick succession the oldest secrets end early. */
const mostSecrets = 5

/** What a caller may say of an endpoint besides its URL; what is left out falls to `unsaid`, or stays as it was. */
export const endpointSettings = {
  label: Schema.optionalKey(Schema.NullOr(Label)),
  description: Schema.optionalKey(Schema.NullOr(Description)),
  enabled_events: Schema.optionalKey(EnabledEventsInput),
  attribute_blocklist: Schema.optionalKey(AttributeBlocklist),
  event_filter_conditions: Schema.optionalKey(EventFilterConditions),
  api_version: Schema.optionalKey(
    Schema.NullOr(ServiceVersionName).annotate({ description: "Version of the payloads; null for the current one" })
  ),
  key_inflection: Schema.optionalKey(InflectionName),
  alarm_email: Schema.optionalKey(
    Schema.NullOr(
      MailAddress.annotate({ "x-personal": true, description: "Address that gets a mail when deliveries keep failing; null for no mail" })
    )
  )
}
const Settings = Schema.Struct(endpointSettings)
/** The same as a value. */
type EndpointSettings = typeof Settings.Type

const unsaid = {
  label: null,
  description: null,
  attribute_blocklist: [],
  event_filter_conditions: {},
  api_version: null,
  key_inflection: "snake",
  alarm_email: null
} as const

/** A new endpoint that receives from now on; it has no secret yet. */
export const newEndpoint = (
  place: Pick<StoredEndpoint, "id" | "environment" | "url" | "created_at">,
  { enabled_events, ...settings }: EndpointSettings
): StoredEndpoint => ({
  ...place,
  ...unsaid,
  ...settings,
  enabled: true,
  disabled_reason: null,
  enabled_events: normalizeEnabledEvents(enabled_events),
  secrets: [],
  failing_since: null,
  failures: 0,
  archived_at: null,
  sequence: 0,
  version: 1,
  updated_at: place.created_at
})

/** Switched on, an endpoint starts with a clean record; switched off, it keeps the service's own reason if there was one. */
const switched = (endpoint: StoredEndpoint, enabled: boolean): StoredEndpoint => {
  if (enabled === endpoint.enabled) return endpoint
  if (!enabled) return { ...endpoint, enabled, disabled_reason: "by_request" }
  const { alarm_mailed_at: _mailed, ...rest } = endpoint
  return { ...rest, enabled, disabled_reason: null, failing_since: null, failures: 0 }
}

/** What a change may say: only members that are present replace anything. */
interface EndpointChanges extends EndpointSettings {
  readonly url?: string
  readonly enabled?: boolean
}

/** The endpoint with what was said replaced; a change that says nothing leaves it as it is. */
export const changed = (endpoint: StoredEndpoint, changes: EndpointChanges, at: string): StoredEndpoint => {
  if (Object.keys(changes).length === 0) return endpoint
  const { enabled = endpoint.enabled, enabled_events, ...settings } = changes
  return {
    ...switched(endpoint, enabled),
    ...settings,
    enabled_events: enabled_events === undefined ? endpoint.enabled_events : normalizeEnabledEvents(enabled_events),
    updated_at: at
  }
}

/** The same endpoint again: its settings under another id, without the history of the first. */
export const cloned = (
  { alarm_mailed_at: _mailed, announced_since: _announced, ...endpoint }: StoredEndpoint,
  { at, id }: { readonly id: string; readonly at: string }
): StoredEndpoint => ({
  ...endpoint,
  id,
  disabled_reason: endpoint.enabled ? null : "by_request",
  secrets: [],
  failing_since: null,
  failures: 0,
  archived_at: null,
  sequence: 0,
  version: 1,
  created_at: at,
  updated_at: at
})

const signsAt = ({ until }: SealedSecret, at: string): boolean => until === null || until > at

/** The secrets once a new one leads: each earlier one ends after the overlap, or sooner where it was already to end. */
export const rotated = (
  secrets: ReadonlyArray<SealedSecret>,
  rotation: { readonly sealed: string; readonly overlap_seconds: number; readonly at: string }
): ReadonlyArray<SealedSecret> => {
  const { at, overlap_seconds, sealed } = rotation
  const end = after(at, overlap_seconds * 1_000)
  const earlier = secrets.map((secret) => ({ ...secret, until: secret.until !== null && secret.until < end ? secret.until : end }))
  return [{ sealed, until: null }, ...earlier.filter((secret) => signsAt(secret, at))].slice(0, mostSecrets)
}

/** The version an endpoint's payloads are written in: its own, else the current one. */
export const payloadVersion = ({ api_version }: Pick<StoredEndpoint, "api_version">): ServiceVersion => api_version ?? current

const failingFor = { time: days(5), failures: 10 } as const

/** What one attempt says of the endpoint it went to. */
export type Sign = "succeeded" | "failed" | "gone"

/**
 * The endpoint after an attempt: a success clears its record; 410, or 5 days of nothing but failures and at least 10 of them, switch it off. More failures
 * than decide are not counted, so that the version that a change names stands still during an outage.
 */
export const judged = (endpoint: StoredEndpoint, sign: Sign, at: string): StoredEndpoint => {
  if (sign === "succeeded") return endpoint.failing_since === null ? endpoint : { ...endpoint, failing_since: null, failures: 0 }
  const failing_since = endpoint.failing_since ?? at
  const failures = Math.min(endpoint.failures + 1, failingFor.failures)
  const counted =
    failures === endpoint.failures && failing_since === endpoint.failing_since ? endpoint : { ...endpoint, failing_since, failures }
  if (!endpoint.enabled) return counted
  if (sign === "gone") return { ...counted, enabled: false, disabled_reason: "gone", updated_at: at }
  const hopeless = failures >= failingFor.failures && between(failing_since, at) >= failingFor.time
  return hopeless ? { ...counted, enabled: false, disabled_reason: "failing", updated_at: at } : counted
}

/** Ports on which receivers of HTTP listen; any other is that of another protocol, or of something that is not meant for the Internet. */
const usualPorts: ReadonlySet<number> = new Set([443, 8443, 80])

/** Judges the spelling of an endpoint's URL and its port, with the operator's exceptions; fails with 422 at `url`. */
export const permitTarget = Effect.fnUntraced(function* (url: string) {
  const judgement = judgeTarget(url, yield* InsecureTargets)
  if (Result.isFailure(judgement)) return yield* invalid(["body", "url"], judgement.failure.code, judgement.failure.message)
  const { excepted, port } = judgement.success
  if (excepted || usualPorts.has(port) || (yield* AllowedPorts).has(port)) return
  return yield* invalid(
    ["body", "url"],
    "port",
    "must use port 443, 8443 or 80; the operator of the service can allow others with WEBHOOK_ALLOW_PORTS"
  )
})

const secretPurpose = "webhook-secret"

/** A new signing secret of an endpoint, in plain text for the one answer that shows it and sealed for storage. */
export const issueSecret = Effect.fnUntraced(function* (endpoint_id: string) {
  const secret = mintSecret((yield* Entropy).bytes(32))
  return { secret, sealed: yield* (yield* Vault).seal(secretPurpose, endpoint_id, secret) }
})

/** The secrets that sign at this moment, in plain text, newest first. */
export const openSecrets = Effect.fnUntraced(function* (endpoint: StoredEndpoint, at: string) {
  const vault = yield* Vault
  const [newest, ...earlier] = yield* Effect.forEach(
    endpoint.secrets.filter((secret) => signsAt(secret, at)),
    ({ sealed }) => vault.open(secretPurpose, endpoint.id, sealed)
  )
  return newest === undefined ? yield* Effect.die(new Error("an endpoint without a signing secret")) : ([newest, ...earlier] as const)
})

/** Archived endpoints are not found. */
export const { find: findEndpoint, lock: lockEndpoint, lockAsRead: lockEndpointAsRead } = lookUps(EndpointStore, webhookEndpoints)

/** Counts the event in the endpoint's sequence and announces it with the state that the endpoint is saved in. */
export const announceEndpoint = announcing(webhookEndpoints)
