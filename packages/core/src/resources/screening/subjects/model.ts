import { Context, Schema } from "effect"
import type { ErasureReceipt } from "../../erasure/receipt.ts"
import { CountryCode } from "../../../kernel/foundation/country.ts"
import { idSchema } from "../../../kernel/foundation/id.ts"
import { issueCode } from "../../../kernel/schema/faults.ts"
import { Metadata } from "../../../kernel/foundation/metadata.ts"
import { isCalendarDate } from "../../../kernel/foundation/moment.ts"
import { Label, Timestamp, line, prose } from "../../../kernel/foundation/text.ts"
import { SessionId } from "../../sessions/model.ts"
import { Conflict } from "../../../kernel/foundation/failure.ts"
import { type Originated, resource, type Stored } from "../../../kernel/resource/resource.ts"
import { Version } from "../../../kernel/resource/version.ts"
import type { CollectionOf } from "../../../kernel/storage/collection.ts"
import { ListKey } from "../../../verification/screening/list-key.ts"
import { MonitoringCadence, MonitoringStatus } from "../../../verification/screening/cadence.ts"
import type { IdentifierType } from "../../../verification/screening/record.ts"
import type { Said } from "../../../verification/person-source.ts"
import { EnvironmentName } from "../../../kernel/foundation/environment.ts"

export const SubjectId = idSchema("scs")

const personal = { "x-personal": true } as const
export const identifier = Schema.String.check(Schema.isMaxCodePoints(64))

export const EntityType = Schema.Literals(["person", "organization", "vessel", "wallet"]).annotate({ identifier: "ScreenedEntityType" })
export type EntityType = typeof EntityType.Type

/** Kinds of numbers that name one holder, as the lists have them. */
const identifierTypes = [
  "passport",
  "national_id",
  "tax_id",
  "social_security",
  "driving_licence",
  "residence_permit",
  "registration",
  "imo",
  "mmsi",
  "call_sign",
  "aircraft_serial",
  "aircraft_tail",
  "lei",
  "bic",
  "duns",
  "bank_account",
  "crypto_address",
  "email",
  "phone",
  "website",
  "other"
] as const satisfies ReadonlyArray<IdentifierType>

