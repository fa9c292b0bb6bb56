import { Effect } from "effect"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { moveCase } from "../../resources/cases/change.ts"
import { CaseNoteStore, CaseStore, type StoredCase } from "../../resources/cases/model.ts"
import { indexed } from "../../resources/cases/search-text.ts"
import { IdempotencyStore } from "../../kernel/operation/idempotency.ts"
import { forEveryLocked, lockEvery } from "./every.ts"

/** What stands in place of a note whose text was erased. */
export const erasedText = "[erased]"

/** The case without personal data: states, times and reason codes stay as evidence of what was decided. */
const withoutPersonalData = (row: StoredCase, at: string): StoredCase =>
  indexed({
    ...row,
    external_reference: null,
    subject: { display_name: null, country: null },
    country: null,
    metadata: {},
    tags: [],
    checklist: [],
    search_text: "",
    erased_at: at,
    updated_at: at
  })

const eraseNotes = Effect.fnUntraced(function* (case_id: string, at: string) {
  const notes = yield* CaseNoteStore
  return yield* forEveryLocked(notes, [{ field: "case_id", op: "eq", value: case_id }], (note) =>
    note.body === erasedText ? Effect.void : notes.save({ ...note, body: erasedText, updated_at: at })
  )
})

/** Locks the cases of a session or screening subject, or blind cases about a session, that hold something of the person. */
export const lockCases = Effect.fnUntraced(function* (about: "session_id" | "subject_id" | "sample_of", id: string) {
  const rows = yield* lockEvery(yield* CaseStore, [{ field: about, op: "eq", value: id }])
  return { all: rows.length, left: rows.filter(({ erased_at }) => erased_at === null) }
})

/**
 * Erases what locked cases hold of the person: name, country, external reference, tags, metadata, the texts of notes and what searches look through. An open
 * case is closed as superseded, announced without what is erased. Answers how many notes there were. Part of the transaction that erases what they are about,
 * which erases the words of their findings too.
 */
export const eraseCases = Effect.fnUntraced(function* (cases: ReadonlyArray<StoredCase>) {
  const store = yield* CaseStore
  const answers = yield* IdempotencyStore
  const at = yield* tenantNow
  let notes = 0
  for (const row of cases) {
    const blank = withoutPersonalData(row, at)
    yield* store.save(row.status === "closed" ? blank : yield* moveCase(blank, "supersede", { added: { changed: ["status", "decision"] } }))
    if (row.has_notes) notes += yield* eraseNotes(row.id, at)
    yield* answers.forget(row.id)
  }
  return notes
})
