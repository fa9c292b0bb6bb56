import { describe, expect, test } from "bun:test"
import { compareAddresses } from "@vouchkit/core/verification/proof-of-address/compare/addresses/address"
import { compareNames } from "@vouchkit/core/verification/proof-of-address/compare/names/name"
import { parsePostalAddress } from "@vouchkit/core/verification/proof-of-address/compare/addresses/postal-address"
import fc from "fast-check"
import { measuredAddresses, measuredNames, tuningAddresses, tuningNames } from "../../../fixtures/comparison-pairs.ts"

const unicode = fc.string({ unit: "binary", maxLength: 600 })
const printed = fc.oneof(unicode, fc.string({ maxLength: 120 }), fc.stringMatching(/^[A-Za-z0-9 ,.'/&#-]{0,200}$/))
const country = fc.option(fc.constantFrom("GB", "US", "DE", "FR", "IN", "JP", "BR", "PL", "NL", "SG", "AU", "CA", "RU", "TR", "CO", "ZZ"), {
  nil: null
})

const names = [...tuningNames, ...measuredNames]
const addresses = [...tuningAddresses, ...measuredAddresses]
const givenName = fc.constantFrom("Maria", "John", "Günther", "Zoë", "Przemysław", "Aoife", "Ngozi", "Håkon", "José", "Ayşe", "Tomáš")
const familyName = fc.constantFrom(
  "Lindqvist",
  "Müller",
  "Okafor",
  "Kowalczyk",
  "Ó Briain",
  "Şahin",
  "Dvořák",
  "Fernández",
  "Whitcombe",
  "Papadakis"
)

const nameOf = (reference: string): { readonly full_name: string } => ({
  full_name: reference
    .split("/")
    .filter((part) => part !== "")
    .join(" ")
})

describe("names", () => {
  test("no text makes the comparison throw or leave 0 to 1", () => {
    fc.assert(
      fc.property(fc.array(printed, { maxLength: 25 }), printed, printed, (holders, first, last) => {
        for (const reference of [{ first_name: first, last_name: last }, { full_name: `${first} ${last}` }]) {
          const { score, components } = compareNames(holders, reference)
          for (const value of [score, components.given ?? 0, components.family ?? 0]) {
            expect(value).toBeGreaterThanOrEqual(0)
            expect(value).toBeLessThanOrEqual(1)
          }
        }
      })
    )
  })

  test("a name is itself, in any case, order and punctuation, with and without accents", () => {
    fc.assert(
      fc.property(givenName, familyName, (given, family) => {
        const reference = { first_name: given, last_name: family }
        const plain = `${given} ${family}`.normalize("NFD").replace(/[\u0300-\u036f]/g, "")
        const forms = [
          `${given} ${family}`,
          `${family} ${given}`,
          `${family}, ${given}`,
          `  ${given}.  ${family}.`,
          `${given} ${family}`.toUpperCase(),
          plain
        ]
        for (const form of forms) expect(compareNames([form], reference).score).toBe(1)
      })
    )
  })

  test("holder and reference may change places without another outcome", () => {
    fc.assert(
      fc.property(givenName, familyName, givenName, familyName, (given, family, otherGiven, otherFamily) => {
        const there = compareNames([`${given} ${family}`], { first_name: otherGiven, last_name: otherFamily }).score
        const back = compareNames([`${otherGiven} ${otherFamily}`], { first_name: given, last_name: family }).score
        expect(Math.max(there, 0.7)).toBe(Math.max(back, 0.7))
      })
    )
  })

  test("a further holder never lowers the score", () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), printed, ([holders, reference], further) => {
        const alone = compareNames([holders], nameOf(reference)).score
        expect(compareNames([holders, further], nameOf(reference)).score).toBeGreaterThanOrEqual(alone)
      })
    )
  })

  test("another family name keeps two people below review", () => {
    fc.assert(
      fc.property(givenName, familyName, familyName, (given, family, other) => {
        fc.pre(family !== other)
        expect(compareNames([`${given} ${family}`], { first_name: given, last_name: other }).score).toBeLessThanOrEqual(0.7)
      })
    )
  })

  test("another given name keeps two people below review", () => {
    fc.assert(
      fc.property(givenName, givenName, familyName, (given, other, family) => {
        fc.pre(given !== other)
        expect(compareNames([`${given} ${family}`], { first_name: other, last_name: family }).score).toBeLessThan(0.75)
      })
    )
  })

  test("very long input is cut and not waited for", () => {
    const long = Array.from({ length: 2000 }, (_, at) => `Name${at}`).join(" & ")
    expect(
      compareNames(
        Array.from({ length: 500 }, () => long),
        { full_name: long }
      ).score
    ).toBeLessThanOrEqual(1)
    expect(compareNames(["a".repeat(1_000_000)], { first_name: "a".repeat(1_000_000), last_name: "b" }).score).toBeLessThanOrEqual(1)
  })
})

