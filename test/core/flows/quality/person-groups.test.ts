import { expect, test } from "bun:test"
import { ageBand, scriptOfName } from "@vouchkit/core/flows/quality/person-groups"

test("the age band is that of the day", () => {
  const at = "2026-03-02T09:00:00.000Z"
  const bands = ["2008-03-03", "2008-03-02", "2001-03-02", "1991-03-02", "1961-03-03", "1961-03-02", "1920-01-01"]
  expect(bands.map((born) => ageBand(born, at))).toEqual(["under_18", "18_24", "25_34", "35_44", "55_64", "65_and_over", "65_and_over"])
  expect([null, undefined, "2027-01-01", "unread"].map((born) => ageBand(born, at))).toEqual(["unknown", "unknown", "unknown", "unknown"])
})

test("the script of a name is that of all its words", () => {
  expect(["Müller", "Иван Петров", "王 小明", "محمد", "Иван Miller", "", "--"].map(scriptOfName)).toEqual([
    "latin",
    "cyrillic",
    "han",
    "arabic",
    "mixed",
    "unknown",
    "unknown"
  ])
})
