import { Effect } from "effect"
import type { JudgedCheck } from "../../resources/checks/conclusion.ts"
import { noIdentityReference, referenceValues } from "../checks/identity-reference.ts"
import { proofFinding } from "../checks/proof-checks.ts"
import { DocumentReader } from "../../verification/document-reading.ts"
import { crossReference } from "../../verification/proof-of-address/compare/cross-reference.ts"
import { detailsOf } from "../../verification/proof-of-address/details.ts"
import type { PoaEvidence } from "../../verification/proof-of-address/judged-evidence.ts"
import { evaluate } from "../../verification/proof-of-address/evaluate.ts"
import { readProofOfAddress } from "../../verification/proof-of-address/read-proof.ts"
import { referenceAddress, referenceName } from "../../verification/proof-of-address/reference.ts"
import { sessionOutcome } from "../../verification/proof-of-address/session-outcome.ts"
import { effectivePolicy } from "../../resources/settings/proof-of-address.ts"
import type { SandboxScript } from "./adapters/sandbox-script.ts"
import { statedBy } from "./adapters/simulated-person.ts"
import type { SimulatedSubject } from "./subject.ts"

/** A proof of address read by whichever reader stands behind the port, and judged as in the live environment. */
export const judgeSimulatedProof = Effect.fnUntraced(function* (
  { at, context, declared_proof, file }: SimulatedSubject,
  { person }: SandboxScript
) {
  const today = at.slice(0, 10)
  const reading = yield* (yield* DocumentReader).read({ bytes: file, mime_type: "application/pdf", country: null })
  const extraction = readProofOfAddress(reading, { declared_type: declared_proof, declared_country: null, today })
  const expected = { ...(person === null ? {} : statedBy(person)), ...context.expected }
  const evidence: PoaEvidence = {
    policy: yield* effectivePolicy({ session: context.policy }),
    document: {
      status: "read",
      extraction,
      cross_reference: crossReference({
        holders: extraction.holder_names,
        address: extraction.address,
        reference_name: referenceName(expected),
        reference_address: referenceAddress(expected)
      }),
      reference: referenceValues(expected, { name: "expected", address: "expected" }, noIdentityReference),
      forensics: reading.forensics
    },
    declared_type: declared_proof,
    declared_issuing_country: null,
    identity_document_country: null,
    today,
    passed_sources: [],
    duplicate: false,
    same_as_identity_document: false,
    known_forgery: false
  }
  const verdict = evaluate(evidence)
  const details = detailsOf(evidence, verdict, reading.forensics)
  const check: JudgedCheck = {
    finding: proofFinding({ details, verdict }, { input_document_ids: [], simulated: true, part: "simulated" }),
    conclusion: sessionOutcome(verdict, context)
  }
  return check
})
