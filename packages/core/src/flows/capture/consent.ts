import { Effect } from "effect"
import { invalid } from "../../kernel/foundation/failure.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { saveProgress, withStep } from "../../resources/sessions/progress.ts"
import type { ConsentState } from "./model.ts"

/** Grows when the words of consent change; what a person agreed to can then be told. */
export const consentTextVersion = "2026-08-01"

/** The words of consent of the version above, in English. */
const consentText = (organization: string): string =>
  `To verify who you are, ${organization} asks you for documents and, where a step says so, for pictures of your face and the chip of your ` +
  "document. They are checked automatically, and where needed by a person. Your face is turned into numbers that are compared with the picture " +
  "in your document and with earlier verifications, to find misuse. What you send is stored encrypted and only as long as the check needs and " +
  "the law demands. You may say no; then the verification cannot go on here. You may ask for a copy or for erasure at any time."

export const consentState = (session: StoredSession | null, organization: string): typeof ConsentState.Type => ({
  text_version: consentTextVersion,
  text: consentText(organization),
  granted: session?.consent?.granted ?? null
})

interface ConsentGiven {
  readonly granted: boolean
  readonly text_version: string
}

/** Keeps what the person said; a no completes nothing, and a yes may follow it. Words that are not ours of today say nothing. */
export const recordConsent = Effect.fnUntraced(function* (session: StoredSession, { granted, text_version }: ConsentGiven) {
  if (text_version !== consentTextVersion) {
    return yield* invalid(
      ["body", "text_version"],
      "unknown_text_version",
      `is not the current version of the consent text, which is ${consentTextVersion}; show the text again`
    )
  }
  const at = yield* tenantNow
  return yield* saveProgress({ ...withStep(session, "consent", granted), consent: { granted, text_version, at }, updated_at: at })
})
