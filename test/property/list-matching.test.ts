import { expect, test } from "bun:test"
import { alikeKeys, isAlike } from "@vouchkit/core/resources/lists/matching/alike"
import { type EntryType, EntryType as EntryTypes, type MatchMode, modesOf } from "@vouchkit/core/resources/lists/kinds"
import { entryKey, lookUpKeys, spellingsOf } from "@vouchkit/core/resources/lists/matching/match-keys"
import { exactForm, normalForm, seenForm } from "@vouchkit/core/resources/lists/matching/normalize"
import { effective, outcomeOf, type Weighed } from "@vouchkit/core/resources/lists/matching/precedence"
import fc from "fast-check"

/** Whether a value matches an entry: whether the keys that a look-up asks for meet those that the entry is stored under. */
const matchesEntry = (entry: { readonly type: EntryType; readonly mode: MatchMode; readonly value: string }, value: string): boolean => {
  const kept = entryKey(entry.type, entry.mode, entry.value)
  if (entry.mode === "fuzzy") {
    const keys = new Set(kept === undefined || entry.type !== "name" ? [] : alikeKeys(seenForm("name", entry.value)))
    return spellingsOf("name", value).some((name) => alikeKeys(name).some((one) => keys.has(one)) && isAlike(entry.value, name))
  }
  return kept !== undefined && lookUpKeys(entry.type, value).includes(kept)
}

const listed: ReadonlyArray<EntryType> = EntryTypes.literals.filter((type) => type !== "face")

const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 30 }).map((text) => text.toWellFormed().replaceAll("\u0000", "")),
  fc.constantFrom("ΟΔΥΣΣΕΥΣ", "İstanbul", "ﬁne ß", "Ⅷ Å", "⁰¹²", "ŉ", "ǅungla", "\u1e9e", "ﬀ@example.com")
)
const address = fc.oneof(fc.ipV4(), fc.ipV6())
const email = fc
  .tuple(
    fc.stringMatching(/^[a-zA-Z0-9.+_-]{1,12}$/),
    fc.constantFrom("example.com", "Mail.Example.ORG", "gmail.com", "googlemail.com", "bücher.example")
  )
  .map(([local, domain]) => `${local}@${domain}`)
const phone = fc.stringMatching(/^(\+|00)?[0-9]{4,15}$/)
const valuesOf: Partial<Record<EntryType, fc.Arbitrary<string>>> = {
  email: fc.oneof(email, anyText),
  phone: fc.oneof(phone, anyText),
  ip_address: fc.oneof(address, anyText),
  country: fc.constantFrom("GB", "gb", "fr", "XX", "GBR", ""),
  geolocation: fc
    .tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))
    .map(([a, b]) => `${a.toFixed(6)}, ${b.toFixed(4)}`),
  wallet_address: fc.oneof(fc.stringMatching(/^0x[0-9a-fA-F]{40}$/), fc.stringMatching(/^[A-Za-z0-9]{8,60}$/))
}
const typed = fc.constantFrom(...listed).chain((type) => fc.record({ type: fc.constant(type), value: valuesOf[type] ?? anyText }))

test.each(listed)("the normal form of a %s is its own normal form", (type) => {
  fc.assert(
    fc.property(valuesOf[type] ?? anyText, (value) => {
      const once = normalForm(type, value)
      if (once !== undefined) expect(normalForm(type, once)).toBe(once)
    }),
    { numRuns: 400 }
  )
})

test("what matches exactly matches normalized", () => {
  fc.assert(
    fc.property(typed, fc.constantFrom("", " ", "\t"), ({ type, value }, blank) => {
      const written = `${blank}${value.normalize("NFD")}${blank}`
      if (!matchesEntry({ type, mode: "exact", value }, written)) return
      expect(matchesEntry({ type, mode: "normalized", value }, written)).toBe(true)
    }),
    { numRuns: 1_000 }
  )
})

test("an entry matches the value it was made of, in every mode that compares whole values", () => {
  fc.assert(
    fc.property(typed, ({ type, value }) => {
      for (const mode of ["exact", "normalized"] as const) {
        if (entryKey(type, mode, value) !== undefined) expect(matchesEntry({ type, mode, value }, value)).toBe(true)
      }
    }),
    { numRuns: 1_000 }
  )
})

