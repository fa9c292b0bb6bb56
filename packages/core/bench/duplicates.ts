// Prints precision and recall of the suggestions of duplicates on made pairs of people of many cultures, beside two simple rules. Names are those of
// bench/names; the half that is held out was never adjusted on. Run: bun packages/core/bench/duplicates.ts [--adjusted] [--misses]
import { comparePair, nameScores } from "../src/flows/identities/duplicates/compare.ts"
import { bandOf } from "../src/flows/identities/duplicates/weights.ts"
import { settled } from "../src/resources/identities/change.ts"
import { noDetails } from "../src/resources/identities/details.ts"
import type { Party } from "../src/resources/identities/merging/merged-record.ts"
import { newIdentity } from "../src/resources/identities/model.ts"
import { normalizedText } from "../src/verification/names/text/normalized.ts"
import { cultures } from "./names/cultures.ts"
import { type Half, pairsOfCulture } from "./names/pairs.ts"
import { jaroWinkler } from "./screening-baseline.ts"
import { chanceOf, pick } from "./screening-generator.ts"

const half: Half = process.argv.includes("--adjusted") ? "adjusted" : "held out"
const chance = chanceOf(half === "adjusted" ? 2 : 3)
const pad = (part: number): string => String(part).padStart(2, "0")
const at = "2026-01-01T00:00:00.000Z"
const source = { type: "manual", session_id: null, at } as const

interface Person {
  readonly name: { readonly first_name?: string; readonly last_name?: string; readonly display_name?: string }
  readonly birth: string | null
  readonly address: string | null
  readonly phone: string | null
  readonly email: string | null
}

let made = 0
const unique = (): number => {
  made += 1
  return made
}
const birth = (): string =>
  `${1945 + Math.floor(chance() * 60)}-${pad(1 + Math.floor(chance() * 12))}-${pad(1 + Math.floor(chance() * 28))}`
const address = (): string =>
  `${1 + Math.floor(chance() * 200)} ${pick(["High Street", "Station Road", "Mill Lane"], chance)}, Town ${unique()}`
const phone = (): string => `+44 20 ${String(70_000_000 + unique())}`
const email = (): string => `person.${unique()}@example.com`

/** As it was, another one, or none, in these shares. */
const again = (value: string | null, make: () => string, kept: number, changed: number): string | null => {
  const drawn = chance()
  return drawn < kept ? value : drawn < kept + changed ? make() : null
}
const slipped = (date: string): string => {
  const [year = "", month = "", day = ""] = date.split("-")
  return Number(day) <= 12 && day !== month ? [year, day, month].join("-") : `${date.slice(0, 9)}${(Number(date.slice(9)) + 1) % 10}`
}

const first = (name: Person["name"]): Person => ({
  name,
  birth: chance() < 0.95 ? birth() : null,
  address: again(address(), address, 0.8, 0),
  phone: again(phone(), phone, 0.8, 0),
  email: again(email(), email, 0.8, 0)
})
/** The same person another time: people move, change phones, and mistype a date. */
const second = (person: Person, name: Person["name"]): Person => {
  const drawn = chance()
  return {
    name,
    birth: person.birth === null || drawn < 0.05 ? null : drawn < 0.1 ? slipped(person.birth) : person.birth,
    address: again(person.address, address, 0.4, 0.35),
    phone: again(person.phone, phone, 0.45, 0.3),
    email: again(person.email, email, 0.45, 0.3)
  }
}
/** Someone of the same household: the address, and at times the phone, the mail address or, of twins, the birth date. */
const housemate = (person: Person, name: Person["name"]): Person => ({
  ...first(name),
  birth: chance() < 0.05 ? person.birth : birth(),
  address: person.address,
  phone: chance() < 0.3 ? person.phone : phone(),
  email: chance() < 0.1 ? person.email : email()
})
/** Someone else with such a name; of every 50 one born on the same day. */
const namesake = (person: Person, name: Person["name"]): Person => ({ ...first(name), birth: chance() < 0.02 ? person.birth : birth() })

const partyOf = (id: string, person: Person): Party => ({
  row: settled({
    ...newIdentity({ id, environment: "sandbox", at }),
    ...person.name,
    ...(person.name.display_name === undefined ? {} : { sources: { display_name: source } }),
    date_of_birth: person.birth
  }),
  details: {
    ...noDetails,
    addresses: person.address === null ? [] : [{ text: person.address, source }],
    phones: person.phone === null ? [] : [person.phone],
    emails: person.email === null ? [] : [person.email]
  }
})

