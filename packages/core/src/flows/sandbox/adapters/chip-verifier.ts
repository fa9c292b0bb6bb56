import { Effect, Layer } from "effect"
import type { ChipFinding } from "../../../verification/chip/findings.ts"
import { type ChipVerification, unreadableChip } from "../../../verification/chip/verify-chip.ts"
import { DocumentUnreadable } from "../../../verification/document-reading.ts"
import { days } from "../../../kernel/foundation/time.ts"
import { type ChipData, dataGroupNames } from "../../../resources/nfc/chip-data.ts"
import { ChipVerifier } from "../../../resources/nfc/chip-verifier.ts"
import { zoneFactsOf } from "./identity-document-reader.ts"
import { writeZone } from "./machine-readable-zone.ts"
import { inSandbox, personIn, type SandboxScript, unscripted } from "./sandbox-script.ts"
import { simulatedPicture } from "./simulated-picture.ts"
import { seedOf } from "./simulated-person.ts"

const numbersOf = ({ data_groups }: ChipData): ReadonlyArray<number> =>
  dataGroupNames.filter((name) => data_groups[name] !== undefined).map((name) => Number(name.slice(2)))

/** Data groups of a chip whose security object says nothing of them. */
const unsigned = (chip: ChipData): ChipVerification["data_groups"] =>
  numbersOf(chip).map((number) => ({ number, signed: false, supplied: true, hash_valid: null }))

const findingsIn = ({ scenario }: SandboxScript): ReadonlyArray<ChipFinding> =>
  scenario === "chip_signature_broken"
    ? ["security_object_signature_invalid"]
    : scenario === "chip_differs_from_print"
      ? ["data_differs"]
      : []

/** The first bytes of a JPEG file, and then some that tell two chips apart. */
const portraitOf = (bytes: Uint8Array): Uint8Array => Uint8Array.of(0xff, 0xd8, 0xff, ...seedOf(bytes))

const verificationOf = (script: SandboxScript, chip: ChipData, at: string): ChipVerification => {
  const bytes = new TextEncoder().encode(chip.sod)
  const person = personIn(script, bytes)
  const lines = writeZone(script.zone, zoneFactsOf(person, script, script.today ?? at.slice(0, 10)))
  const genuine = script.scenario !== "chip_signature_broken"
  return {
    passive_authentication: genuine,
    sod_signature_valid: genuine,
    dg_hashes_valid: true,
    csca_trusted: true,
    no_trust_anchor: false,
    // As every chip here is genuine, each answers: rules that ask for a proof that it is no copy find one.
    active_authentication: true,
    chip_authentication: chip.chip_authentication === undefined ? null : true,
    certificate: { country: person.country, not_before: Date.parse(at) - days(365), not_after: Date.parse(at) + days(3_650) },
    data_groups: numbersOf(chip).map((number) => ({ number, signed: true, supplied: true, hash_valid: true })),
    findings: findingsIn(script),
    contents: {
      zone: { format: script.zone, lines, document_code: lines[0]?.slice(0, 2) ?? "", issuing_state: lines[0]?.slice(2, 5) ?? "" },
      portraits: [{ media_type: "image/jpeg", bytes: portraitOf(bytes) }],
      person: null,
      document: null
    }
  }
}

const portraitSize = { width: 300, height: 400 } as const

/** Verifies no signature: every chip is genuine and says what the document says, but for the failure of the script. */
export const sandboxChipVerifier = (script: SandboxScript = unscripted): Layer.Layer<ChipVerifier> =>
  Layer.succeed(ChipVerifier)({
    verify: ({ at, chip }) =>
      inSandbox(
        script,
        Effect.sync(() =>
          script.scenario === "chip_unreadable" || chip.sod === "" ? unreadableChip(unsigned(chip)) : verificationOf(script, chip, at)
        )
      ),
    portrait: (picture) =>
      inSandbox(
        script,
        Effect.suspend(() =>
          picture.length === 0
            ? new DocumentUnreadable({ code: "unreadable", retryable: true })
            : Effect.succeed(simulatedPicture(picture, portraitSize))
        )
      )
  })
