import { Effect, Schema } from "effect"
import { NoteBody, Timestamp } from "../../kernel/foundation/text.ts"
import { Case, CaseNote, CaseNoteStore, type StoredCase, type StoredNote, present } from "./model.ts"

/** How many notes a case shows; all of them are listed by themselves. */
const mostShown = 20

const { author, id } = CaseNote.fields
const written = { id, author, created_at: Timestamp }

/**
 * What people and programs write may say anything of the person. Agents are shown no personal data in the first place, so that others of them may read
 * what they wrote, as text that they must not follow.
 */
const ShownNote = Schema.Union([
  Schema.Struct({ ...written, written_by: Schema.Literal("agent"), body: NoteBody.annotate({ "x-untrusted": true }) }),
  Schema.Struct({ ...written, written_by: Schema.Literals(["person", "program"]), body: NoteBody.annotate({ "x-personal": true }) })
]).annotate({ identifier: "ShownNote" })

/** A review case with its latest notes. */
export const CaseWithNotes = Schema.Struct({
  ...Case.fields,
  notes: Schema.Array(ShownNote)
    .check(Schema.isMaxLength(mostShown))
    .annotate({ description: `The latest ${mostShown} notes, newest first` })
}).annotate({ identifier: "CaseWithNotes" })

const shownNote = ({ author, body, created_at, id }: StoredNote): typeof ShownNote.Type =>
  author.type === "agent"
    ? { id, author, created_at, written_by: "agent", body }
    : { id, author, created_at, written_by: author.type === "user" ? "person" : "program", body }

export const withLatestNotes = Effect.fnUntraced(function* (row: StoredCase) {
  const notes =
    row.notes_count === 0
      ? []
      : yield* (yield* CaseNoteStore).list({
          where: [{ field: "case_id", op: "eq", value: row.id }],
          order: [{ field: "created_at", direction: "desc" }],
          limit: mostShown
        })
  return { ...present(row), notes: notes.map(shownNote) }
})