const SubjectIdentifier = Schema.Struct({
  type: Schema.Literals(identifierTypes),
  value: line(128, personal),
  country: Schema.optionalKey(Schema.NullOr(CountryCode))
}).annotate({ identifier: "ScreeningIdentifier" })

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`: what is known of a birth, or of a founding. */
const PartialDate = Schema.String.check(
  Schema.makeFilter(
    (text: string) =>
      (text.length <= 10 && /^\d{4}(-\d{2}(-\d{2})?)?$/u.test(text) && isCalendarDate(`${text}-01-01`.slice(0, 10))) ||
      "must be a date, of which the day, or day and month, may be missing, such as 1961-05",
    {
      [issueCode]: "format",
      expected: "a date, or the year or month of one",
      examples: ["1961-05-04", "1961"],
      toJsonSchema: () => ({ minLength: 4, maxLength: 10, pattern: "^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$" })
    }
  )
)

const subjectLimits = { name: 500, aliases: 20, countries: 20, identifiers: 50 } as const

/** Whom to look for, as callers write it. */
export const subjectFields = {
  entity_type: EntityType,
  name: line(subjectLimits.name, personal),
  given_name: Schema.NullOr(line(subjectLimits.name, personal)).annotate({
    description: "Given names of a person, where they are known apart from the family name; null otherwise"
  }),
  family_name: Schema.NullOr(line(subjectLimits.name, personal)).annotate({
    description: "Family name of a person, where it is known apart from the given names; null otherwise"
  }),
  aliases: Schema.Array(line(subjectLimits.name, personal)).check(Schema.isMaxLength(subjectLimits.aliases)),
  date_of_birth: Schema.NullOr(PartialDate.annotate(personal)),
  countries: Schema.Array(CountryCode).check(Schema.isMaxLength(subjectLimits.countries)).annotate(personal),
  identifiers: Schema.Array(SubjectIdentifier).check(Schema.isMaxLength(subjectLimits.identifiers)).annotate(personal)
} as const

/** What callers choose; what follows from it is the service's. */
export const MonitoringChoice = Schema.Struct({ status: MonitoringStatus, cadence: MonitoringCadence }).annotate({
  identifier: "ScreeningMonitoringChoice"
})
export type MonitoringChoice = typeof MonitoringChoice.Type
export const PauseReason = prose(500, personal)
export const Monitoring = Schema.Struct({
  ...MonitoringChoice.fields,
  next_run_at: Schema.NullOr(Timestamp).annotate({
    description:
      "When the subject is screened again even if no watchlist changes; null while it is not monitored, and between changes with the cadence `list_update`"
  }),
  paused_reason: Schema.NullOr(PauseReason),
  resume_at: Schema.NullOr(Timestamp).annotate({ description: "When the pause ends automatically" })
}).annotate({ identifier: "ScreeningMonitoring" })
export type Monitoring = typeof Monitoring.Type

/** Keys of the lists that are searched for a subject; none stands for all of them. */
export const MonitoredLists = Schema.Array(ListKey).check(Schema.isMaxLength(100))

/** A person or thing that is screened against lists. Once its data was erased, only identifiers and times are left. */
export const ScreeningSubject = Schema.Struct({
  id: SubjectId,
  object: Schema.Literal("screening_subject"),
  environment: EnvironmentName,
  identity_id: Schema.NullOr(identifier),
  session_id: Schema.NullOr(SessionId),
  external_reference: Schema.NullOr(Label),
  metadata: Metadata,
  entity_type: EntityType,
  name: Schema.NullOr(subjectFields.name),
  given_name: subjectFields.given_name,
  family_name: subjectFields.family_name,
  aliases: subjectFields.aliases,
  date_of_birth: subjectFields.date_of_birth,
  countries: subjectFields.countries,
  identifiers: subjectFields.identifiers,
  monitoring: Monitoring,
  monitored_lists: MonitoredLists,
  folded_into_id: Schema.NullOr(SubjectId).annotate({
    description: "The subject of the identity that the session of this one joined. It is screened in place of this one."
  }),
  last_screening_id: Schema.NullOr(idSchema("scr")),
  last_screened_at: Schema.NullOr(Timestamp),
  erased_at: Schema.NullOr(Timestamp),
  version: Version,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "ScreeningSubject" })
export interface ScreeningSubject extends Schema.Schema.Type<typeof ScreeningSubject> {}

export interface StoredSubject extends Stored<ScreeningSubject, "family_name" | "folded_into_id" | "given_name" | "metadata">, Originated {
  /** The identity of which this is the one subject; absent from all others. It follows the identity, and nothing else changes it. */
  readonly subject_of?: string
  /** Absent before it was folded. */
  readonly folded_into_id?: string
  /** The numbers of a subject that follows an identity, encrypted for its id; `identifiers` is then empty. */
  readonly sealed_identifiers?: string
  /** Keyed digest of the same numbers, which says when they change. */
  readonly identifiers_print?: string
  /** Absent where it was never said. */
  readonly given_name?: string | null
  /** Absent where it was never said. */
  readonly family_name?: string | null
  /** Absent from subjects of before they had any. */
  readonly metadata?: ScreeningSubject["metadata"]
  /** Proof of its erasure; absent before. */
  readonly receipt?: ErasureReceipt
  /** Of the subject of a session: who says its names and numbers. Absent for all others, and once it was erased. */
  readonly said?: ReadonlyArray<Said>
  readonly sequence: number
}

export const subjectErased = new Conflict({
  code: "subject_erased",
  detail: "The data of this screening subject was erased, so it can no longer be screened or changed."
})

export const screeningSubjects = resource<StoredSubject>()({
  object: "screening_subject",
  schema: ScreeningSubject,
  table: "screening_subjects",
  sealed: ["identifiers", "said"],
  columns: {
    identity_id: { type: "text" },
    session_id: { type: "text" },
    subject_of: { type: "text" },
    external_reference: { type: "text", form: "NFC", filtered: true },
    monitoring_status: { type: "text", path: ["monitoring", "status"], filtered: true },
    next_run_at: { type: "text", path: ["monitoring", "next_run_at"] },
    resume_at: { type: "text", path: ["monitoring", "resume_at"] },
    last_screened_at: { type: "text" },
    erased_at: { type: "text" },
    created_at: { type: "text" },
    updated_at: { type: "text" }
  },
  // A session is about one subject, whichever of two runs at once makes it, and so is an identity.
  unique: [["session_id"], ["subject_of"]],
  derived: {
    metadata: ({ metadata = {} }) => metadata,
    folded_into_id: ({ folded_into_id = null }) => folded_into_id,
    given_name: ({ given_name = null }) => given_name,
    family_name: ({ family_name = null }) => family_name
  },
  snapshot: ["id", "object", "environment", "erased_at"],
  end: { at: ({ erased_at }) => erased_at, refusal: () => subjectErased }
})
export class SubjectStore extends Context.Service<SubjectStore, CollectionOf<typeof screeningSubjects>>()(
  "@vouchkit/core/screening/SubjectStore"
) {}

export const { present: presentSubject } = screeningSubjects
