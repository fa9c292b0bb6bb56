import { describe, expect, test } from "bun:test"
import { readDataGroup11, readDataGroup12 } from "@vouchkit/core/verification/chip/data-groups/additional-details"
import { dateIn } from "@vouchkit/core/verification/chip/data-groups/files"
import { compareZones, readDataGroup1 } from "@vouchkit/core/verification/chip/data-groups/machine-readable-zone"
import { readDataGroup2 } from "@vouchkit/core/verification/chip/data-groups/portrait"
import { readDataGroup14, readDataGroup15 } from "@vouchkit/core/verification/chip/data-groups/security-infos"
import { chipFindingFacts, chipFindings } from "@vouchkit/core/verification/chip/findings"
import { statesAgree } from "@vouchkit/core/verification/chip/certificates/issuing-states"
import { ChipDetails, judgeChip } from "@vouchkit/core/verification/chip/judge-chip"
import { Malformed, readable } from "@vouchkit/core/verification/chip/asn1/malformed"
import { indexTrust } from "@vouchkit/core/verification/chip/certificates/trust-index"
import { verifyChip } from "@vouchkit/core/verification/chip/verify-chip"
import { Schema } from "effect"
import fc from "fast-check"
import { makeSpecimenChip } from "../../../../packages/worker/src/commands/demo/specimen-chip.ts"
import { evidenceOf, fromBase64, groups, printedZone, readVector, within } from "../../../fixtures/chips.ts"

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"))
const object = (tag: ReadonlyArray<number>, ...values: ReadonlyArray<Uint8Array>) => {
  const value = Buffer.concat(values)
  const length = value.length < 128 ? [value.length] : [0x82, value.length >> 8, value.length & 255]
  return new Uint8Array([...tag, ...length, ...value])
}

