import { Effect } from "effect"
import { judgeProofs, judgeStandaloneProof } from "../checks/proof-checks.ts"
import { identityReference } from "../checks/identity-reference.ts"
import { documentOf, findingAmong } from "../checks/standalone-evidence.ts"
import { judgeSimulatedProof } from "../sandbox/simulated-proof.ts"
import { type CheckEntry, fromFiles, isJudged } from "./kind.ts"

export const proofKind: CheckEntry = {
  session: {
    after: ["nfc_chip"],
    judge: Effect.fnUntraced(function* ({ examination, proofs, session }) {
      return { checks: isJudged(session, "proof_of_address", proofs) ? yield* judgeProofs(session, identityReference(examination)) : [] }
    })
  },
  records: null,
  standalone: fromFiles(
    Effect.fnUntraced(function* ({ context, input }) {
      return findingAmong(yield* judgeStandaloneProof(context, yield* documentOf(input.document_id)), "proof_of_address", context)
    })
  ),
  simulate: {
    scenarios: { failed: "bill_too_old", review: "bill_name_misspelled" },
    particular: { modified_after_signing: "bill_changed_after_signing" },
    judge: judgeSimulatedProof
  }
}
