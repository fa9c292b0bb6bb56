import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { Check, CheckId, present as presentCheck } from "../checks/model.ts"
import { Metadata, mergedMetadata, mergeProblems } from "../../kernel/foundation/metadata.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { Label, NoteBody, Tags, TimestampInput } from "../../kernel/foundation/text.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { Conflict, InvalidInput, NotFound } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { versionRead } from "../../kernel/resource/version.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { blindRefusal } from "./blind.ts"
import { announceCase, lockCaseAsRead, lockWritableCase } from "./change.ts"
import { type Correction, correctResult, correctionFields } from "./corrections.ts"
import { Case, CaseId, CaseNote, CaseNoteStore, CaseStore, type StoredCase, present, presentNote } from "./model.ts"
import { addNote } from "./notes.ts"
import { indexed } from "./search-text.ts"
import { withPriority } from "./transitions.ts"
import { CasePriority } from "../../verification/case-priority.ts"
import { readPage } from "../../kernel/storage/pages.ts"

const params = { case_id: CaseId }

const changeFields = {
  metadata: Schema.optionalKey(Metadata),
  tags: Schema.optionalKey(Tags),
  priority: Schema.optionalKey(CasePriority),
  queue: Schema.optionalKey(Label),
  due_at: Schema.optionalKey(Schema.NullOr(TimestampInput)),
  checklist: Schema.optionalKey(
    Schema.Array(Schema.Struct({ key: Schema.String.check(Schema.isBetweenCodePoints(1, 64)), done: Schema.Boolean })).check(
      Schema.isMaxLength(50)
    )
  )
}
const Changes = Schema.Struct(changeFields)
type Changes = typeof Changes.Type

/** Members that steer the work on a case, which has ended when the case is closed. */
const steering = ["priority", "queue", "due_at", "checklist"] as const

const ticked = (
  list: StoredCase["checklist"],
  sent: NonNullable<Changes["checklist"]>,
  by: string,
  at: string
): StoredCase["checklist"] => {
  const wanted = new Map(sent.map(({ done, key }) => [key, done]))
  return list.map((item) => {
    const done = wanted.get(item.key)
    if (done === undefined || done === item.done) return item
    return { ...item, done, done_by: done ? by : null, done_at: done ? at : null }
  })
}

const changedCase = (row: StoredCase, changes: Changes, by: string, at: string): StoredCase => {
  const changed: StoredCase = {
    ...row,
    tags: changes.tags ?? row.tags,
    queue: changes.queue ?? row.queue,
    due_at: changes.due_at === undefined ? row.due_at : changes.due_at,
    metadata: mergedMetadata(row.metadata, changes.metadata),
    checklist: changes.checklist === undefined ? row.checklist : ticked(row.checklist, changes.checklist, by, at)
  }
  return withPriority(changed, changes.priority ?? row.priority)
}

/** What a schema cannot see: the metadata that would be stored in the end, and which items the checklist has. */
const changeProblems = (row: StoredCase, changes: Changes, changed: StoredCase) => [
  ...mergeProblems(changed.metadata),
  ...(changes.checklist ?? []).flatMap(({ key }, index) =>
    row.checklist.some((item) => item.key === key)
      ? []
      : [{ loc: ["body", "checklist", index, "key"], code: "unknown_item", message: "names no item of the checklist of this case" }]
  )
]

const editable = ["metadata", "tags", "priority", "queue", "due_at", "checklist"] as const