describe("files of a chip", () => {
  test("DG1 gives its lines in each format, and is refused with another length or other characters", () => {
    const zone = (text: string) => readable(() => readDataGroup1(object([0x61], object([0x5f, 0x1f], bytes(text)))))
    for (const [format, lines, width] of [
      ["TD1", 3, 30],
      ["TD2", 2, 36],
      ["TD3", 2, 44]
    ] as const) {
      expect(zone(`I<D<<${"A".repeat(lines * width - 5)}`)).toMatchObject({ format, document_code: "I<", issuing_state: "D<<" })
    }
    expect([zone("A".repeat(89)), zone("a".repeat(90)), zone("")].every((found) => found instanceof Malformed)).toBe(true)
  })

  test("DG2 gives every picture of its records, by its first bytes, within bounds", () => {
    const jpeg = bytes("\u00ff\u00d8\u00ff picture")
    const jp2 = bytes("\u0000\u0000\u0000\u000cjP  \r\n picture")
    const image = (picture: Uint8Array) => {
      const length = 32 + 16 + picture.length
      return Buffer.concat([Buffer.from([0, 0, 0, length, 0, 2]), Buffer.alloc(14 + 16 + 12), picture])
    }
    const record = (...pictures: ReadonlyArray<Uint8Array>) =>
      Buffer.concat([bytes("FAC\u0000010\u0000"), Buffer.from([0, 0, 0, 0, 0, pictures.length]), ...pictures.map(image)])
    const file = (...blocks: ReadonlyArray<Uint8Array>) =>
      readDataGroup2(
        object(
          [0x75],
          object(
            [0x7f, 0x61],
            object([2], Uint8Array.of(blocks.length)),
            ...blocks.map((block) => object([0x7f, 0x60], object([0xa1]), object([0x5f, 0x2e], block)))
          )
        )
      )
    const found = file(record(jpeg, jp2), record(jpeg))
    expect(found.map(({ media_type }) => media_type)).toEqual(["image/jpeg", "image/jp2", "image/jpeg"])
    expect(found.map((portrait) => Buffer.from(portrait.bytes))).toEqual([jpeg, jp2, jpeg].map((picture) => Buffer.from(picture)))
    expect(file(bytes("another record \u00ff\u004f\u00ff\u0051 codestream"))[0]?.media_type).toBe("image/j2c")
    expect(file(...Array.from({ length: 9 }, () => record(jpeg, jpeg, jpeg)))).toHaveLength(8)
    expect(readable(() => file(bytes("no picture at all")))).toBeInstanceOf(Malformed)
  })

  test("DG11, DG12, DG14, DG15 and EF.COM give what they say", () => {
    expect(readDataGroup11(fromBase64(groups.dg11))).toEqual({
      full_name: { primary: "ERIKSSON", secondary: "ÄNNA MARIA" },
      other_names: [],
      personal_number: "ZE184226B",
      date_of_birth: null,
      place_of_birth: "ZENITH, UTOPIA",
      address: null
    })
    expect(readDataGroup12(fromBase64(groups.dg12))).toEqual({ issuing_authority: "MINISTRY OF THE INTERIOR", date_of_issue: "2022-04-15" })
    const infos = readDataGroup14(fromBase64(groups.dg14))
    expect([infos.active_authentication_digest, infos.chip_authentication.length, infos.chip_authentication_keys.length]).toEqual([
      "sha256",
      1,
      1
    ])
    expect(readDataGroup15(fromBase64(groups.dg15))).toMatchObject({ kind: "ec", curve: "brainpoolP256r1" })
    expect([dateIn(Uint8Array.of(0x20, 0x22, 0x02, 0x29)), dateIn(bytes("20240229")), dateIn(bytes("2024"))]).toEqual([
      null,
      "2024-02-29",
      null
    ])
  })

  test("of any bytes are read or refused, never thrown otherwise", () => {
    const readers = [readDataGroup1, readDataGroup2, readDataGroup11, readDataGroup12, readDataGroup14, readDataGroup15]
    const samples = [groups.dg1, groups.dg2, groups.dg11, groups.dg12, groups.dg14, groups.dg15].map(fromBase64)
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.nat(), fc.nat(255), fc.nat(), (sample, at, value, cut) => {
        const changed = sample.with(at % sample.length, value).subarray(0, 1 + (cut % (sample.length * 2)))
        for (const read of readers) readable(() => read(changed))
      }),
      { numRuns: 500 }
    )
  })
})

describe("the printed zone", () => {
  const chip = readDataGroup1(fromBase64(groups.dg1))
  const printed = (line: number, at: number, character: string) =>
    printedZone.map((text, index) => (index === line ? text.slice(0, at) + character + text.slice(at + 1) : text))

  test("differs in names for a person to see, and mismatches in what a check digit guards", () => {
    expect(compareZones(chip, printedZone)).toBe("same")
    expect(
      compareZones(
        chip,
        printedZone.map((line) => ` ${line.toLowerCase()} `)
      )
    ).toBe("same")
    for (const at of [0, 9, 13, 19, 21, 27]) expect(compareZones(chip, printed(1, at, "X"))).toBe("mismatch")
    for (const [line, at] of [
      [0, 6],
      [1, 20],
      [1, 30]
    ] as const) {
      expect(compareZones(chip, printed(line, at, "X"))).toBe("differs")
    }
    expect(compareZones(chip, ["I<UTO"])).toBe("mismatch")
  })

  test("that mismatches fails the check with a reason of its own", async () => {
    const vector = await readVector("ec-prime256v1")
    const judge = (mrz: ReadonlyArray<string>) => judgeChip(verifyChip(evidenceOf(vector, { mrz })), { require_copy_detection: "never" })
    expect(judge(printedZone).outcome).toBe("passed")
    expect([judge(printed(1, 0, "X")).outcome, judge(printed(1, 0, "X")).session_reasons]).toEqual(["failed", ["nfc_data_mismatch"]])
    expect([judge(printed(0, 6, "X")).outcome, judge(printed(0, 6, "X")).session_reasons]).toEqual(["review", ["nfc_data_mismatch"]])
  })
})

