import { Effect } from "effect"
import { screenSession, searchForSession } from "../checks/aml-screening.ts"
import { screenSubject } from "../checks/screen-subject.ts"
import type { CheckEntry, StandaloneJudge } from "./kind.ts"

const ofSubject: StandaloneJudge = ({ check, input }) => screenSubject(check, input)

export const screeningKind: CheckEntry = {
  session: null,
  records: {
    deciding: false,
    look: Effect.fnUntraced(function* (session, found, wanted) {
      if (session.screening !== true && !wanted) return null
      const looked = yield* searchForSession(session, found)
      return ({ session: locked, ...attempts }) => screenSession(locked, looked, attempts)
    })
  },
  standalone: { live: ofSubject, sandbox: ofSubject },
  simulate: null
}