const update = operation(
  {
    summary: "Update a case",
    description:
      "`metadata` merges by key, and null clears a key. `checklist` marks the items that it names. Other fields replace the stored ones. Priority, queue, due time and checklist of a closed case cannot change.",
    method: "PATCH",
    path: "/cases/{case_id}",
    access: scopes("cases:write"),
    effect: "write",
    params,
    body: { ...changeFields, ...versionRead },
    output: Case,
    conflicts: ["stale_object", "case_closed", "session_redacted"],
    emits: ["case.updated"]
  },
  Effect.fnUntraced(function* ({ case_id, version, ...changes }) {
    const row = yield* lockCaseAsRead(case_id, version)
    yield* note({ type: "case", id: case_id })
    if (row.status === "closed" && steering.some((member) => changes[member] !== undefined)) {
      return yield* new Conflict({ code: "case_closed", detail: "The case is closed. Only its tags and metadata can still be changed." })
    }
    const { actor } = yield* Caller
    const at = yield* tenantNow
    const changed = changedCase(row, changes, actor.id, at)
    const problems = changeProblems(row, changes, changed)
    if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems: problems.slice(0, 100) })
    const touched = editable.filter((member) => JSON.stringify(row[member]) !== JSON.stringify(changed[member]))
    if (touched.length === 0) return present(row)
    yield* note(
      { type: "case", id: case_id },
      // Metadata is the integrator's own and may hold anything: only its name enters the log.
      touched.map((path) => ({
        path,
        from: path === "metadata" || path === "checklist" ? null : row[path],
        to: path === "metadata" || path === "checklist" ? null : changed[path]
      }))
    )
    const announced = yield* announceCase(indexed({ ...changed, updated_at: at }), "case.updated", { changed: touched })
    return present(yield* (yield* CaseStore).save(announced))
  })
)

const listNotes = operation(
  {
    summary: "List the notes on a case, newest first",
    method: "GET",
    path: "/cases/{case_id}/notes",
    access: scopes("cases:read"),
    effect: "read",
    params,
    query: pageFields(),
    output: pageOf(CaseNote)
  },
  Effect.fnUntraced(function* ({ after, case_id, limit, offset }) {
    const row = yield* (yield* CaseStore).find(case_id)
    if (row === undefined) return yield* new NotFound()
    const where = [{ field: "case_id", op: "eq", value: case_id }] as const
    const { pagination, rows } = yield* readPage(yield* CaseNoteStore, { where }, { after, limit, offset })
    return { data: rows.map(presentNote), pagination }
  })
)

const writeNote = operation(
  {
    summary: "Add a note to a case",
    description: "Notes are for reviewers; the person being verified never sees them. You can add notes to closed cases.",
    method: "POST",
    path: "/cases/{case_id}/notes",
    access: scopes("cases:write"),
    effect: "write",
    params,
    body: {
      body: NoteBody.annotate({ "x-personal": true, description: "The note; the person being verified never sees it" }),
      visibility: Schema.optionalKey(Schema.Literals(["internal"])).annotateKey({ description: "Notes are for reviewers only" })
    },
    output: CaseNote,
    status: 201,
    conflicts: ["session_redacted", "conflict"],
    forbidden: ["forbidden"],
    emits: ["case.note-added"],
    tool: {
      name: "add_case_note",
      title: "Add a note to a case",
      toolset: "cases",
      description:
        "Write a note on a case. Use it to say what you found and why. Not to decide: a decision takes its own note. Next: a decision or escalate_case."
    },
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ body, case_id }) {
    const row = yield* lockWritableCase(case_id)
    const refusal = blindRefusal((yield* Caller).actor.id, row)
    if (refusal !== undefined) return yield* refusal
    const noted = yield* addNote(row, body)
    yield* (yield* CaseStore).save(noted.row)
    yield* note({ type: "case", id: case_id }, [{ path: "notes", from: null, to: noted.note.id }])
    return presentNote(noted.note)
  })
)

const correct = operation(
  {
    summary: "Correct what was read from a proof of address, while its case is under review",
    description:
      "Fields that you send replace what the check read; use null if the document does not say. The check marks them as corrected and keeps its outcome; the reviewer decides. The audit log names the corrected fields, never their values.",
    method: "PUT",
    path: "/cases/{case_id}/results/{check_id}/extracted",
    access: scopes("review:write"),
    effect: "write",
    params: { case_id: CaseId, check_id: CheckId },
    body: correctionFields,
    output: Check,
    conflicts: ["case_closed", "case_already_claimed", "case_not_claimed", "invalid_state_transition", "session_redacted", "conflict"],
    forbidden: ["forbidden"],
    emits: ["case.updated"]
  },
  Effect.fnUntraced(function* ({ case_id, check_id, ...sent }) {
    const correction: Correction = sent
    const { check, fields } = yield* correctResult({ case_id, check_id }, correction)
    yield* note(
      { type: "case", id: case_id },
      fields.map((field) => ({ path: `results.${check_id}.${field}`, from: null, to: null }))
    )
    return presentCheck(check)
  })
)

export const caseEdits = operations("cases", { update, listNotes, addNote: writeNote, correctResult: correct })
