import { Effect } from "effect"
import { lookUpSession } from "../checks/list-lookup.ts"
import { facesAmong, judgeListLookUp, shownBy, simulatedFaces } from "../checks/list-values.ts"
import { documentOf } from "../checks/standalone-evidence.ts"
import type { CheckEntry } from "./kind.ts"

export const listKind: CheckEntry = {
  session: null,
  records: {
    deciding: true,
    look: () => Effect.succeed(({ face, findings, session }) => lookUpSession(session, findings, face))
  },
  standalone: {
    live: Effect.fnUntraced(function* ({ check, input: { values = [] } }) {
      const documents = yield* Effect.forEach(facesAmong(values), ({ id }) => documentOf(id))
      return yield* judgeListLookUp(check, values, documents, shownBy(documents))
    }),
    // The sandbox looks at no picture.
    sandbox: ({ check, input: { values = [] } }) => judgeListLookUp(check, values, [], Effect.succeed(simulatedFaces))
  },
  simulate: null
}
