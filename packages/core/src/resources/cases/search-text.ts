import { searchable } from "../../kernel/foundation/search-text.ts"
import type { StoredCase } from "./model.ts"

/** How much text of one case is searched, in UTF-16 units; older notes beyond it are kept but not found by their text. */
const searchTextLimit = 200_000

/**
 * The first line holds what the case itself says, each line below a note, newest first. Searchable text has no line breaks,
 * so that either part can be replaced without the other.
 */
const compose = (head: string, notes: string): string => `${head}\n${notes}`.slice(0, searchTextLimit).toWellFormed()

const headOf = ({ external_reference, id, session_id, subject, subject_id, tags }: StoredCase): string =>
  searchable([id, session_id ?? subject_id ?? "", external_reference ?? "", subject.display_name ?? "", ...tags].join(" "))

const notesOf = (text: string): string => {
  const end = text.indexOf("\n")
  return end === -1 ? "" : text.slice(end + 1)
}

/** The case with its search text brought up to date; to be called after a change of what the first line tells. */
export const indexed = (row: StoredCase): StoredCase => ({ ...row, search_text: compose(headOf(row), notesOf(row.search_text)) })

/** The case whose search text also holds this note. */
export const indexedWithNote = (row: StoredCase, body: string): StoredCase => ({
  ...row,
  search_text: compose(headOf(row), `${searchable(body)}\n${notesOf(row.search_text)}`)
})
