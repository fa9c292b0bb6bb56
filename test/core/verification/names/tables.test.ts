import { describe, expect, test } from "bun:test"
import { legalForms } from "@vouchkit/core/verification/names/companies/legal-forms"
import { businessWords, organizationWords } from "@vouchkit/core/verification/names/companies/organization-words"
import { areNicknames, areSpellingsOfOneName } from "@vouchkit/core/verification/names/given-names/nicknames"
import { shortFormsOnPapers, spellingsOnPapers, variantGroups } from "@vouchkit/core/verification/names/given-names/variants"
import { compareNames } from "@vouchkit/core/verification/proof-of-address/compare/names/name"
import { isPatronymic } from "@vouchkit/core/verification/names/words/fathers-names"
import { particles, watchlistParticles } from "@vouchkit/core/verification/names/words/particles"
import {
  degrees,
  doubtfulTitles,
  recipientTitles,
  spouseTitles,
  titles,
  watchlistTitles
} from "@vouchkit/core/verification/names/words/titles"

const shareGroup = (one: string, other: string): boolean =>
  (variantGroups.get(one) ?? []).some((group) => (variantGroups.get(other) ?? []).includes(group))

test("every word of a table is in lower case and of plain letters, so that a normalized word finds it", () => {
  const all = [titles, watchlistTitles, degrees, recipientTitles, particles, watchlistParticles, organizationWords, businessWords]
  const names = [...spellingsOnPapers.flat(), ...shortFormsOnPapers.flat(), ...variantGroups.keys()]
  expect([...all.flatMap((table) => [...table]), ...names].filter((word) => !/^[a-z]+(?:\/[a-z])?$/.test(word))).toEqual([])
})

describe("titles", () => {
  test("that are doubtful or announce a spouse are titles", () => {
    expect([...doubtfulTitles, ...spouseTitles].filter((title) => !titles.has(title))).toEqual([])
  })
  test("of papers and watchlists share what is a title everywhere", () => {
    for (const title of ["dr", "sheikh", "engineer", "lieutenant"])
      expect([titles.has(title), watchlistTitles.has(title)]).toEqual([true, true])
  })
  test("that are names elsewhere stay with those who can tell: Tan and Bay on letters, Justice and Molla on watchlists", () => {
    for (const title of ["tan", "bay"]) expect([titles.has(title), watchlistTitles.has(title)]).toEqual([true, false])
    for (const title of ["justice", "molla"]) expect([titles.has(title), watchlistTitles.has(title)]).toEqual([false, true])
  })
})

test("a title that is also a family name stays where too little of the name would be left", () => {
  const engineer = { first_name: "Farokh", last_name: "Engineer" }
  expect(compareNames(["Mr Farokh Engineer"], engineer).score).toBe(1)
  expect(compareNames(["Engineer Farokh Contractor"], { first_name: "Farokh", last_name: "Contractor" }).score).toBe(1)
})

test("particles of watchlists are particles on papers", () => {
  expect([...watchlistParticles].filter((particle) => !particles.has(particle))).toEqual([])
})

test("words of companies on papers leave out legal forms that people are called by", () => {
  for (const form of ["sa", "ag", "prat"]) expect([legalForms.has(form), organizationWords.has(form)]).toEqual([true, false])
  for (const word of ["ltd", "gmbh", "holdings"]) expect(organizationWords.has(word)).toBe(true)
})

describe("names in several spellings", () => {
  test("are one name on papers and on watchlists", () => {
    for (const [one, other] of [
      ["mohamed", "muhammad"],
      ["osama", "usama"],
      ["kyrylo", "kirill"],
      ["stephen", "steven"]
    ] as const)
      expect([areSpellingsOfOneName(one, other), shareGroup(one, other)]).toEqual([true, true])
  })
  test("in the forms of other countries are one name on watchlists alone, where a person reviews what is found", () => {
    for (const [one, other] of [
      ["mamadou", "muhammad"],
      ["giuseppe", "joseph"],
      ["juan", "john"]
    ] as const)
      expect([areSpellingsOfOneName(one, other) || areNicknames(one, other), shareGroup(one, other)]).toEqual([false, true])
  })
  test("have their short forms, and a starred one is known to papers alone", () => {
    expect([areNicknames("bob", "robert"), shareGroup("bob", "robert")]).toEqual([true, true])
    expect([areNicknames("bert", "robert"), shareGroup("bert", "robert")]).toEqual([true, false])
  })
  test("keep the numbers of their groups, which stored keys hold", () => {
    expect([
      variantGroups.get("muhammad"),
      variantGroups.get("olga"),
      variantGroups.get("robert"),
      variantGroups.get("department")
    ]).toEqual([[0], [105], [122, 126], [222]])
  })
})

test("names of the father are known in Slavic and in Turkic languages", () => {
  for (const name of ["petrovich", "sergeevna", "mammadoglu", "kowalewicz"]) expect(isPatronymic(name)).toBe(true)
  for (const name of ["ivan", "ovich", "smith"]) expect(isPatronymic(name)).toBe(false)
})