test("normalized entries match exactly the values of one normal form", () => {
  fc.assert(
    fc.property(typed, fc.string({ maxLength: 20 }), ({ type, value }, other) => {
      const same = normalForm(type, value) !== undefined && normalForm(type, value) === normalForm(type, other)
      expect(matchesEntry({ type, mode: "normalized", value }, other)).toBe(same)
    })
  )
})

const bitsOf = (bytes: ReadonlyArray<number>) => bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("")
const v4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))

test("a network matches exactly the addresses that begin with its bits", () => {
  fc.assert(
    fc.property(v4, v4, fc.integer({ min: 8, max: 32 }), fc.boolean(), (network, other, bits, near) => {
      const tried = near ? network.map((byte, index) => (index < 3 ? byte : (other[index] ?? 0))) : other
      const inside = bitsOf(network).slice(0, bits) === bitsOf(tried).slice(0, bits)
      expect(matchesEntry({ type: "ip_address", mode: "cidr", value: `${network.join(".")}/${bits}` }, tried.join("."))).toBe(inside)
    }),
    { numRuns: 1_000 }
  )
})

test("a network of IPv6 matches the addresses in it and not those beside it", () => {
  const entry = { type: "ip_address", mode: "cidr", value: "2001:db8:40::/42" } as const
  expect(matchesEntry(entry, "2001:db8:7f:ffff::1")).toBe(true)
  expect(matchesEntry(entry, "2001:db8:80::1")).toBe(false)
  expect(matchesEntry({ ...entry, value: "198.51.100.0/24" }, "::ffff:198.51.100.7")).toBe(true)
})

test("an entry of a prefix matches exactly the values whose normal form begins with it", () => {
  fc.assert(
    fc.property(phone, fc.stringMatching(/^[0-9]{2,6}$/), fc.boolean(), fc.integer({ min: 2, max: 10 }), (value, other, own, length) => {
      const normal = normalForm("phone", value)
      if (normal === undefined) return
      const prefix = own ? normal.slice(0, length) : other
      const kept = prefix.replace(/^(00)+/u, "")
      if (kept.length < 2) return
      expect(matchesEntry({ type: "phone", mode: "prefix", value: prefix }, value)).toBe(normal.startsWith(kept))
    }),
    { numRuns: 1_000 }
  )
})

test("a domain matches its own mailboxes and those of every domain below, and no other", () => {
  const entry = { type: "email", mode: "domain", value: "Example.com" } as const
  expect(matchesEntry(entry, "a@example.com")).toBe(true)
  expect(matchesEntry(entry, "a@mail.EXAMPLE.com.")).toBe(true)
  expect(matchesEntry(entry, "a@notexample.com")).toBe(false)
  expect(matchesEntry(entry, "example.com@other.org")).toBe(false)
  expect(matchesEntry({ ...entry, value: "bücher.example" }, "a@xn--bcher-kva.example")).toBe(true)
})

test("mailboxes that one person may spell in several ways are one", () => {
  const same = (left: string, right: string) => normalForm("email", left) === normalForm("email", right)
  expect(same("A.Person+news@gmail.com", "aperson@googlemail.com")).toBe(true)
  expect(same("a.person+x@example.com", "A.Person@EXAMPLE.com")).toBe(true)
  expect(same("a.person@example.com", "aperson@example.com")).toBe(false)
  expect(same("josé@example.com", "jose@example.com")).toBe(false)
})

const unseen = fc.constantFrom("\u200b", "\u200d", "\u00ad", "\u202e", "\u2066", "\ufeff", "\u3164", "\ufe0f")
/** The text with marks strewn into it that no one sees. */
const strewn = (text: string) =>
  fc
    .array(fc.tuple(fc.nat({ max: text.length }), unseen), { minLength: 1, maxLength: 6 })
    .map((marks) => marks.reduce((made, [at, mark]) => made.slice(0, at) + mark + made.slice(at), text))

