import { Effect } from "effect"
import { makeId } from "../../kernel/foundation/id.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { announceCase } from "./change.ts"
import { CaseNoteStore, type StoredCase, type StoredNote } from "./model.ts"
import { indexedWithNote } from "./search-text.ts"

/** How many notes one case holds. */
const maximumNotes = 1000

/** Writes a note on a locked case and announces that there is one, without its text. Answers the note and the case to be saved. */
export const addNote = Effect.fnUntraced(function* (row: StoredCase, body: string) {
  if (row.notes_count >= maximumNotes) {
    return yield* new Conflict({ code: "conflict", detail: `A case has at most ${maximumNotes} notes.` })
  }
  const { actor } = yield* Caller
  const instant = yield* tenantNow
  // Notes belong to their case and have no prefix of their own in the table of identifiers.
  const id = (yield* makeId("rvc")).replace(/^rvc_/u, "note_")
  const note: StoredNote = {
    id,
    environment: row.environment,
    case_id: row.id,
    body,
    author: { type: actor.type, id: actor.id },
    visibility: "internal",
    version: 1,
    created_at: instant,
    updated_at: instant
  }
  yield* (yield* CaseNoteStore).insert(note)
  const noted: StoredCase = {
    ...indexedWithNote(row, body),
    notes_count: row.notes_count + 1,
    has_notes: true,
    updated_at: instant
  }
  return { note, row: yield* announceCase(noted, "case.note-added", { note_id: id }) }
})

/** What someone wrote beside an action is kept as notes, in the order given. Answers the case to be saved. */
export const addRemarks = Effect.fnUntraced(function* (row: StoredCase, remarks: ReadonlyArray<string | undefined>) {
  let noted = row
  for (const remark of remarks) if (remark !== undefined) noted = (yield* addNote(noted, remark)).row
  return noted
})
