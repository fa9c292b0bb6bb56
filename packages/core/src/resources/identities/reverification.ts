import { after, days } from "../../kernel/foundation/time.ts"
import type { StoredIdentity } from "./model.ts"

/** So many days before the assurance of an identity ends, its person is due to be verified again: the first notice, and the last. */
export const noticeDays = [30, 7] as const
type NoticeDays = (typeof noticeDays)[number]

/** The notices that were given of one end. Another end has notices of its own. */
export interface ReverificationNotices {
  readonly valid_until: string
  readonly days: ReadonlyArray<NoticeDays>
}

interface Notice {
  readonly days: NoticeDays
  readonly valid_until: string
  readonly at: string
}

type Watched = Pick<StoredIdentity, "archived_at" | "assurance" | "blocked" | "reverification_notices">

/** The next notice that an identity is due, which may be overdue; null where none is left, or no one asks for its person any more. */
export const nextNotice = ({ archived_at, assurance, blocked, reverification_notices }: Watched): Notice | null => {
  const { valid_until } = assurance
  if (valid_until === null || archived_at !== null || blocked !== null) return null
  const given = reverification_notices?.valid_until === valid_until ? reverification_notices.days : []
  const next = noticeDays.find((each) => !given.includes(each))
  return next === undefined ? null : { days: next, valid_until, at: after(valid_until, -days(next)) }
}

/** The notices that were given once this one is. */
export const withNotice = ({ reverification_notices }: Watched, { days: given, valid_until }: Notice): ReverificationNotices => ({
  valid_until,
  days: [...(reverification_notices?.valid_until === valid_until ? reverification_notices.days : []), given]
})
