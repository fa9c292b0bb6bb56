import { Effect } from "effect"
import { CaseStore } from "../../resources/cases/model.ts"
import { CheckStore } from "../../resources/checks/model.ts"
import { checksOfSession } from "../../resources/checks/session-runs.ts"
import { DocumentStore } from "../../resources/documents/model.ts"
import { ListEntryStore } from "../../resources/lists/model.ts"
import { SubjectStore } from "../../resources/screening/subjects/model.ts"
import { latestAttempt } from "../../resources/sessions/attempts.ts"
import { OrganizationSettingsStore } from "../../resources/settings/organization.ts"
import { listsAndBlocks } from "../checks/list-lookup.ts"
import { belongingTo } from "../identities/follow-link.ts"
import { documentsOf } from "../identities/session-facts.ts"
import type { Prepared } from "./prepare.ts"

/**
 * What the end of a run asks for of a session, read in one moment behind the locks of its transaction, so that the database is not waited for with each
 * question. Nothing rests on it: what is not read here is read where it is asked for. `test/http/statement-count.test.ts` holds that it is what is asked for.
 */
export const readAhead = Effect.fnUntraced(function* (session_id: string, { ends, looked }: Pick<Prepared, "ends" | "looked">) {
  const own = belongingTo(session_id)
  const lists = [...looked.values()].some((found) => found?.type === "list_lookup")
  const asked = [
    ...(lists ? [listsAndBlocks] : []),
    ...(ends
      ? [
          (yield* CheckStore).list(checksOfSession(session_id)),
          (yield* DocumentStore).list(documentsOf(session_id)),
          (yield* OrganizationSettingsStore).find("organization"),
          latestAttempt(session_id),
          (yield* CaseStore).list(own),
          (yield* ListEntryStore).list(own),
          (yield* SubjectStore).list(own)
        ]
      : [])
  ]
  yield* Effect.all(asked, { concurrency: "unbounded", discard: true })
})
