import { createHash } from "node:crypto"
import { Context, Schema } from "effect"
import { idSchema } from "../../../kernel/foundation/id.ts"
import { Timestamp } from "../../../kernel/foundation/text.ts"
import { resource, type Stored } from "../../../kernel/resource/resource.ts"
import type { CollectionOf } from "../../../kernel/storage/collection.ts"
import { SessionId } from "../model.ts"
import { EnvironmentName } from "../../../kernel/foundation/environment.ts"

export const LinkId = idSchema("vln")
const LinkStatus = Schema.Literals(["active", "opened", "completed", "revoked", "expired"]).annotate({ identifier: "LinkStatus" })

/** Why the mail with a link did not reach the person: the mail server said so, or there was nothing to be mailed any more. */
export const DeliveryError = Schema.Literals(["recipient_refused", "message_refused", "no_address", "expired", "withdrawn", "gave_up"])
export type DeliveryError = typeof DeliveryError.Type

/** A one-time verification link. */
export const VerificationLink = Schema.Struct({
  id: LinkId,
  object: Schema.Literal("verification_link"),
  environment: EnvironmentName,
  session_id: SessionId,
  /** Shown when the link is made, null ever after: only a hash of its token is stored. */
  url: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(2048))),
  status: LinkStatus,
  expires_at: Timestamp,
  max_opens: Schema.Int,
  opens: Schema.Int,
  opened_at: Schema.NullOr(Timestamp),
  /** `handoff` for a link by which the person moves to another device. */
  delivered_via: Schema.NullOr(Schema.Literals(["api", "email", "handoff"])),
  /** How far the mail with the link is; null for a link that an answer of the API has shown. */
  delivery_status: Schema.NullOr(Schema.Literals(["queued", "sent", "failed"])),
  delivery_error: Schema.NullOr(DeliveryError),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "VerificationLink" })
export interface VerificationLink extends Schema.Schema.Type<typeof VerificationLink> {}

export interface StoredLink extends Stored<VerificationLink, "url" | "delivery_status" | "delivery_error"> {
  /** Of a link that is mailed; absent from others. */
  readonly delivery?:
    | { readonly status: "queued" | "sent"; readonly error: null }
    | { readonly status: "failed"; readonly error: DeliveryError }
  /** SHA-256 of the token, in hexadecimal digits. */
  readonly token_hash: string
  /** SHA-256 of the cookie of the browser that opened the page first; others are turned away from then on. */
  readonly browser_hash: string | null
  /** The data of its session was erased: whoever holds it learns that, and nothing else. */
  readonly erased?: true
  /** The link that this one takes over from once it is opened; absent from others. */
  readonly handoff_of?: string
}

export const links = resource<StoredLink>()({
  object: "verification_link",
  schema: VerificationLink,
  in_schema_order: true,
  table: "verification_links",
  columns: { session_id: { type: "text" }, status: { type: "text" }, token_hash: { type: "text" }, created_at: { type: "text" } },
  derived: {
    url: () => null,
    delivery_status: ({ delivery }) => delivery?.status ?? null,
    delivery_error: ({ delivery }) => delivery?.error ?? null
  }
})
export class LinkStore extends Context.Service<LinkStore, CollectionOf<typeof links>>()("@vouchkit/core/sessions/LinkStore") {}

/** 32 random bytes as base64url: 43 characters. */
export const tokenPattern = /^[A-Za-z0-9_-]{43}$/
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
/** The bytes as base64url without padding (RFC 4648 section 5). */
export const mintToken = (bytes: Uint8Array): string => {
  let text = ""
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 6; bits -= 6) text += alphabet.charAt((held >> (bits - 6)) & 63)
    held &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + alphabet.charAt((held << (6 - bits)) & 63)
}
/** Tokens are random and long, so that a plain hash is enough to make a stolen table useless. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex")

/** Link lifetimes in seconds: a day by default, five minutes to thirty days. */
export const linkLifetime = { standard: 86_400, least: 300, most: 2_592_000 } as const
export const linkOpens = { standard: 5, most: 10 } as const

/** A link counts as expired from its moment on, whatever its row says. */
export const statusAt = (link: StoredLink, instant: string): StoredLink["status"] =>
  (link.status === "active" || link.status === "opened") && link.expires_at <= instant ? "expired" : link.status

export const presentLink = (link: StoredLink, instant: string, url: string | null): VerificationLink => ({
  ...links.present(link),
  url,
  status: statusAt(link, instant)
})