test("issuing states and certificate countries agree over the codes of ICAO 9303", () => {
  const same = [
    ["D<<", "DE"],
    ["GBD", "GB"],
    ["RKS", "KS"],
    ["CHN", "HK"],
    ["EUE", "EU"],
    ["UTO", "UT"],
    ["UTO", "XX"],
    ["USA", "US"]
  ] as const
  expect(same.map(([state, country]) => statesAgree(state, country))).toEqual(same.map(() => "same"))
  expect([statesAgree("D<<", "FR"), statesAgree("FRA", "DE"), statesAgree("UTO", "DE"), statesAgree("Q1<", "DE")]).toEqual([
    "different",
    "different",
    "unknown",
    "unknown"
  ])
})

test("details decode by their schema and mark what is personal; no reason quotes the person", async () => {
  const verdict = judgeChip(verifyChip(evidenceOf(await readVector("ec-prime256v1"), { mrz: printedZone })), {
    require_copy_detection: "never"
  })
  expect(Schema.decodeUnknownSync(ChipDetails)(JSON.parse(JSON.stringify(verdict.details)))).toEqual(verdict.details)
  expect(verdict.details.contents.full_name).toBe("ÄNNA MARIA ERIKSSON")
  const { date_of_issue, portraits, ...fields } = ChipDetails.fields.contents.fields
  for (const field of Object.values(fields)) expect(field.ast.annotations?.["x-personal"]).toBe(true)
  for (const field of [date_of_issue, portraits]) expect(field.ast.annotations?.["x-personal"]).toBeUndefined()
  const personal = /ERIKSSON|L898902C3|ZE184226B/
  for (const finding of chipFindings) expect(chipFindingFacts[finding].message).not.toMatch(personal)
  expect(JSON.stringify(verdict.reasons)).not.toMatch(personal)
})

describe("a specimen chip", () => {
  test("of one state under the certificates of another fails", () => {
    const mrz = printedZone.map((line) => line.replaceAll("UTO", "FRA"))
    const make = (country: string) =>
      makeSpecimenChip({ mrz, portrait: Uint8Array.of(0xff, 0xd8, 0xff, 1), country, algorithm: "ecdsa_p256", now: new Date(within) })
    const verify = ({ csca, data_groups, sod }: ReturnType<typeof make>) =>
      verifyChip({ sod, data_groups, trust: indexTrust({ certificates: [csca], crls: [] }), now: within })
    expect(verify(make("FR")).passive_authentication).toBe(true)
    const foreign = verify(make("DE"))
    expect([foreign.csca_trusted, foreign.passive_authentication, foreign.findings.includes("country_mismatch")]).toEqual([
      false,
      false,
      true
    ])
  })

  for (const algorithm of ["ecdsa_p256", "rsa_2048"] as const) {
    test(`with ${algorithm} passes under its own CSCA and under no other`, () => {
      const make = () =>
        makeSpecimenChip({
          mrz: printedZone,
          portrait: Uint8Array.of(0xff, 0xd8, 0xff, 1),
          country: "UT",
          algorithm,
          now: new Date(within)
        })
      const [chip, other] = [make(), make()]
      const challenge = new Uint8Array(8).fill(1)
      const verify = (csca: Uint8Array) =>
        verifyChip({
          sod: chip.sod,
          data_groups: chip.data_groups,
          challenge,
          active_authentication_signature: chip.answer(challenge),
          trust: indexTrust({ certificates: [csca], crls: [] }),
          now: within,
          mrz: printedZone
        })
      expect([judgeChip(verify(chip.csca), { require_copy_detection: "always" }).outcome, verify(chip.csca).active_authentication]).toEqual(
        ["passed", true]
      )
      expect(judgeChip(verify(other.csca), { require_copy_detection: "never" }).outcome).toBe("failed")
    })
  }
})