test("marks that nobody sees make no value another, neither in an entry nor in what is looked up", () => {
  const values: ReadonlyArray<readonly [EntryType, ReadonlyArray<"normalized" | "fuzzy" | "prefix" | "domain" | "exact">, string, string]> =
    [
      ["name", ["normalized", "fuzzy"], "Jonathan Smithers", "Jonathan Smithers"],
      ["email", ["normalized"], "a.person@example.org", "a.person@example.org"],
      ["email", ["domain"], "example.org", "a.person@example.org"],
      ["government_id", ["normalized", "prefix"], "AB123456", "AB123456"],
      ["string", ["normalized", "prefix"], "promo-42", "promo-42"],
      ["phone", ["normalized", "prefix"], "+44 20 7946 0958", "+44 20 7946 0958"]
    ]
  for (const [type, modes, value, probe] of values) {
    for (const mode of modes) {
      fc.assert(
        fc.property(strewn(value), (entry) => expect(matchesEntry({ type, mode, value: entry }, probe)).toBe(true)),
        { numRuns: 50 }
      )
      fc.assert(
        fc.property(strewn(probe), (asked) => expect(matchesEntry({ type, mode, value }, asked)).toBe(true)),
        { numRuns: 50 }
      )
    }
  }
  expect(matchesEntry({ type: "string", mode: "exact", value: "promo" }, "pro\u200bmo-42")).toBe(false)
  expect(matchesEntry({ type: "string", mode: "normalized", value: "\u200b" }, "\u200b")).toBe(true)
})

test("a number is the same with the national prefix that is written into it, and only with that one", () => {
  const matches = (value: string, asked: string) => matchesEntry({ type: "phone", mode: "normalized", value }, asked)
  expect(matches("+44 (0)20 7946 0958", "+442079460958")).toBe(true)
  expect(matches("0044 20 7946 0958", "+44(0) 20-7946-0958")).toBe(true)
  expect(matches("+44 20 7946 0958", "+44 (020) 7946 0958")).toBe(false)
  expect(matches("(0)20 7946 0958", "020 7946 0958")).toBe(true)
})

test("names are compared without order, case, accents and signs", () => {
  expect(normalForm("name", "GARCÍA-López, María")).toBe(normalForm("name", "Maria Garcia Lopez"))
  expect(normalForm("name", "...")).toBeUndefined()
})

test("values that a mode cannot read make no entry", () => {
  const refused = [
    ["email", "domain", "com"],
    ["email", "domain", "a@example.com"],
    ["email", "domain", "203.0.113.7"],
    ["email", "normalized", "nobody"],
    ["ip_address", "cidr", "10.0.0.0/7"],
    ["ip_address", "cidr", "2001:db8::/15"],
    ["ip_address", "cidr", "10.0.0.0/33"],
    ["ip_address", "normalized", "010.0.0.1"],
    ["phone", "prefix", "+4"],
    ["phone", "normalized", "call me"],
    ["country", "normalized", "XQ"],
    ["string", "prefix", "x".repeat(65)],
    ["face", "exact", "a face"],
    ["phone", "cidr", "+44 20"]
  ] as const
  for (const [type, mode, value] of refused)
    expect([type, mode, value, entryKey(type, mode, value)]).toEqual([type, mode, value, undefined])
})

test("a look-up asks for a bounded number of keys, whatever the value", () => {
  fc.assert(
    fc.property(typed, ({ type, value }) => lookUpKeys(type, value).length <= 130),
    { numRuns: 1_000 }
  )
  expect(lookUpKeys("ip_address", "2001:db8::1").length).toBeLessThanOrEqual(130)
  expect(lookUpKeys("string", "x".repeat(512)).length).toBeLessThanOrEqual(130)
  expect(lookUpKeys("email", `a@${"x.".repeat(19)}example`).length).toBeLessThanOrEqual(130)
})

test("types and modes do not meet: a value is found only by entries of its own type", () => {
  fc.assert(
    fc.property(typed, fc.constantFrom(...listed), ({ type, value }, other) => {
      fc.pre(type !== other)
      for (const mode of modesOf[type]) {
        const key = entryKey(type, mode, value)
        if (key !== undefined) expect(lookUpKeys(other, value)).not.toContain(key)
      }
    })
  )
})

test("the exact form keeps what was written", () => expect(exactForm(" Ann  Example ")).toBe("Ann  Example"))

const nameText = fc
  .array(
    fc.constantFrom("Maria", "García", "López", "John", "Smith", "Иван", "Петров", "Muhammad", "Ali", "Øystein", "O'Neil", "王", "Xu"),
    {
      minLength: 1,
      maxLength: 5
    }
  )
  .map((words) => words.join(" "))

