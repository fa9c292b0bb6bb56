import { Effect } from "effect"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import type { SessionStatus } from "../../resources/sessions/status.ts"

/** Statuses in which no one works with a session any more. */
const over: ReadonlyArray<SessionStatus> = ["approved", "declined", "expired"]

export const isOver = ({ status }: Pick<StoredSession, "status">): boolean => over.includes(status)

/** The sessions of these identifiers, by identifier. */
export const sessionsNamed = Effect.fnUntraced(function* (ids: ReadonlyArray<string | null>) {
  const values = [...new Set(ids)].filter((id) => id !== null)
  if (values.length === 0) return new Map<string, StoredSession>()
  const found = yield* (yield* SessionStore).list({ where: [{ field: "id", op: "in", values }], limit: values.length })
  return new Map(found.map((session) => [session.id, session]))
})
