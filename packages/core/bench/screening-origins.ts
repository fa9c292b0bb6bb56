// Prints by origin and script how many listed people the screening engine finds when they are asked for in another spelling, and how often it
// alerts on people who are not listed: others of the origin, names put together of two listed ones, and namesakes born in other years. The list
// and the people are made, so that the figures need no data from outside. Rules were made looking at even seeds; odd ones are measured.
// `--held-out` asks for other words of origins whose rules are general tables.
// `--compounds` asks for names put together of parts that very many names share, `--systems` for names of syllables in whole systems of romanization.
// `--even` lists equally many people of each origin. Seeds with commas between them are measured together.
// `--intervals` adds the interval of 95 % (Wilson) in which the share of all such names is.
// Run: bun packages/core/bench/screening-origins.ts [seeds] [--held-out | --compounds | --systems] [--even] [--misses] [--intervals]
import type { ScreeningQuery } from "../src/verification/screening/engine/query.ts"
import { share as wilson } from "../src/resources/audit-findings/wilson.ts"
import { index } from "../src/verification/screening/engine/screening-index.ts"
import { bareRecord, type ListRecord } from "../src/verification/screening/record.ts"
import { companiesOf } from "./names/made-companies.ts"
import { compounds, heldOut, type Origin, origins, systems } from "./names/origins.ts"
import { freshPerson, keysOf, type Person, personOf, soundOf, written } from "./names/people.ts"
import { type Chance, chanceOf, misspell, pick } from "./screening-generator.ts"

const seeds = (process.argv[2] ?? "1").split(",").map((seed) => Number(seed) || 1)
const withIntervals = process.argv.includes("--intervals")
const shows = process.argv.includes("--misses")
const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice(7)
/** Listed people of an origin: many where names are made of few syllables, as on lists in use; `--even` lists as many of each, so that origins compare. */
const few = 60
const even = process.argv.includes("--even")
const listedOf = { words: few, syllables: even ? few : 500, Burmese: even ? few : 300, Vietnamese: few } as const
const asked = 300

const pad = (part: number): string => String(part).padStart(2, "0")
const birthOf = (chance: Chance): string =>
  `${1945 + Math.floor(chance() * 60)}-${pad(1 + Math.floor(chance() * 12))}-${pad(2 + Math.floor(chance() * 27))}`

interface Listed {
  readonly person: Person
  readonly record: ListRecord
  readonly name: string
  readonly own: boolean
  readonly which: number
  readonly birth: string | null
}

const nameOf = (full: string, kind: "primary" | "alias" = "primary") => ({ full, kind, parts: null, script: null, language: null })

const countOf = ({ name, syllables }: Origin): number =>
  name === "Burmese" || name === "Vietnamese" ? listedOf[name] : syllables ? listedOf.syllables : listedOf.words

/** Listed people, no two of one name: three in four by a Latin spelling, the others by their own script; one in three has no birth date. */
const peopleOf = (origin: Origin, chance: Chance): ReadonlyArray<Listed> => {
  const known = new Set<string>()
  return Array.from({ length: countOf(origin) }, (_, place) => {
    const person = freshPerson(() => personOf(origin, false, chance), known)
    for (const key of keysOf(person)) known.add(key)
    const own = origin.script !== "Latin" && place % 4 === 0
    const which = Math.floor(chance() * 3)
    const birth = chance() < 0.67 ? birthOf(chance) : null
    const name = written(person, own, which)
    const record = bareRecord({
      list: "made",
      edition: "1",
      uid: `${origin.name}:${place}`,
      type: "person",
      names: [nameOf(name)],
      births: birth === null ? [] : [{ from: birth, to: birth, precision: "day", circa: false }],
      countries: [origin.country]
    })
    return { person, record, name, own, which, birth }
  })
}

type Kind = "own script" | "other spelling" | "slip" | "reordered" | "alone" | "stranger" | "recombined" | "namesake"

interface Asked {
  readonly kind: Kind
  readonly origin: string
  readonly query: ScreeningQuery
  /** Record to be found; null for someone who is not listed. */
  readonly expected: string | null
  /** True of someone who is not listed and whose name sounds as that of someone who is: no birth date of the list tells them apart in one of three. */
  readonly homophone?: boolean
}

