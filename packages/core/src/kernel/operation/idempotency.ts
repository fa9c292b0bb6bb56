import { createHash } from "node:crypto"
import { Context, type Effect } from "effect"
import type { Tenant } from "../access/caller.ts"
import { InvalidInput, type StorageUnavailable } from "../foundation/failure.ts"

/** How long an answer is kept from the first use of its key. */
export const lifetimeMillis = 24 * 60 * 60 * 1000

/** Milliseconds for which a key is reserved at a time. What a killed process reserved is free after them. */
export const reservedMillis = 60_000
/** How often a preparation that goes on renews its reservation, in milliseconds; two may get lost. */
export const renewedMillis = 20_000

/** A key that one request holds while it prepares; `holder` names that request and no other. */
export interface Reservation {
  readonly scope: string
  readonly holder: string
}

/** What a repeated request is answered with. Sealed before it is stored, since answers may hold personal data. */
export interface KeptAnswer {
  readonly fingerprint: string
  readonly sealed: string
}

export type Claim =
  | { readonly state: "new" }
  /** Another request with the same key is running right now. */
  | { readonly state: "busy" }
  | { readonly state: "finished"; readonly answer: KeptAnswer }

/**
 * Answers by idempotency key. They are kept inside the transaction of the request that they guard, and forgotten in the one that erases what they
 * tell of. The key itself is held in one of two ways: by the transaction (`claim`), or, where an operation prepares something before its
 * transaction, by a reservation that is committed at once (`reserve`).
 */
export class IdempotencyStore extends Context.Service<
  IdempotencyStore,
  {
    /** Holds the key until the transaction ends, so that of two equal requests at once exactly one runs. */
    readonly claim: (scope: string, now: string) => Effect.Effect<Claim, StorageUnavailable, Tenant>
    /** Takes the key for as long as `expires_at` says, unless another request holds it or its answer is kept. */
    readonly reserve: (
      reservation: Reservation & { readonly now: string; readonly expires_at: string }
    ) => Effect.Effect<Claim, StorageUnavailable, Tenant>
    /** Moves the end of a reservation that is still this holder's. */
    readonly renew: (reservation: Reservation & { readonly expires_at: string }) => Effect.Effect<void, StorageUnavailable, Tenant>
    /** Locks the reservation until the open transaction ends, so that no one else takes the key; false when someone else took it before. */
    readonly confirm: (reservation: Reservation) => Effect.Effect<boolean, StorageUnavailable, Tenant>
    /** Gives the key up if this holder has it, within the open transaction if there is one. */
    readonly release: (reservation: Reservation) => Effect.Effect<void, StorageUnavailable, Tenant>
    readonly keep: (
      entry: { readonly scope: string; readonly resource_id: string | null; readonly expires_at: string } & KeptAnswer
    ) => Effect.Effect<void, StorageUnavailable, Tenant>
    /** Removes the answers that tell of a resource whose data is erased; a repeated request then runs again. */
    readonly forget: (resource_id: string) => Effect.Effect<void, StorageUnavailable, Tenant>
  }
>()("@vouchkit/core/operation/IdempotencyStore") {}

/**
 * Reads the `Idempotency-Key` header: bare, or quoted as a structured field string (RFC 9651); 1 to 255 printable ASCII characters.
 * Fails with `invalid_idempotency_key`.
 */
export const readKey = (header: string): string | InvalidInput => {
  const text = header.trim()
  const quoted = text.length >= 2 && text.startsWith('"') && text.endsWith('"')
  const key = quoted ? text.slice(1, -1).replace(/\\(["\\])/g, "$1") : text
  if (/^[\x20-\x7e]{1,255}$/.test(key) && (quoted || !text.includes('"'))) return key
  return new InvalidInput({
    code: "invalid_idempotency_key",
    problems: [
      {
        loc: ["header", "Idempotency-Key"],
        code: "pattern",
        message: "Send 1 to 255 printable ASCII characters, bare or in double quotes."
      }
    ]
  })
}

/** The scope of a key: one credential, one method and path. Organization and environment come with the tenant. */
export const scopeOf = (request: { readonly credential: string; readonly method: string; readonly path: string; readonly key: string }) =>
  createHash("sha256").update([request.credential, request.method, request.path, request.key].join("\n")).digest("hex")
