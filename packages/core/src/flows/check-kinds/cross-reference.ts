import { Effect } from "effect"
import { judgedCheck } from "../../resources/checks/conclusion.ts"
import { judgeCrossReference } from "../../verification/cross-reference/judge.ts"
import { crossReferenceSession } from "../checks/cross-reference.ts"
import { crossReferenced } from "../sandbox/simulated-evidence.ts"
import { namesPerson } from "../sandbox/step-checks.ts"
import type { CheckEntry, StandaloneJudge } from "./kind.ts"

const ofSources: StandaloneJudge = ({ context, input: { sources = [] } }) =>
  Effect.succeed(Effect.succeed(judgedCheck("identity_cross_reference", judgeCrossReference(sources), context, { documents: [] }).finding))

export const crossReferenceKind: CheckEntry = {
  session: {
    after: ["nfc_chip", "proof_of_address"],
    judge: ({ chip, chips, examination, identity, proofs, session, today }) => {
      if (identity.length === 0 && chip === null) return Effect.succeed({ checks: [] })
      const documents = [...identity, ...chips, ...proofs].map(({ id }) => id)
      const check = crossReferenceSession(session, {
        examination: identity.length > 0 ? examination : null,
        chip: chip?.verification ?? null,
        chip_document: chips.at(-1)?.id ?? null,
        proofs,
        documents: documents.slice(0, 50),
        today
      })
      return Effect.succeed({ checks: [check] })
    }
  },
  records: null,
  standalone: { live: ofSources, sandbox: ofSources },
  simulate: { scenarios: { failed: "another_birth_date", review: "name_changed" }, judge: crossReferenced },
  scripted: { called: namesPerson }
}
