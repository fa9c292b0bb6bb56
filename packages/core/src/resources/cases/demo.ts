import { Effect } from "effect"
import type { StoredCheck } from "../checks/model.ts"
import { recordCheck } from "../checks/record.ts"
import { Entropy, makeId } from "../../kernel/foundation/id.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { sandboxOnly } from "../../kernel/access/sandbox-only.ts"
import type { PoaCheckDetails } from "../../verification/proof-of-address/details.ts"
import { type PoaReasonCode, poaReasons } from "../../verification/proof-of-address/reasons.ts"
import { resolvePolicy } from "../../verification/proof-of-address/resolve.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { announceSession, move } from "../sessions/change.ts"
import { SessionStore, type StoredSession, newSession } from "../sessions/model.ts"
import { openCase } from "./open.ts"

interface DemoPerson {
  readonly expected: { readonly first_name: string; readonly last_name: string; readonly address: string; readonly country: string }
  readonly issuer: string
  readonly holder: string
  readonly address: ReadonlyArray<string>
  readonly reason: PoaReasonCode
  readonly name_score: number
  readonly address_score: number
}

/** Invented people, each with a different question for the reviewer. */
const people: readonly [DemoPerson, ...ReadonlyArray<DemoPerson>] = [
  {
    expected: { first_name: "Katharina", last_name: "Beispiel", address: "Musterweg 12, 10115 Berlin", country: "DE" },
    issuer: "Stadtwerke Musterstadt",
    holder: "Kathi Beispiel",
    address: ["Musterweg 12", "10115 Berlin"],
    reason: "name_below_pass",
    name_score: 0.84,
    address_score: 1
  },
  {
    expected: { first_name: "Jordan", last_name: "Sample", address: "4 Example Street, Leeds LS1 4AP", country: "GB" },
    issuer: "Example Water plc",
    holder: "Jordan Sample",
    address: ["4 Example Stret", "Leeds"],
    reason: "address_below_pass",
    name_score: 1,
    address_score: 0.78
  },
  {
    expected: { first_name: "Camille", last_name: "Exemple", address: "3 rue de l'Exemple, 69002 Lyon", country: "FR" },
    issuer: "Énergie Exemple",
    holder: "Camille Exemple",
    address: ["3 rue de l'Exemple", "69002 Lyon"],
    reason: "document_age_in_grace",
    name_score: 1,
    address_score: 1
  }
]

const unscored = { postal_code: null, street: null, city: null, house_number: null, region: null, country: null, unit: null } as const

const detailsOf = (person: DemoPerson, reasons: StoredCheck["reasons"] & PoaCheckDetails["reasons"]): PoaCheckDetails => ({
  outcome: "review",
  action_override: "review",
  reasons,
  policy: resolvePolicy([]),
  document_type_detected: "utility_bill",
  issuing_country: person.expected.country,
  issuer: person.issuer,
  address_type: "residential",
  period_start: null,
  period_end: null,
  holder_names: [person.holder],
  extracted_address: person.address,
  forensics: null,
  cross_reference: {
    name_score: person.name_score,
    address_score: person.address_score,
    component_scores: unscored,
    partial: false,
    partial_reasons: []
  }
})

const demoSession = (id: string, person: DemoPerson, at: string): StoredSession => ({
  ...newSession({ id, environment: "sandbox", at }),
  completed_steps: ["proof_of_address"],
  uploaded_doc_types: ["utility_bill"],
  expected: person.expected,
  tags: ["demo"],
  started_at: at,
  scenario: "review"
})

/** Makes a sandbox session of an invented person that waits in review, with its simulated check and its case. */
export const openDemoCase = Effect.gen(function* () {
  const { environment } = yield* Caller
  yield* sandboxOnly(environment, "Demo cases exist in the sandbox only. Use a sandbox key.")
  const { bytes } = yield* Entropy
  const person = people[(bytes(1)[0] ?? 0) % people.length] ?? people[0]
  const created = yield* announceSession(demoSession(yield* makeId("ses"), person, yield* tenantNow), "session.created", {})
  const submitted = yield* move(created, "submit")
  const store = yield* SessionStore
  yield* store.insert(submitted)

  const { message, severity } = poaReasons[person.reason]
  const details = detailsOf(person, [{ code: person.reason, severity, message }])
  const check = yield* recordCheck(submitted, {
    type: "proof_of_address",
    status: "completed",
    outcome: "review",
    score: Math.min(person.name_score, person.address_score),
    threshold: details.policy.name.pass,
    reasons: details.reasons,
    details,
    policy: details.policy,
    input_document_ids: [],
    simulated: true,
    part: "demo"
  })
  const opened = yield* openCase({ session: submitted, checks: [check], reason_codes: ["poa_review"], tags: ["demo"] })
  yield* store.save(yield* move(submitted, "send_to_review", { reason_codes: ["poa_review"] }))
  return opened
})
