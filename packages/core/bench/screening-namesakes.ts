// Prints how a date of birth and a country part namesakes from matches: listed names asked with facts of a stranger, by how far they lie apart, and
// with facts of the same person as clerks get them wrong. Run: bun packages/core/bench/screening-namesakes.ts FOLDER [seed] [--misses]
import type { ScreeningQuery } from "../src/verification/screening/engine/query.ts"
import { index } from "../src/verification/screening/engine/screening-index.ts"
import type { ListRecord } from "../src/verification/screening/record.ts"
import { type Chance, chanceOf, makeRecords, pick } from "./screening-generator.ts"
import { readRecords, sampleFolder } from "./screening-sample.ts"

const folder = sampleFolder()
const seed = Number(process.argv[3] ?? "1") || 1
const sample = await readRecords(folder)
const chance = chanceOf(seed)
const persons = sample.filter(({ births, type }) => type === "person" && births.length > 0)
const dated = persons.filter(({ births }) => births.some(({ precision }) => precision === "day"))
const pad = (part: number): string => String(part).padStart(2, "0")
const strangeCountries = ["SE", "NZ", "PT", "CL", "IE", "FI", "UY", "IS"]

const yearsOf = ({ births }: ListRecord): ReadonlyArray<number> =>
  births.flatMap(({ from, to }) => [Number(from.slice(0, 4)), Number(to.slice(0, 4))])
const anyDay = (year: number): string => `${year}-${pad(1 + Math.floor(chance() * 12))}-${pad(1 + Math.floor(chance() * 28))}`
/** A year this far from every listed one, on either side of them. */
const yearApart = (person: ListRecord, least: number, most: number): number => {
  const apart = least + Math.floor(chance() * (most - least + 1))
  const years = yearsOf(person)
  return chance() < 0.5 ? Math.min(...years) - apart : Math.max(...years) + apart
}
const nameOf = ({ names }: ListRecord): string => names[0]?.full ?? ""
const dayOf = ({ births }: ListRecord): string => births.find(({ precision }) => precision === "day")?.from ?? ""

type Facts = (person: ListRecord, chance: Chance) => Partial<ScreeningQuery>
const own = (person: ListRecord): Partial<ScreeningQuery> =>
  person.countries.length === 0 ? {} : { countries: [pick(person.countries, chance)] }
const strange = (): Partial<ScreeningQuery> => ({ countries: [pick(strangeCountries, chance)] })

const strangers: Readonly<Record<string, Facts>> = {
  "10 years and more, other country": (person) => ({ date_of_birth: anyDay(yearApart(person, 10, 30)), ...strange() }),
  "10 years and more, no country": (person) => ({ date_of_birth: anyDay(yearApart(person, 10, 30)) }),
  "10 years and more, same country": (person) => ({ date_of_birth: anyDay(yearApart(person, 10, 30)), ...own(person) }),
  "5 to 9 years, other country": (person) => ({ date_of_birth: anyDay(yearApart(person, 5, 9)), ...strange() }),
  "5 to 9 years, same country": (person) => ({ date_of_birth: anyDay(yearApart(person, 5, 9)), ...own(person) }),
  "2 to 4 years, other country": (person) => ({ date_of_birth: anyDay(yearApart(person, 2, 4)), ...strange() }),
  "2 to 4 years, no country": (person) => ({ date_of_birth: anyDay(yearApart(person, 2, 4)) }),
  "2 to 4 years, same country": (person) => ({ date_of_birth: anyDay(yearApart(person, 2, 4)), ...own(person) }),
  "2 to 4 years, year only, no country": (person) => ({ date_of_birth: String(yearApart(person, 2, 4)) }),
  "5 years and more, year only, same country": (person) => ({ date_of_birth: String(yearApart(person, 5, 20)), ...own(person) }),
  "next year, other day, other country": (person) => ({ date_of_birth: anyDay(yearApart(person, 1, 1)), ...strange() }),
  "same year, other day, other country": (person) => ({ date_of_birth: anyDay(Number(dayOf(person).slice(0, 4)) || 1900), ...strange() })
}

