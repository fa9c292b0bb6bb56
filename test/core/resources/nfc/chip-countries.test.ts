import { expect, test } from "bun:test"
import { trustCountriesOf } from "@vouchkit/core/resources/nfc/chip-evidence"
import { chipFixture } from "../../../support/chips.ts"

const { sod } = chipFixture("ec-prime256v1")
const { dg1 } = chipFixture("data-groups")

test("a chip is verified with the certificates of the country that its signer and its zone name", () => {
  expect(trustCountriesOf({ sod, data_groups: { dg1, dg2: "" } })).toEqual(["UT"])
})

test("whatever a security object calls its country, only codes of letters are looked for", () => {
  const genuine = new Uint8Array(Buffer.from(sod, "base64"))
  for (const mask of [0x55, 0x80]) {
    for (const at of genuine.keys()) {
      const changed = Buffer.from(genuine)
      changed.writeUInt8(changed.readUInt8(at) ^ mask, at)
      for (const country of trustCountriesOf({ sod: changed.toString("base64"), data_groups: { dg1, dg2: "" } })) {
        expect([mask, at, /^[A-Z]{2,3}$/u.test(country) ? "code" : country]).toEqual([mask, at, "code"])
      }
    }
  }
})
