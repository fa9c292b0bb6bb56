import { Effect } from "effect"
import { presentIdentity } from "../../resources/identities/sealed.ts"
import type { StoredIdentity } from "../../resources/identities/model.ts"
import { fieldsOf, findValues, openedValues } from "../../resources/identities/custom-fields/values.ts"
import { RelationshipStore, type StoredRelationship } from "../../resources/identities/relationships/model.ts"
import { presentSubject, SubjectStore } from "../../resources/screening/subjects/model.ts"
import { inBatches, type Target, writeCases, writeScreenings, writeTrail } from "./contents.ts"

const prefix = "identity"

/** The other person of a relationship by the id alone: documents and sessions that it rests on may be theirs. */
const shownRelationship = ({ created_at, from_id, id, inverse_type, percent, status, to_id, type }: StoredRelationship) => ({
  id,
  object: "relationship",
  type,
  inverse_type,
  from_id,
  to_id,
  status,
  percent,
  created_at
})

/** A value that does not open any more is named, so that the rest can still be given. */
const unreadable = { unreadable: true } as const

const writeCustomFields = Effect.fnUntraced(function* <E, R>({ id, identity_type }: StoredIdentity, target: Target<E, R>) {
  const values = yield* findValues(id)
  if (values === undefined) return
  const opened = yield* Effect.forEach(yield* fieldsOf(identity_type), (field) =>
    openedValues(values, [field], "plain").pipe(Effect.catchTag("Conflict", () => Effect.succeed({ [field.key]: unreadable })))
  )
  yield* target.records(`${prefix}/custom_fields.json`, [Object.assign({}, ...opened)])
})

/** What is stored of an identity beside its sessions. */
export const writeIdentity = Effect.fnUntraced(function* <E, R>(identity: StoredIdentity, target: Target<E, R>) {
  yield* target.records(`${prefix}/identity.json`, [yield* presentIdentity(identity)])
  yield* writeCustomFields(identity, target)
  const related: Array<string> = []
  const ends = [{ field: "ends", op: "overlaps", values: [identity.id] }] as const
  yield* inBatches(yield* RelationshipStore, ends, (rows) => {
    related.push(...rows.map(({ id }) => id))
    return target.records(`${prefix}/relationships.json`, rows.map(shownRelationship))
  })
  const cases: Array<string> = []
  yield* inBatches(yield* SubjectStore, [{ field: "subject_of", op: "eq", value: identity.id }], (rows) =>
    Effect.gen(function* () {
      yield* target.records(`${prefix}/screening_subjects.json`, rows.map(presentSubject))
      for (const { id } of rows) {
        const of = [{ field: "subject_id", op: "eq", value: id }] as const
        yield* writeScreenings(prefix, of, target)
        cases.push(...(yield* writeCases(prefix, of, target)))
      }
    })
  )
  yield* writeTrail(`${prefix}/decision_trail.json`, [identity.id, ...related, ...cases], target)
})