const withDigit = (text: string, at: number, digit: string): string => text.slice(0, at) + digit + text.slice(at + 1)
const isDay = (text: string): boolean => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
/** The day with one digit at one of these places wrong, still a day. */
const slipped = (day: string, places: ReadonlyArray<number>): string => {
  for (let tries = 0; tries < 200; tries++) {
    const made = withDigit(day, pick(places, chance), String(Math.floor(chance() * 10)))
    if (made !== day && isDay(made)) return made
  }
  return day
}
const shifted = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`.replace(/-02-29$/u, "-02-28")

const clerks: Readonly<Record<string, Facts>> = {
  "the day as listed": (person) => ({ date_of_birth: dayOf(person) }),
  "the year alone": (person) => ({ date_of_birth: dayOf(person).slice(0, 4) }),
  "year off by one": (person) => ({ date_of_birth: shifted(dayOf(person), chance() < 0.5 ? 1 : -1) }),
  "year off by one, other country": (person) => ({ date_of_birth: shifted(dayOf(person), chance() < 0.5 ? 1 : -1), ...strange() }),
  "day and month swapped": (person) => {
    const [year, month, day] = dayOf(person).split("-")
    return { date_of_birth: Number(day) <= 12 ? `${year}-${day}-${month}` : dayOf(person) }
  },
  "one digit of day or month": (person) => ({ date_of_birth: slipped(dayOf(person), [5, 6, 8, 9]) }),
  "one digit of the year": (person) => ({ date_of_birth: slipped(dayOf(person), [2, 3]) }),
  "one digit of the year, same country": (person) => ({ date_of_birth: slipped(dayOf(person), [2, 3]), ...own(person) }),
  "two digits of the year swapped": (person) => {
    const day = dayOf(person)
    return { date_of_birth: `${day.slice(0, 2)}${day.charAt(3)}${day.charAt(2)}${day.slice(4)}` }
  }
}

for (const [list, records] of [
  ["the sample", sample],
  ["a made list", [...sample, ...makeRecords(sample, 43_000, 7 + seed)]]
] as const) {
  const screening = index(records)
  for (const [title, kinds, people] of [
    ["Strangers", strangers, persons],
    ["The same people", clerks, dated]
  ] as const) {
    console.log(
      `\n### ${title}, ${list} (${records.length} records, seed ${seed})\n\n| facts | N | their namesake is a hit | anyone is |\n| --- | ---: | ---: | ---: |`
    )
    for (const [kind, facts] of Object.entries(kinds)) {
      const made = people.map((person) => {
        const query: ScreeningQuery = { name: nameOf(person), type: "person", ...facts(person, chance) }
        return { person, query, hits: screening.search(query).hits }
      })
      const share = (of: number): string => `${((100 * of) / made.length).toFixed(1)} %`
      const self = made.filter(({ hits, person }) => hits.some(({ uid }) => uid === person.uid))
      console.log(`| ${kind} | ${made.length} | ${share(self.length)} | ${share(made.filter(({ hits }) => hits.length > 0).length)} |`)
      if (!process.argv.includes("--misses")) continue
      const wrong = people === persons ? made.filter(({ hits }) => hits.length > 0) : made.filter((each) => !self.includes(each))
      for (const { hits, person, query } of wrong.slice(0, 6)) {
        const [hit] = hits
        console.log(
          `  ${JSON.stringify(query)} ~ ${JSON.stringify(person.births.map(({ circa, from, to }) => (circa ? "c " : "") + from + (to === from ? "" : `..${to}`)))} ${hit?.score.toFixed(2)} ${hit?.explanation.matched_name} ${JSON.stringify(hit?.explanation.qualifiers)}`
        )
      }
    }
  }
}
