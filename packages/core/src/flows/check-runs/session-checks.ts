import { Effect } from "effect"
import { FaceIndex } from "../../verification/faces/face-index.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { keepTrace } from "../checks/identity-document.ts"
import type { Traces } from "./evidence.ts"
import { judgesOf } from "./judges.ts"

/** Within the transaction that records the checks. */
export const keepTraces = Effect.fnUntraced(function* (session: StoredSession, { document, face }: Traces) {
  if (document !== null) yield* keepTrace(document)
  if (face !== null) yield* (yield* FaceIndex).add(session.id, face, yield* tenantNow)
})

/** Makes the checks of a session outside of any transaction, each with where it alone would lead. */
export const makeChecks = Effect.fnUntraced(function* (session: StoredSession) {
  return yield* judgesOf(session.environment).session(session)
})
