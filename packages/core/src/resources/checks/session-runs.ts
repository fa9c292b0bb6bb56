import { Effect } from "effect"
import type { StoredSession } from "../sessions/model.ts"
import { CheckStore, type StoredCheck } from "./model.ts"

/** More checks than one run makes: a dozen types, and one for each of fifty documents. */
export const mostChecks = 100

/** The newest checks of a session, of whichever run. */
export const checksOfSession = (session_id: string) =>
  ({
    where: [{ field: "session_id", op: "eq", value: session_id }],
    order: [{ field: "created_at", direction: "desc" }],
    limit: mostChecks
  }) as const

const prefixOf = ({ id, run }: Pick<StoredSession, "id" | "run">): string => `${id}/${run}/`

/** Whether a check was made in the session's current run: what was made before that has been replaced. */
export const isOfRun = (session: Pick<StoredSession, "id" | "run">, { run_key }: Pick<StoredCheck, "run_key">): boolean =>
  run_key?.startsWith(prefixOf(session)) === true

/** The checks of the session's current run, oldest first. */
export const checksOfRun = Effect.fnUntraced(function* (session: Pick<StoredSession, "id" | "run">) {
  return yield* (yield* CheckStore).list({
    where: [
      { field: "session_id", op: "eq", value: session.id },
      { field: "run_key", op: "starts_with", value: prefixOf(session) }
    ],
    order: [{ field: "created_at", direction: "asc" }],
    limit: mostChecks
  })
})

/** The key of a check in the current run of a session that an earlier run made. */
export const movedTo = (session: Pick<StoredSession, "id" | "run">, { run_key }: Pick<StoredCheck, "run_key">): string =>
  `${prefixOf(session)}${run_key?.split("/").slice(2).join("/") ?? ""}`

/** Which of several checks of its type it is, such as one per document; `unavailable` where it stands for all of them. */
export const partOf = ({ run_key }: Pick<StoredCheck, "run_key">): string => run_key?.split("/").slice(3).join("/") ?? ""