const queryOf = (name: string, origin: Origin, birth: string | null): ScreeningQuery => ({
  name,
  type: "person",
  countries: [origin.country],
  ...(birth === null ? {} : { date_of_birth: birth })
})

const reordered = (name: string): string => {
  const words = name.split(" ")
  return words.length < 2 ? name : [...words.slice(-1), ...words.slice(0, -1)].join(" ")
}

const variantsOf = (origin: Origin, listed: ReadonlyArray<Listed>, chance: Chance): ReadonlyArray<Asked> =>
  Array.from({ length: asked }, (_, place): Asked => {
    const { birth, name, own, person, record, which } = pick(listed, chance)
    const ways: ReadonlyArray<Kind> =
      origin.script === "Latin"
        ? ["other spelling", "slip", "reordered"]
        : own
          ? ["other spelling"]
          : ["own script", "own script", "other spelling", "slip", "reordered"]
    const kind = ways[place % ways.length] ?? "slip"
    const other = own ? which : which + 1
    const text: Readonly<Partial<Record<Kind, () => string>>> = {
      "own script": () => written(person, true, 0),
      "other spelling": () => written(person, false, other),
      slip: () => misspell(name, chance),
      reordered: () => reordered(name)
    }
    return {
      kind,
      origin: origin.name,
      query: queryOf(text[kind]?.() ?? name, origin, chance() < 0.5 ? birth : null),
      expected: record.uid
    }
  })

const strangersOf = (origin: Origin, listed: ReadonlyArray<Listed>, chance: Chance): ReadonlyArray<Asked> => {
  const known = new Set(listed.flatMap(({ person }) => keysOf(person)))
  const sounds = new Set(listed.map(({ person }) => soundOf(person)))
  const fresh = (make: () => Person): Person => freshPerson(make, known)
  const ask = (kind: Kind, person: Person, place: number): Asked => {
    const own = origin.script !== "Latin" && place % 2 === 1
    return {
      kind,
      origin: origin.name,
      query: queryOf(written(person, own, Math.floor(chance() * 2)), origin, birthOf(chance)),
      expected: null,
      homophone: sounds.has(soundOf(person))
    }
  }
  return [
    ...Array.from({ length: asked }, (_, place) =>
      ask(
        "stranger",
        fresh(() => personOf(origin, true, chance)),
        place
      )
    ),
    ...Array.from({ length: asked }, (_, place) =>
      ask(
        "recombined",
        fresh(() => ({ ...pick(listed, chance).person, family: pick(listed, chance).person.family })),
        place
      )
    ),
    ...Array.from({ length: asked }, (): Asked => {
      const { birth, name } = pick(
        listed.filter((each) => each.birth !== null),
        chance
      )
      const year = Number((birth ?? "1970").slice(0, 4)) + (chance() < 0.5 ? -1 : 1) * (6 + Math.floor(chance() * 20))
      return {
        kind: "namesake",
        origin: origin.name,
        query: queryOf(name, origin, `${year}-${pad(1 + Math.floor(chance() * 12))}-${pad(2 + Math.floor(chance() * 27))}`),
        expected: null
      }
    })
  ]
}

const groups = { "--held-out": heldOut, "--compounds": compounds, "--systems": systems }
const group = Object.entries(groups).find(([flag]) => process.argv.includes(flag))?.[1] ?? origins
const used = group.filter(({ name }) => only === undefined || name === only)

interface Count {
  all: number
  hits: number
}
const counts = new Map<string, Count>()
const add = (key: string, hit: boolean): void => {
  const count = counts.get(key) ?? { all: 0, hits: 0 }
  counts.set(key, { all: count.all + 1, hits: count.hits + Number(hit) })
}
const share = (key: string): string => {
  const count = counts.get(key)
  if (count === undefined) return ""
  const percent = (value: number | null): string => (100 * (value ?? 0)).toFixed(1)
  const { lower, n, upper } = wilson(count.hits, count.all)
  const interval = withIntervals ? ` [${percent(lower)}–${percent(upper)}]` : ""
  return `${percent(count.hits / count.all)}${interval} (${n})`
}

