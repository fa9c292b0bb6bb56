import { Effect } from "effect"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { lockCase } from "../../resources/cases/change.ts"
import { CaseNoteStore, CaseStore, type StoredCase } from "../../resources/cases/model.ts"
import { maximumNotes } from "../../resources/cases/notes.ts"
import { indexed } from "../../resources/cases/search-text.ts"

/** What stands in place of a note whose text was erased. */
export const erasedText = "[erased]"
const batch = 200

/** The case without personal data: states, times and reason codes stay as evidence of what was decided. */
const withoutPersonalData = (row: StoredCase, at: string): StoredCase =>
  indexed({
    ...row,
    external_reference: null,
    subject: { display_name: null, country: null },
    country: null,
    metadata: {},
    search_text: "",
    erased_at: at,
    updated_at: at
  })

const eraseNotes = Effect.fnUntraced(function* (case_id: string, at: string) {
  const notes = yield* CaseNoteStore
  const written = yield* notes.list({ where: [{ field: "case_id", op: "eq", value: case_id }], limit: maximumNotes })
  for (const note of written) if (note.body !== erasedText) yield* notes.save({ ...note, body: erasedText, updated_at: at })
})

/**
 * Erases what the cases of a screening subject hold of the person: name, country, external reference, metadata, the texts of notes and what
 * searches look through. Part of the transaction that erases the subject, after its open case was superseded; running twice changes nothing more.
 */
export const eraseCasesOfSubject = Effect.fnUntraced(function* (subject_id: string) {
  const store = yield* CaseStore
  const at = yield* tenantNow
  for (let offset = 0; ; offset += batch) {
    const found = yield* store.list({
      where: [{ field: "subject_id", op: "eq", value: subject_id }],
      order: [{ field: "id", direction: "asc" }],
      limit: batch,
      offset
    })
    for (const { id } of found) {
      const row = yield* lockCase(id)
      if (row.erased_at !== null) continue
      yield* store.save(withoutPersonalData(row, at))
      if (row.has_notes) yield* eraseNotes(id, at)
    }
    if (found.length < batch) return
  }
})
