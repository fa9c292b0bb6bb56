import { chipFindings } from "@vouchkit/core/verification/chip/findings"
import { chipSubmission } from "@vouchkit/core/resources/nfc/chip-data"
import { Schema } from "effect"

const Bytes = Schema.Uint8Array
const { data_groups, sod } = chipSubmission

/** What the service sends to the process that looks into chips. */
export const ChipJob = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("countries"), sod, data_groups }),
  Schema.Struct({
    kind: Schema.Literal("verify"),
    /** Names the trust material: what was read of it is kept in the process under this name. */
    trust: Schema.String,
    certificates: Schema.Array(Bytes),
    crls: Schema.Array(Bytes),
    /** Certificates of document signers that the security object leaves out. */
    signers: Schema.Array(Bytes),
    evidence: Schema.Struct({
      sod,
      data_groups,
      challenge: Bytes,
      active_authentication_signature: Schema.optionalKey(Schema.String),
      chip_authentication: Schema.optionalKey(Schema.Struct({ random: Bytes, response: Schema.String }))
    }),
    mrz: Schema.NullOr(Schema.Array(Schema.String)),
    /** Milliseconds since 1970. */
    now: Schema.Finite
  }),
  Schema.Struct({ kind: Schema.Literal("portrait"), bytes: Bytes })
])
export type ChipJob = typeof ChipJob.Type

const Judged = Schema.NullOr(Schema.Boolean)
const text = (most: number) => Schema.String.check(Schema.isMaxCodePoints(most))
const Text = Schema.NullOr(text(1_000))
const Name = Schema.Struct({ primary: text(500), secondary: Schema.NullOr(text(500)) })

const Verification = Schema.Struct({
  passive_authentication: Judged,
  sod_signature_valid: Judged,
  dg_hashes_valid: Judged,
  csca_trusted: Judged,
  no_trust_anchor: Schema.Boolean,
  active_authentication: Judged,
  chip_authentication: Judged,
  certificate: Schema.NullOr(Schema.Struct({ country: Schema.NullOr(text(3)), not_before: Schema.Finite, not_after: Schema.Finite })),
  data_groups: Schema.Array(
    Schema.Struct({ number: Schema.Int, signed: Schema.Boolean, supplied: Schema.Boolean, hash_valid: Judged })
  ).check(Schema.isMaxLength(16)),
  findings: Schema.Array(Schema.Literals(chipFindings)).check(Schema.isMaxLength(100)),
  contents: Schema.Struct({
    zone: Schema.NullOr(
      Schema.Struct({
        format: Schema.Literals(["TD1", "TD2", "TD3"]),
        lines: Schema.Array(text(44)).check(Schema.isMaxLength(3)),
        document_code: text(2),
        issuing_state: text(3)
      })
    ),
    portraits: Schema.Array(Schema.Struct({ media_type: Schema.Literals(["image/jpeg", "image/jp2", "image/j2c"]), bytes: Bytes })).check(
      Schema.isMaxLength(8)
    ),
    person: Schema.NullOr(
      Schema.Struct({
        full_name: Schema.NullOr(Name),
        other_names: Schema.Array(Name).check(Schema.isMaxLength(10)),
        personal_number: Text,
        date_of_birth: Text,
        place_of_birth: Text,
        address: Text
      })
    ),
    document: Schema.NullOr(Schema.Struct({ issuing_authority: Text, date_of_issue: Text }))
  })
})

/** What the process answers. It is decoded like any outside data, because the process has been reading what a stranger's device sent. */
export const ChipAnswer = Schema.Union([
  Schema.Struct({
    countries: Schema.Array(Schema.String.check(Schema.isPattern(/^[A-Z]{2,3}$/u))).check(Schema.isMaxLength(8)),
    /** By what the certificates are found that the chip was signed with and does not hold. */
    signers: Schema.Array(Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u))).check(Schema.isMaxLength(5))
  }),
  Schema.Struct({ verification: Verification }),
  /** Null: no picture that can be decoded. */
  Schema.Struct({ png: Schema.NullOr(Bytes) })
])
export type ChipAnswer = typeof ChipAnswer.Type
