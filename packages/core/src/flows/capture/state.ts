import { Effect } from "effect"
import { Organizations } from "../../kernel/tenancy/organizations.ts"
import { DocumentStore, type StoredDocument } from "../../resources/documents/model.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { acceptedTypeOptions } from "../../verification/proof-of-address/settings.ts"
import { type StoredSession, present } from "../../resources/sessions/model.ts"
import { waitsForPerson } from "../../resources/sessions/transitions.ts"
import { storedLogo } from "../../resources/settings/branding.ts"
import { effectiveOrganization } from "../../resources/settings/organization.ts"
import { whileCapturing } from "../../resources/workflows/capture-rules.ts"
import { effectivePolicy } from "../../resources/settings/proof-of-address.ts"
import { consentState, consentTextVersion } from "./consent.ts"
import { type CaptureState, type LiveCapture, messageOf, phaseOf, presentToSubject, tellableReasons } from "./model.ts"

/** Whom the person verifies for. */
export const branding = Effect.gen(function* () {
  const { organization } = yield* Caller
  const found = yield* (yield* Organizations).find(organization)
  const { accent = null, logo: named, support_url = null } = (yield* effectiveOrganization).branding
  const logo = named === undefined ? undefined : yield* storedLogo
  return {
    name: found?.name ?? organization,
    logo: logo === undefined ? null : `data:${logo.mime_type};base64,${logo.picture}`,
    accent,
    support_url
  }
})

export const stepsOf = ({ completed_steps, required_steps }: StoredSession) =>
  required_steps.map((step) => ({ step, completed: completed_steps.includes(step) }))

/** Whether everything is there that has to be, and it is the person's turn. */
export const canSubmit = (session: StoredSession): boolean =>
  waitsForPerson(session.status) && session.required_steps.every((step) => session.completed_steps.includes(step))

const liveCapture = ({ liveness }: StoredSession, frames: ReadonlyArray<StoredDocument>): typeof LiveCapture.Type => {
  if (liveness === undefined) return null
  const positions = frames.flatMap(({ frame }) => (frame?.nonce === liveness.nonce ? [frame.position] : []))
  const { expires_at, light_order, order } = liveness
  return {
    order,
    ...(light_order === undefined ? {} : { light_order }),
    expires_at,
    positions: positions.toSorted((one, other) => one - other)
  }
}

/** What the page or app needs to go on. */
export const stateOf = Effect.fnUntraced(function* (session: StoredSession) {
  const documents = yield* (yield* DocumentStore).list({
    where: [
      { field: "session_id", op: "eq", value: session.id },
      { field: "status", op: "ne", value: "redacted" }
    ],
    order: [{ field: "created_at", direction: "asc" }],
    limit: 150
  })
  const country = session.expected.country ?? null
  const policy = yield* whileCapturing(session, effectivePolicy({ session: session.policy }))
  const shown = yield* branding
  const state: CaptureState = {
    object: "capture_state",
    environment: session.environment,
    phase: phaseOf(session),
    message: messageOf(session),
    information_request: waitsForPerson(session.status) ? (session.information_request ?? null) : null,
    branding: shown,
    locale: session.contact.locale ?? null,
    consent_text_version: consentTextVersion,
    consent: consentState(session, shown.name),
    steps: stepsOf(session),
    supporting_documents: session.supporting_documents ?? null,
    resume_state: present(session).resume_state,
    reason_codes: tellableReasons(session),
    accepted_types: acceptedTypeOptions(policy, country).map(({ category, default_max_age_days, key, label }) => ({
      key,
      label,
      category,
      default_max_age_days
    })),
    issuing_country: country,
    // Frames come by the dozen, and are told of by their places.
    documents: documents.filter(({ frame }) => frame === undefined).map(presentToSubject),
    live_capture: liveCapture(session, documents),
    can_submit: canSubmit(session),
    expires_at: session.expires_at,
    redirect_url: session.redirect_url
  }
  return state
})
