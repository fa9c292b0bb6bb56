import type { SearchAnswer } from "./screener.ts"
import type { SealedFacts } from "./subjects/sealed.ts"

/** Whom to search for, and on which lists: without any, on all. */
export interface SearchedSubject extends SealedFacts {
  readonly monitored_lists?: ReadonlyArray<string>
}

/** The answer as far as it is about the wanted lists, all of them without any. A wanted list that was not searched is told as a gap. */
export const onLists = (answer: SearchAnswer, wanted: ReadonlyArray<string>): SearchAnswer => {
  if (wanted.length === 0) return answer
  const lists = answer.lists.filter(({ key }) => wanted.includes(key))
  const lacking = wanted.some((key) => !lists.some((list) => list.key === key))
  return {
    ...(answer.seen === undefined ? {} : { seen: answer.seen }),
    hits: answer.hits.filter(({ list }) => wanted.includes(list)),
    lists,
    versions: {
      ...answer.versions,
      lists: Object.fromEntries(Object.entries(answer.versions.lists).filter(([key]) => wanted.includes(key)))
    },
    partial: lacking,
    error_codes: [
      ...(lists.length === 0 ? (["no_list_loaded"] as const) : lacking ? (["list_not_loaded"] as const) : []),
      ...(lists.some(({ stale }) => stale) ? (["list_stale"] as const) : [])
    ]
  }
}
