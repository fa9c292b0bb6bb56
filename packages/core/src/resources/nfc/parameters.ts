import { Schema } from "effect"
import type { ChipAuthenticationStart } from "../../verification/chip/chip-authentication.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { Nonce, type StoredChallenge } from "./challenge.ts"
import { chipFiles, dataGroupNames } from "./chip-data.ts"

/** How an app is to read the chip of a document (ICAO 9303 parts 10 and 11). */
export const NfcParameters = Schema.Struct({
  object: Schema.Literal("nfc_parameters"),
  nonce: Nonce.annotate({ description: "The challenge for active authentication: 8 bytes in hexadecimal digits, valid once" }),
  expires_at: Timestamp,
  required: Schema.Boolean.annotate({ description: "The session is complete only after a chip was submitted" }),
  access: Schema.Struct({
    protocols: Schema.Array(Schema.Literals(["PACE", "BAC"])).check(Schema.isMaxLength(2)),
    key: Schema.Literal("mrz").annotate({
      description: "The app derives the access key from the scanned machine readable zone; the key never leaves the device"
    })
  }),
  data_groups: Schema.Array(
    Schema.Struct({
      name: Schema.Literals(dataGroupNames),
      required: Schema.Boolean,
      max_bytes: Schema.Int
    })
  ).check(Schema.isMaxLength(16)),
  active_authentication: Schema.Boolean.annotate({
    description: "Needed if the chip has data group 15: INTERNAL AUTHENTICATE over the bytes of the nonce"
  }),
  chip_authentication: Schema.NullOr(
    Schema.Struct({
      protocol: Schema.String.check(Schema.isMaxCodePoints(64)).annotate({
        description: "Object identifier that the app names to the chip"
      }),
      key_id: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(64))).annotate({
        description: "Id of the chip key in hexadecimal digits, if the chip has several"
      }),
      ephemeral_public_key: Schema.String.check(Schema.isMaxCodePoints(2_048)).annotate({
        description: "The terminal's public key for MSE:Set KAT or GENERAL AUTHENTICATE, base64"
      }),
      command: Schema.String.check(Schema.isMaxCodePoints(512)).annotate({
        description: "The protected command that the app sends next, unchanged, and whose response it submits; base64"
      })
    })
  ).annotate({
    description:
      "The terminal part of chip authentication; null unless the call sent dg14 of the chip. Run it last: the app cannot read the chip afterwards."
  })
}).annotate({ identifier: "NfcParameters" })
export interface NfcParameters extends Schema.Schema.Type<typeof NfcParameters> {}

export const parametersOf = (
  challenge: StoredChallenge,
  { required, start }: { readonly required: boolean; readonly start: ChipAuthenticationStart | null }
): NfcParameters => ({
  object: "nfc_parameters",
  nonce: challenge.nonce,
  expires_at: challenge.expires_at,
  required,
  access: { protocols: ["PACE", "BAC"], key: "mrz" },
  data_groups: dataGroupNames.map((name) => ({
    name,
    required: name === "dg1" || name === "dg2",
    max_bytes: chipFiles[name].max_bytes
  })),
  active_authentication: true,
  chip_authentication:
    start === null
      ? null
      : {
          protocol: start.protocol,
          key_id: start.key_id,
          ephemeral_public_key: Buffer.from(start.ephemeral_public_key).toString("base64"),
          command: Buffer.from(start.command).toString("base64")
        }
})
