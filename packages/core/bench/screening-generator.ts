// Makes lists of any size, and searches of them, out of the words of a sample: recombined names, namesakes and misspellings. Seeded, so that
// two runs see the same.
import type { ScreeningQuery } from "../src/verification/screening/engine/query.ts"
import type { ListRecord, RecordName } from "../src/verification/screening/record.ts"

export type Chance = () => number

/** A small generator of numbers from 0 to 1 (mulberry32). */
export const chanceOf = (seed: number): Chance => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const pick = <A>(items: ReadonlyArray<A>, chance: Chance): A => {
  const item = items[Math.floor(chance() * items.length)]
  if (item === undefined) throw new Error("Nothing to pick from")
  return item
}

const wordsOf = (name: string): ReadonlyArray<string> => name.split(/[\s,]+/u).filter((word) => word !== "")

/** Share of the words of a made list that are new: real lists of 43,000 names have some 30,000 words. */
const newWords = 0.22

const spliced = (one: string, other: string): string => one.slice(0, Math.max(2, one.length >> 1)) + other.slice(other.length >> 1)

interface Words {
  readonly first: ReadonlyArray<string>
  readonly rest: ReadonlyArray<string>
}

const wordsByPlace = (records: ReadonlyArray<ListRecord>): Words => {
  const names = records.flatMap(({ names: all }) => all.map(({ full }) => wordsOf(full))).filter((words) => words.length > 1)
  return { first: names.map(([word = ""]) => word), rest: names.flatMap((words) => words.slice(1)) }
}

const madeName = (name: RecordName, { first, rest }: Words, chance: Chance): RecordName => {
  const made = wordsOf(name.full).map((word, place) => {
    if (word.length < 3) return word
    const words = place === 0 ? first : rest
    return chance() < newWords ? spliced(pick(words, chance), pick(words, chance)) : pick(words, chance)
  })
  return { ...name, full: made.join(" ") }
}

