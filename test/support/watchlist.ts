import fc from "fast-check"
import type { ScreeningQuery } from "../../packages/core/src/verification/screening/engine/query.ts"
import { bareRecord, type ListRecord, type NameKind, type RecordDate } from "../../packages/core/src/verification/screening/record.ts"

/** A day, a year or a range of years of a watchlist. */
export const aDate = (from: string, to: string = from, circa = false): RecordDate => {
  if (from.length === 10) return { from, to, precision: from === to ? "day" : "range", circa }
  return { from: `${from}-01-01`, to: `${to}-12-31`, precision: from === to ? "year" : "range", circa }
}

/** A listed person by name, with whatever else is known. */
export const aRecord = (
  name: string,
  known: Partial<ListRecord> & { readonly aliases?: ReadonlyArray<readonly [string, NameKind]> } = {}
): ListRecord => {
  const { aliases = [], ...rest } = known
  const names = [[name, "primary"] as const, ...aliases].map(([full, kind]) => ({ full, kind, parts: null, script: null, language: null }))
  return bareRecord({ list: "test", edition: "2026-01-01", uid: name, type: "person", names, ...rest })
}

/** Words of listed names in several scripts, common and rare, long and short, with particles, titles, initials and numbers among them. */
const personWords =
  "Muhammad Mohamed MOHAMMAD Ahmad Ali Hussein Husayn al al-Rahman Abdul Abdulrahman bin Abu Haji Sheikh Kim Song Chol Li Ri Sergei Sergey Сергей Лавров Lavrov Lawrow Viktorovich Викторович José García Garcia Müller Mueller J. K V 'Abd Zaytun Zeitoun Kornet Kornt Корнет محمد احمد الكبيسي كشلاف Kashlaf Kubaysi 김정은 정은 习近平 Jinping Χρήστος Christos Osama Usama Okorokov Komnov Anatolievich Anato lievich Smith Smyth Jones James de la Nadeem FaisalNADEEM Faisal הדר כהן Cohen".split(
    " "
  )
const organizationWords =
  "Global Trading Company Ltd LLC ООО Банк Bank S.A. GmbH General Petroleum Petrolium Group International Star Sun Brigade 44 45 Forty-Four II A.B.C. ABC & and of the Tolvane Kilindini Ouattara Etablissements JSC Shipping Line HOLDING Rosneft Роснефть H1LAL Hilal".split(
    " "
  )

const nameOf = (words: ReadonlyArray<string>): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(" "))

const dates = fc.constantFrom("1960", "1961-05-04", "1961-04-05", "1964", "1970-01-01", "1975-08-09", "1990-12-31")
const countries = fc.subarray(["RU", "IQ", "KP", "FR", "US"], { maxLength: 2 })
const kinds = fc.constantFrom<NameKind>("alias", "weak", "former")

/** Records made of few words, so that many are alike. */
export const someRecords = fc
  .array(
    fc.record({
      organization: fc.boolean(),
      person: nameOf(personWords),
      company: nameOf(organizationWords),
      aliases: fc.array(fc.tuple(nameOf(personWords), kinds), { maxLength: 3 }),
      births: fc.array(dates, { maxLength: 2 }),
      countries
    }),
    { minLength: 1, maxLength: 40 }
  )
  .map((made) =>
    made.map((one, place) =>
      one.organization
        ? aRecord(one.company, { uid: String(place), type: "organization", countries: one.countries })
        : aRecord(one.person, {
            uid: String(place),
            aliases: one.aliases,
            births: one.births.map((date) => aDate(date)),
            countries: one.countries
          })
    )
  )

const slips = (name: string, places: ReadonlyArray<number>): string =>
  places.reduce(
    (text, place) => text.slice(0, place % (text.length + 1)) + "x".slice(place % 2) + text.slice((place % (text.length + 1)) + 1),
    name
  )

/** Queries of the same words, with slips, dates and countries. */
export const someQuery: fc.Arbitrary<ScreeningQuery> = fc
  .record({
    organization: fc.boolean(),
    person: nameOf(personWords),
    company: nameOf(organizationWords),
    slips: fc.array(fc.nat(30), { maxLength: 2 }),
    date: fc.option(dates),
    countries,
    typed: fc.boolean()
  })
  .map((made) => ({
    name: slips(made.organization ? made.company : made.person, made.slips),
    ...(made.typed ? { type: made.organization ? ("organization" as const) : ("person" as const) } : {}),
    ...(made.date === null ? {} : { date_of_birth: made.date }),
    countries: made.countries
  }))

export const personNames = nameOf(personWords)
export const organizationNames = nameOf(organizationWords)
