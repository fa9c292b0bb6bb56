import { describe, expect, test } from "bun:test"
import { normalizeName } from "../../../../packages/core/src/verification/screening/engine/normalize/name.ts"
import { thresholds } from "../../../../packages/core/src/verification/screening/engine/query.ts"
import { index } from "../../../../packages/core/src/verification/screening/engine/screening-index.ts"
import type { RecordType } from "../../../../packages/core/src/verification/screening/record.ts"
import { aRecord } from "../../../support/watchlist.ts"

const scoreOf = (listed: string, name: string, type: RecordType = "organization"): number =>
  index([aRecord(listed, { type })]).search({ name, type }, { threshold: 0 }).hits[0]?.score ?? 0

const legalOf = (name: string): ReadonlyArray<string> => normalizeName(name, null, "organization").legal

describe("a legal form", () => {
  test("is known with dots, misspelt, glued to the last word, and in two words", () => {
    for (const name of ["Borvex L.T.D.", "Borvex Limitd", "BorvexLtd", "Borvex Private Ltd", "Borvex (P) Ltd", "Borvex Compny Limited"])
      expect([name, legalOf(name)]).toEqual([name, name.includes("Compny") ? ["co", "ltd"] : ["ltd"]])
    for (const name of ["Borvex G.m.b.H.", "Borvex Gbmh", "BorvexGmbH"]) expect([name, legalOf(name)]).toEqual([name, ["llc"]])
    expect(normalizeName("MACPAR MAKINA TICA.S.", null, "organization").words.map(({ key }) => key)).toEqual(["macpar", "makina", "tic"])
  })
  test("is read from no name that only ends like one", () => {
    for (const name of ["Core Metals", "Zinc", "Bank of Corn", "Province Trading"]) expect([name, legalOf(name)]).toEqual([name, []])
  })
})

describe("a business word", () => {
  test("is the same in its short forms", () => {
    for (const [long, short] of [
      ["Borvex Trading", "Borvex Trdg"],
      ["Borvex Industries", "Borvex Ind"],
      ["Borvex Manufacturing", "Borvex Mfg"],
      ["Borvex Engineering", "Borvex Engg"]
    ] as const) {
      expect(scoreOf(long, short)).toBeGreaterThanOrEqual(thresholds.review)
      expect(scoreOf(short, long)).toBeGreaterThanOrEqual(thresholds.review)
    }
  })
  test("costs something where the list alone has it", () => {
    expect(scoreOf("Borvex Shipping", "Borvex")).toBeLessThan(scoreOf("Borvex", "Borvex"))
  })
})

describe("a number", () => {
  test("does not vanish into the word beside it", () => {
    expect(scoreOf("Mining Borvex No. 8", "Mining Borvex No. 3")).toBeLessThan(thresholds.review)
    expect(scoreOf("Borvex 8", "Borvex 3")).toBeLessThan(thresholds.review)
    expect(scoreOf("Borvex8", "Borvex 8")).toBeGreaterThanOrEqual(thresholds.review)
    expect(scoreOf("Borvex8", "Borvex3")).toBeLessThan(thresholds.review)
    expect(scoreOf("Borvex08", "Borvex8")).toBeGreaterThanOrEqual(thresholds.review)
    expect(scoreOf("B0rvex8 Mining", "Borvex8 Mining")).toBeGreaterThanOrEqual(thresholds.review)
  })
  test("is the same with or without a word that announces it", () => {
    for (const name of ["Mining Borvex Number 8", "Mining Borvex 8", "Mining Borvex #8", "Mining Borvex Nr 8"])
      expect([name, scoreOf("Mining Borvex No. 8", name) >= thresholds.review]).toEqual([name, true])
  })
})

test("a father is not found by his son's name, whichever side has it", () => {
  for (const [father, son] of [
    ["Ahmad bin Khalid", "Khalid bin Ahmad"],
    ["Ghassan ibn Zuhair Haddad", "Zuhair ibn Ghassan Haddad"]
  ] as const) {
    expect([father, scoreOf(father, son, "person") < thresholds.review]).toEqual([father, true])
    expect(scoreOf(father, father, "person")).toBeGreaterThanOrEqual(thresholds.review)
  }
})