const shifted = (date: string, years: number): string => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`.replace(/-02-29$/u, "-02-28")

/** Records with at least this many names in all, each shaped like one of the sample with other words, dates and numbers. */
export const makeRecords = (sample: ReadonlyArray<ListRecord>, names: number, seed: number): ReadonlyArray<ListRecord> => {
  const chance = chanceOf(seed)
  const byType = new Map<string, Words>()
  for (const type of new Set(sample.map((record) => record.type)))
    byType.set(type, wordsByPlace(sample.filter((record) => record.type === type)))
  const made: Array<ListRecord> = []
  let count = 0
  while (count < names) {
    const like = pick(sample, chance)
    const words = byType.get(like.type)
    if (words === undefined || words.first.length === 0) continue
    const years = Math.floor(chance() * 30) - 15
    made.push({
      ...like,
      uid: `made:${made.length}`,
      names: like.names.map((name) => madeName(name, words, chance)),
      births: like.births.map((date) => ({ ...date, from: shifted(date.from, years), to: shifted(date.to, years) })),
      identifiers: like.identifiers.map((identifier, place) => ({
        ...identifier,
        value: `${identifier.value.slice(0, 3)}${made.length}${place}77`
      }))
    })
    count += like.names.length
  }
  return made
}

const letters = "abcdefghijklmnopqrstuvwxyz"

/** One slip: a letter changed, added, left out, doubled, or swapped with the next. */
export const misspell = (name: string, chance: Chance): string => {
  const places = [...name.matchAll(/[a-z]/giu)].map(({ index }) => index)
  if (places.length === 0) return name
  const at = pick(places, chance)
  const kind = Math.floor(chance() * 5)
  const [start, letter, next, end] = [name.slice(0, at), name.charAt(at), name.charAt(at + 1), name.slice(at + 2)]
  if (kind === 0) return start + pick([...letters], chance) + next + end
  if (kind === 1) return start + letter + pick([...letters], chance) + next + end
  if (kind === 2) return start + next + end
  if (kind === 3) return start + letter + letter + next + end
  return next === " " || next === "" ? start + letter + letter + next + end : start + next + letter + end
}

const birthOf = (record: ListRecord): string | undefined => {
  const [date] = record.births
  return date === undefined ? undefined : date.precision === "day" ? date.from : date.from.slice(0, 4)
}

const queryOf = (record: ListRecord, name: string, birth: string | undefined, country: string | undefined): ScreeningQuery => ({
  name,
  type: record.type,
  ...(birth === undefined ? {} : { date_of_birth: birth }),
  ...(country === undefined ? {} : { countries: [country] })
})

const strongNames = (record: ListRecord): ReadonlyArray<string> =>
  record.names.filter(({ kind }) => kind !== "weak").map(({ full }) => full)

export const noises = {
  slip: (name, chance) => misspell(name, chance),
  two_slips: (name, chance) => misspell(misspell(name, chance), chance),
  reordered: (name) => [...wordsOf(name).slice(-1), ...wordsOf(name).slice(0, -1)].join(" "),
  reordered_slip: (name, chance) => misspell([...wordsOf(name).slice(-1), ...wordsOf(name).slice(0, -1)].join(" "), chance),
  middle_dropped: (name) => (wordsOf(name).length > 2 ? [...wordsOf(name).slice(0, 1), ...wordsOf(name).slice(-1)].join(" ") : name),
  initial: (name) =>
    wordsOf(name)
      .map((word, place, all) => (place === 1 && all.length > 2 ? `${word.charAt(0)}.` : word))
      .join(" "),
  joined: (name) =>
    wordsOf(name).slice(0, 2).join("") +
    wordsOf(name)
      .slice(2)
      .map((word) => ` ${word}`)
      .join("")
} as const satisfies Record<string, (name: string, chance: Chance) => string>

export interface MadeSearch {
  readonly kind: string
  readonly query: ScreeningQuery
  readonly expected: string | null
}

/** Searches that must find: each person's or organization's name with one noise, half of them with a date and a country. */
export const makePositives = (records: ReadonlyArray<ListRecord>, each: number, seed: number): ReadonlyArray<MadeSearch> => {
  const chance = chanceOf(seed)
  const usable = records.filter((record) => strongNames(record).some((name) => wordsOf(name).length > 1 && name.length > 8))
  return Object.entries(noises).flatMap(([kind, noise]) =>
    Array.from({ length: each }, () => {
      const record = pick(usable, chance)
      const name = pick(
        strongNames(record).filter((text) => wordsOf(text).length > 1),
        chance
      )
      const facts = chance() < 0.5
      return {
        kind,
        query: queryOf(record, noise(name, chance), facts ? birthOf(record) : undefined, facts ? record.countries[0] : undefined),
        expected: record.uid
      }
    })
  )
}

const anyBirth = (chance: Chance): string =>
  `${1940 + Math.floor(chance() * 65)}-${String(1 + Math.floor(chance() * 12)).padStart(2, "0")}-${String(1 + Math.floor(chance() * 28)).padStart(2, "0")}`

const countries = ["US", "DE", "FR", "BR", "IN", "AU", "CA", "GB", "ZA", "SE"]

/** Searches that must not alert: names put together of two listed persons, and listed names with another date and country. */
export const makeNegatives = (records: ReadonlyArray<ListRecord>, each: number, seed: number): ReadonlyArray<MadeSearch> => {
  const chance = chanceOf(seed)
  const persons = records.filter((record) => record.type === "person" && wordsOf(strongNames(record)[0] ?? "").length > 1)
  const recombined = Array.from({ length: each }, (): MadeSearch => {
    const [one, other] = [pick(persons, chance), pick(persons, chance)]
    const name = [...wordsOf(strongNames(one)[0] ?? "").slice(0, -1), ...wordsOf(strongNames(other)[0] ?? "").slice(-1)].join(" ")
    return { kind: "recombined", query: queryOf(one, name, anyBirth(chance), one.countries[0]), expected: null }
  })
  const namesake = Array.from({ length: each }, (): MadeSearch => {
    const person = pick(
      persons.filter((record) => record.births.length > 0),
      chance
    )
    return {
      kind: "namesake",
      query: queryOf(person, strongNames(person)[0] ?? "", anyBirth(chance), pick(countries, chance)),
      expected: null
    }
  })
  return [...recombined, ...namesake]
}
