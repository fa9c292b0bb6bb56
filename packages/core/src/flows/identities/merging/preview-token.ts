import { timingSafeEqual } from "node:crypto"
import { Effect, Option, Schema } from "effect"
import { Tenant } from "../../../kernel/access/caller.ts"
import { Conflict, invalid } from "../../../kernel/foundation/failure.ts"
import { Timestamp } from "../../../kernel/foundation/text.ts"
import { after } from "../../../kernel/foundation/time.ts"
import { Vault } from "../../../kernel/storage/vault.ts"
import { mergeLimits } from "../../../resources/identities/merging/model.ts"
import { FieldPolicy } from "../../../resources/identities/merging/policy.ts"
import { IdentityId } from "../../../resources/identities/model.ts"

const purpose = "identity-merge-preview"

/** What was previewed. It names no value of an identity. */
const Previewed = Schema.Struct({
  target_id: IdentityId,
  source_ids: Schema.Array(IdentityId).check(Schema.isBetweenLength(1, mergeLimits.sources)),
  field_policy: FieldPolicy,
  at: Timestamp
})
export interface Previewed extends Schema.Schema.Type<typeof Previewed> {}
const Written = Schema.fromJsonString(Previewed)
const encode = Schema.encodeSync(Written)
const decode = Schema.decodeUnknownOption(Written)

/** 10 sources and 100 rules fit in it. */
export const PreviewToken = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9_-]{1,20000}\.[0-9a-f]{64}$/u, { message: "must be the preview_token of a merge preview" }),
  Schema.isMaxLength(20_065)
)

export const validUntil = ({ at }: Previewed): string => after(at, mergeLimits.preview_ms)

const signature = Effect.fnUntraced(function* (written: string, basis: string) {
  const { environment, organization } = yield* Tenant
  return (yield* Vault).digest(purpose, [organization, environment, written, basis].join("\u001f"))
})

/** A token for what was previewed, bound to what the plan rests on. */
export const previewToken = Effect.fnUntraced(function* (previewed: Previewed, basis: string) {
  const written = encode(previewed)
  return `${Buffer.from(written).toString("base64url")}.${yield* signature(written, basis)}`
})

const writtenIn = (token: string): string => Buffer.from(token.slice(0, token.lastIndexOf(".")), "base64url").toString()

/** What a token says was previewed. Nothing is proven by that: see `provePreview`. */
export const readPreview = Effect.fnUntraced(function* (token: string) {
  const previewed = decode(writtenIn(token))
  return Option.isSome(previewed)
    ? previewed.value
    : yield* invalid(["body", "preview_token"], "invalid", "must be the preview_token of a merge preview")
})

const stale = new Conflict({
  code: "stale_preview",
  detail: "The identities changed since this preview, or it is older than 30 minutes. Preview the merge again."
})

/** Fails with `stale_preview` unless the token was given for a plan that rests on the same as this one, and still counts. */
export const provePreview = Effect.fnUntraced(function* (token: string, basis: string, now: string) {
  const previewed = yield* readPreview(token)
  const expected = yield* signature(writtenIn(token), basis)
  const given = token.slice(token.lastIndexOf(".") + 1)
  const proven = given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  if (!proven || validUntil(previewed) <= now) return yield* stale
})