interface Pair {
  readonly culture: string
  readonly kind: string
  readonly same: boolean
  readonly one: Party
  readonly other: Party
}

const pairs = cultures.flatMap((culture) =>
  pairsOfCulture(culture, half).flatMap(({ given_names, printed, rule, same, surname }): ReadonlyArray<Pair> => {
    const name = { ...(given_names === "" ? {} : { first_name: given_names }), ...(surname === "" ? {} : { last_name: surname }) }
    const printedName = { display_name: printed }
    const person = first(name)
    const pair = (kind: string, other: Person, isSame: boolean): Pair => ({
      culture: culture.name,
      kind,
      same: isSame,
      one: partyOf("idn_one", person),
      other: partyOf("idn_other", other)
    })
    return same
      ? [pair(`same person: ${rule}`, second(person, printedName), true), pair("namesake", namesake(person, printedName), false)]
      : [
          pair("household, near name", housemate(person, printedName), false),
          pair("stranger, near name", namesake(person, printedName), false)
        ]
  })
)

const nameOf = ({ row }: Party): string => normalizedText(row.display_name ?? "").trim()
const bornAlike = ({ one, other }: Pair): boolean => one.row.date_of_birth !== null && one.row.date_of_birth === other.row.date_of_birth
const bandOfPair = ({ one, other }: Pair) => {
  const name = nameScores(one.row, [other.row]).get(other.row.id)
  const { score } = comparePair(one, other, { document: false, face: undefined, name, many: new Set() })
  return bandOf(score)
}
const judged = pairs.map((pair) => ({ pair, band: bandOfPair(pair) }))

const share = (part: number, whole: number): string => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`)
const figures = (found: ReadonlyArray<{ readonly pair: Pair; readonly found: boolean }>) => {
  const right = found.filter((each) => each.found && each.pair.same).length
  return [share(right, found.filter((each) => each.found).length), share(right, found.filter((each) => each.pair.same).length)]
}
const line = (cells: ReadonlyArray<string | number>): void => console.log(`| ${cells.join(" | ")} |`)

console.log(
  `${half}: ${pairs.length} pairs, ${pairs.filter(({ same }) => same).length} of them of one person, ${cultures.length} cultures\n`
)
line(["rule", "precision", "recall"])
line(["---", "---:", "---:"])
const rules: ReadonlyArray<readonly [string, (each: (typeof judged)[number]) => boolean]> = [
  ["`likely`", ({ band }) => band === "likely"],
  ["`likely` or `possible`", ({ band }) => band !== null],
  ["equal name and birth date", ({ pair }) => bornAlike(pair) && nameOf(pair.one) === nameOf(pair.other)],
  [
    "equal birth date, Jaro-Winkler of the names from 0.85",
    ({ pair }) => bornAlike(pair) && jaroWinkler(nameOf(pair.one), nameOf(pair.other)) >= 0.85
  ]
]
for (const [title, rule] of rules) line([title, ...figures(judged.map((each) => ({ pair: each.pair, found: rule(each) })))])

for (const [title, of] of [
  ["culture", ({ culture }: Pair) => culture],
  ["kind", ({ kind }: Pair) => kind]
] as const) {
  console.log("")
  line([title, "N", "precision of `likely`", "recall of `likely`", "recall of both", "shown though two people"])
  line(["---", "---:", "---:", "---:", "---:", "---:"])
  for (const group of new Set(pairs.map(of))) {
    const mine = judged.filter(({ pair }) => of(pair) === group)
    const likely = figures(mine.map(({ band, pair }) => ({ pair, found: band === "likely" })))
    const [, both = ""] = figures(mine.map(({ band, pair }) => ({ pair, found: band !== null })))
    const others = mine.filter(({ pair }) => !pair.same)
    line([group, mine.length, ...likely, both, share(others.filter(({ band }) => band !== null).length, others.length)])
  }
}

if (process.argv.includes("--misses"))
  for (const { band, pair } of judged.filter((each) => (each.band === "likely") !== each.pair.same).slice(0, 40))
    console.log(
      pair.kind,
      band,
      pair.one.row.display_name,
      "~",
      pair.other.row.display_name,
      pair.one.row.date_of_birth,
      pair.other.row.date_of_birth
    )