describe("addresses", () => {
  test("no text makes the parser or the comparison throw or leave 0 to 1", () => {
    fc.assert(
      fc.property(fc.array(printed, { maxLength: 25 }), fc.array(printed, { maxLength: 8 }), country, (lines, others, where) => {
        const found = compareAddresses(parsePostalAddress(lines, where), parsePostalAddress(others, where))
        for (const value of [found.score ?? 0, ...Object.values(found.component_scores).map((score) => score ?? 0)]) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        }
      })
    )
  })

  test("an address is itself, in any case", () => {
    fc.assert(
      fc.property(fc.constantFrom(...addresses), ([where, lines]) => {
        const address = parsePostalAddress(lines.split("|"), where)
        const capitals = { ...address, street: address.street?.toUpperCase() ?? null, city: address.city?.toUpperCase() ?? null }
        expect(compareAddresses(address, address).score).toBe(1)
        expect(compareAddresses(capitals, address).score).toBe(1)
      })
    )
  })

  test("found and reference may change places", () => {
    fc.assert(
      fc.property(fc.constantFrom(...addresses), fc.constantFrom(...addresses), ([where, one], [, other]) => {
        const a = parsePostalAddress(one.split("|"), where)
        const b = parsePostalAddress(other.split("|"), where)
        expect(compareAddresses(a, b).score).toBe(compareAddresses(b, a).score)
      })
    )
  })

  test("another house number never scores more than 0.60", () => {
    fc.assert(
      fc.property(fc.constantFrom(...addresses), fc.integer({ min: 2000, max: 99999 }), ([where, lines], number) => {
        const { as_written, ...address } = parsePostalAddress(lines.split("|"), where)
        fc.pre(address.house_number !== null && /^\d{1,3}$/.test(address.house_number))
        expect(compareAddresses({ ...address, house_number: String(number) }, address).score).toBeLessThanOrEqual(0.6)
      })
    )
  })

  test("parsing reads one line with commas like several lines", () => {
    fc.assert(
      fc.property(fc.constantFrom(...addresses), ([where, lines]) => {
        expect(parsePostalAddress([lines.split("|").join(", ")], where)).toEqual(parsePostalAddress(lines.split("|"), where))
      })
    )
  })
})

describe("labelled pairs", () => {
  const nameScore = ([holders, reference]: (typeof names)[number]): number => {
    const [first = "", middle = "", last = ""] = reference.split("/")
    return compareNames(
      holders.split("|"),
      reference.includes("/") ? { first_name: first, middle_name: middle, last_name: last } : nameOf(reference)
    ).score
  }
  const addressScore = ([where, found, reference]: (typeof addresses)[number]): number =>
    compareAddresses(parsePostalAddress(found.split("|"), where), parsePostalAddress(reference.split("|"), where)).score ?? 0

  test("there are at least 160 of names and 140 of addresses", () => {
    expect(names.length).toBeGreaterThanOrEqual(160)
    expect(addresses.length).toBeGreaterThanOrEqual(140)
  })

  test.each(names.filter((pair) => pair[2] === "different").map((pair) => [pair[0], pair[1], pair] as const))(
    "%s is never taken for %s",
    (_, __, pair) => {
      expect(nameScore(pair)).toBeLessThan(0.75)
    }
  )

  test.each(names.filter((pair) => pair[2] === "same").map((pair) => [pair[0], pair[1], pair] as const))(
    "%s is not refused for %s",
    (_, __, pair) => {
      expect(nameScore(pair)).toBeGreaterThanOrEqual(0.75)
    }
  )

  test.each(addresses.filter((pair) => pair[3] === "different").map((pair) => [pair[1], pair[2], pair] as const))(
    "%s is not %s",
    (_, __, pair) => {
      expect(addressScore(pair)).toBeLessThan(0.65)
    }
  )

  test.each(addresses.filter((pair) => pair[3] === "same").map((pair) => [pair[1], pair[2], pair] as const))("%s is %s", (_, __, pair) => {
    expect(addressScore(pair)).toBeGreaterThanOrEqual(0.65)
  })
})
