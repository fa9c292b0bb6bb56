import { Effect } from "effect"
import type { ProviderLiveness } from "../../verification/faces/liveness/evidence.ts"
import { mostCaptures } from "../../verification/faces/liveness/provider-capture.ts"
import { Tenant } from "../../kernel/access/caller.ts"
import { Conflict, StorageUnavailable } from "../../kernel/foundation/failure.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { saveProgress, turnIsOver, withStep } from "../../resources/sessions/progress.ts"
import { captureProviderOf } from "./ports.ts"
import { attemptOf, spent, withoutCapture } from "./selfie.ts"
import { ownSession } from "./token.ts"

/** Captures that the attempt in hand has begun. */
const begunIn = (session: StoredSession): number =>
  session.liveness_session?.attempt === attemptOf(session) ? session.liveness_session.begun : 0

/**
 * Begins a capture with the provider, if there is one, before the transaction. What the transaction would refuse is refused here as far as it
 * can be seen, so that nothing is begun for no one.
 */
export const beginAtProvider = Effect.fnUntraced(function* () {
  const { environment } = yield* Tenant
  const provider = yield* captureProviderOf(environment)
  if (provider === null) return null
  const session = yield* ownSession
  const over = turnIsOver(session)
  if (over !== undefined) return yield* over
  if (begunIn(session) >= mostCaptures) return yield* spent("attempt")
  return yield* provider.begin(session.id).pipe(Effect.mapError((cause) => new StorageUnavailable({ cause })))
})

/** Keeps the capture with the locked session, in the place of the one before. */
export const keepCapture = Effect.fnUntraced(function* (session: StoredSession, { expires_at, reference }: ProviderLiveness) {
  const begun = begunIn(session) + 1
  if (begun > mostCaptures) return yield* spent("attempt")
  const liveness_session = { reference, attempt: attemptOf(session), begun, expires_at, over: false }
  return yield* saveProgress({ ...(yield* withoutCapture(session)), liveness_session, updated_at: yield* tenantNow })
})

const notBegun = new Conflict({
  code: "conflict",
  detail: "This attempt has no live capture of a provider. Start one with POST /verify/{token}/liveness."
})

/** Notes in the locked session that the device is through. The word of a device completes the step, and proves nothing. */
export const endCapture = Effect.fnUntraced(function* (session: StoredSession) {
  const { liveness_session } = session
  if (liveness_session === undefined || liveness_session.attempt !== attemptOf(session)) return yield* notBegun
  if (liveness_session.over) return session
  const over = { ...session, liveness_session: { ...liveness_session, over: true }, updated_at: yield* tenantNow }
  return yield* saveProgress(withStep(over, "selfie", true))
})