type Screening = ReturnType<typeof index>
type NamesOf = (uid: string) => string | undefined

const ask = ({ expected, homophone, kind, origin, query }: Asked, screening: Screening, nameOf: NamesOf): void => {
  const { hits } = screening.search(query)
  // Another listed person with the very name of a namesake is an alert that no data avoids.
  const hit = expected === null ? hits.length > 0 : hits.some(({ uid }) => uid === expected)
  const group = expected === null ? "alerts" : "recall"
  for (const of of [origin, origin === "companies" ? "all companies" : "all people"]) {
    add(`${group}/${of}/${kind}`, hit)
    if (homophone !== undefined) add(`${group}/${of}/${kind}, ${homophone ? "of one sound" : "of other sounds"}`, hit)
    if (expected !== null) add(`${group}/${of}/all`, hit)
  }
  if (!shows || hit === (expected !== null)) return
  const [best] =
    expected === null ? hits : screening.search(query, { threshold: 0.2, limit: 500 }).hits.filter(({ uid }) => uid === expected)
  const words = best?.explanation.words
    .map(({ how, listed, query: word, similarity }) => `${word}~${listed} ${how} ${similarity.toFixed(2)}`)
    .join(", ")
  const listedName = nameOf(expected ?? "")
  console.log(
    `${expected === null ? "ALERT" : "MISS"} ${origin} ${kind} | ${query.name} ${query.date_of_birth ?? ""} | ${best?.explanation.matched_name ?? listedName} ${best?.score.toFixed(3)} | ${words} | left ${best?.explanation.unmatched.query} / ${best?.explanation.unmatched.listed}`
  )
}

/** Kinds of searches for companies, in their order. */
const companyKinds = new Set<string>()

/** Makes the list of a seed and asks for its people and companies; returns how many records it has. */
const measure = (seed: number): number => {
  const chance = chanceOf(7_000 + seed)
  const people = used.map((origin) => ({ origin, listed: peopleOf(origin, chance) }))
  const companies = companiesOf(chance)
  const records = [...people.flatMap(({ listed }) => listed.map(({ record }) => record)), ...companies.records]
  const screening = index(records)
  const nameOf: NamesOf = (expected) => records.find(({ uid }) => uid === expected)?.names[0]?.full
  for (const { listed, origin } of people)
    for (const each of [...variantsOf(origin, listed, chance), ...strangersOf(origin, listed, chance)]) ask(each, screening, nameOf)
  if (only === undefined || only === "companies")
    for (const each of companies.asked) {
      companyKinds.add(each.kind)
      ask({ ...each, origin: "companies" as string, kind: each.kind as Kind }, screening, nameOf)
    }
  return screening.size
}
const sizes = seeds.map(measure)

const kinds = ["own script", "other spelling", "slip", "reordered", "all"]
console.log(
  `\n### Found of listed people, in % (seeds ${seeds.join(", ")}: ${sizes.join(", ")} records)\n\n| origin | ${kinds.join(" | ")} |\n| --- |${" ---: |".repeat(kinds.length)}`
)
for (const name of [...used.map((origin) => origin.name), "all people"])
  console.log(`| ${name} | ${kinds.map((kind) => share(`recall/${name}/${kind}`)).join(" | ")} |`)
const alerts = ["stranger", "stranger, of other sounds", "recombined", "recombined, of other sounds", "namesake"]
console.log(
  `\n### Alerts on people who are not listed, in %\n\n| origin | ${alerts.join(" | ")} |\n| --- |${" ---: |".repeat(alerts.length)}`
)
for (const name of [...used.map((origin) => origin.name), "all people"])
  console.log(`| ${name} | ${alerts.map((kind) => share(`alerts/${name}/${kind}`)).join(" | ")} |`)
console.log("\n### Companies, in %\n\n| case | found | alerts |\n| --- | ---: | ---: |")
for (const kind of companyKinds) console.log(`| ${kind} | ${share(`recall/companies/${kind}`)} | ${share(`alerts/companies/${kind}`)} |`)