test("what matches normalized matches by likeness, in any order of its words", () => {
  fc.assert(
    fc.property(fc.oneof(nameText, anyText), (value) => {
      if (entryKey("name", "fuzzy", value) === undefined) return
      const turned = value.toUpperCase().split(" ").toReversed().join(" ")
      if (!matchesEntry({ type: "name", mode: "normalized", value }, turned)) return
      expect(matchesEntry({ type: "name", mode: "fuzzy", value }, turned)).toBe(true)
    }),
    { numRuns: 300 }
  )
})

test("names are alike a letter, a spelling or an alphabet apart, and not by an initial or one shared word", () => {
  const alike = (value: string, other: string) => matchesEntry({ type: "name", mode: "fuzzy", value }, other)
  const same = [
    ["John Smith", "Jon Smyth"],
    ["Mohammed Ali", "Muhammad Ali"],
    ["Katherine Jones", "JONES, Catherine"],
    ["Иван Петров", "Ivan Petrov"],
    ["Maria Garcia Lopez", "María García"],
    ["Lopes, Maria Garcia", "María García López"]
  ] as const
  const others = [
    ["John Smith", "Jane Smith"],
    ["John Smith", "J. Smith"],
    ["Peter Muller", "Petra Muller"],
    ["Madonna", "Madonna Smith"]
  ] as const
  expect(same.filter(([value, other]) => !alike(value, other) || !alike(other, value))).toEqual([])
  expect(others.filter(([value, other]) => alike(value, other) || alike(other, value))).toEqual([])
})

test("a name has at most thirty keys of likeness, and every one is made of its words alone", () => {
  fc.assert(fc.property(anyText, (value) => alikeKeys(value).length <= 30))
  expect(alikeKeys("a b c d e f g h i j").length).toBeLessThanOrEqual(30)
  expect(alikeKeys("...")).toEqual([])
})

const weighed: fc.Arbitrary<Weighed> = fc
  .record({ kind: fc.constantFrom("allow", "block", "flag"), entry_type: fc.constantFrom("email", "phone"), strict: fc.boolean() })
  .map(({ entry_type, kind, strict }) => ({
    kind,
    entry_type,
    action: kind === "allow" ? "approve" : kind === "block" ? (strict ? "decline" : "review") : strict ? "review" : "tag"
  }))

test("of one type of value an allowed one overrides every other, and a block every flag", () => {
  fc.assert(
    fc.property(fc.array(weighed, { maxLength: 12 }), (matches) => {
      const counting = effective(matches)
      for (const type of ["email", "phone"] as const) {
        const own = matches.filter(({ entry_type }) => entry_type === type)
        const kinds = new Set(own.map(({ kind }) => kind))
        const strongest = kinds.has("allow") ? "allow" : kinds.has("block") ? "block" : "flag"
        expect(counting.filter(({ entry_type }) => entry_type === type)).toEqual(own.filter(({ kind }) => kind === strongest))
      }
    })
  )
})

const possibly: fc.Arbitrary<Weighed> = fc
  .record({ kind: fc.constantFrom("block", "flag"), entry_type: fc.constantFrom("email", "phone") })
  .map(({ entry_type, kind }) => ({ kind, entry_type, action: "review", possible: true }))

test("what is only possibly a match silences nothing, and is silenced as it would be by its kind", () => {
  fc.assert(
    fc.property(fc.array(weighed, { maxLength: 8 }), fc.array(possibly, { maxLength: 4 }), (certain, doubtful) => {
      const counting = effective([...certain, ...doubtful])
      expect(counting.filter(({ possible }) => possible !== true)).toEqual([...effective(certain)])
      for (const match of doubtful) {
        const stronger = certain.some(
          ({ entry_type, kind }) => entry_type === match.entry_type && (kind === "allow" || (kind === "block" && match.kind === "flag"))
        )
        expect(counting.includes(match)).toBe(!stronger)
      }
    })
  )
})

test("another match never makes the outcome of an other type milder", () => {
  const rank = { passed: 0, review: 1, failed: 2 } as const
  fc.assert(
    fc.property(fc.array(weighed, { maxLength: 8 }), weighed, (matches, more) => {
      const others = matches.filter(({ entry_type }) => entry_type !== more.entry_type)
      expect(rank[outcomeOf(effective([...matches, more]))]).toBeGreaterThanOrEqual(rank[outcomeOf(effective(others))])
    })
  )
})
