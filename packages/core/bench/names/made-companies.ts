// Companies with made names, and searches for them as others write them.
import type { ScreeningQuery } from "../../src/verification/screening/engine/query.ts"
import { bareRecord, type ListRecord } from "../../src/verification/screening/record.ts"
import { type Chance, misspell, pick } from "../screening-generator.ts"

interface AskedCompany {
  readonly kind: string
  readonly query: ScreeningQuery
  readonly expected: string | null
}

const starts = "Bor Kal Ven Tar Mos Zel Dor Pan Ruk Sim Vol Gar Nal Fer Lum Ost Har Jad Kor Mel".split(" ")
const middles = "a e i o u an en or il am ar et os un".split(" ")
const ends = "vex dan tek lin mar sor nia dex gul bek zan tol pra rix mil dor kash ven tura".split(" ")
const kinds =
  "Trading Shipping Industries Petroleum Engineering Construction Electronics Chemicals Transport Investment Mining Foods Aviation Import Export Metals Marine Exchange".split(
    " "
  )
const places = "Dubai Tehran Moscow Damascus Hong_Kong Istanbul Beirut Minsk Shanghai Singapore Syria Russia Iran China Panama Cyprus"
  .split(" ")
  .map((place) => place.replace("_", " "))
const forms: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["Private Limited", ["Pvt Ltd", "Pvt. Ltd.", "Private Ltd", "P. Ltd.", "(P) Ltd"]],
  ["Limited", ["Ltd", "LTD.", "Limted", "Limitd", "L.T.D."]],
  ["LLC", ["L.L.C.", "Limited Liability Company", "L.L.C"]],
  ["Company Limited", ["Co Ltd", "Co., Ltd.", "CO.LTD", "Co.,Ltd", "Compny Limited"]],
  ["GmbH", ["G.m.b.H.", "Gmbh", "GMBH"]],
  ["Corporation", ["Corp", "Corp.", "Corporaton", "Coropration"]],
  ["Joint Stock Company", ["JSC", "J.S.C.", "Joint-Stock Co"]],
  ["FZE", ["F.Z.E.", "FZE"]],
  ["Incorporated", ["Inc", "Inc.", "Incorporatd"]],
  ["S.A.", ["SA", "S A"]]
]
const shortKinds: Readonly<Record<string, string>> = {
  Trading: "Trdg",
  Industries: "Ind",
  Manufacturing: "Mfg",
  Construction: "Constr",
  Engineering: "Engg",
  Investment: "Inv",
  Transport: "Transp",
  International: "Intl"
}

interface Company {
  readonly core: string
  readonly kind: string
  readonly form: readonly [string, ReadonlyArray<string>]
}

const coreOf = (chance: Chance): string => pick(starts, chance) + pick(middles, chance) + pick(ends, chance)
const companyOf = (chance: Chance): Company => ({
  core: chance() < 0.3 ? `${coreOf(chance)} ${coreOf(chance)}` : coreOf(chance),
  kind: pick(kinds, chance),
  form: pick(forms, chance)
})
const nameOf = ({ core, form, kind }: Company): string => `${core} ${kind} ${form[0]}`

const listed = 1_200
const each = 250

/** Listed companies, among them numbered ones, and what is asked: `expected` is null where the company asked for is another one. */
export const companiesOf = (
  chance: Chance
): { readonly records: ReadonlyArray<ListRecord>; readonly asked: ReadonlyArray<AskedCompany> } => {
  const companies = Array.from({ length: listed }, () => companyOf(chance))
  const cores = new Set(companies.map(({ core }) => core.toLowerCase()))
  const numbered = Array.from({ length: 100 }, () => `${pick(kinds, chance)} ${coreOf(chance)} No. ${1 + Math.floor(chance() * 9)}`)
  const recordOf = (full: string, uid: string): ListRecord =>
    bareRecord({
      list: "made",
      edition: "1",
      uid,
      type: "organization",
      names: [{ full, kind: "primary", parts: null, script: null, language: null }]
    })
  const records = [
    ...companies.map((company, place) => recordOf(nameOf(company), `company:${place}`)),
    ...numbered.map((name, place) => recordOf(name, `numbered:${place}`))
  ]
  const asked: Array<AskedCompany> = []
  const ask = (kind: string, name: string, expected: string | null): void => {
    asked.push({ kind, query: { name, type: "organization" }, expected })
  }
  const some = (make: (company: Company, uid: string) => void): void => {
    for (let made = 0; made < each; made++) {
      const place = Math.floor(chance() * companies.length)
      const company = companies[place]
      if (company !== undefined) make(company, `company:${place}`)
    }
  }
  some((company, uid) => ask("form written otherwise", `${company.core} ${company.kind} ${pick(company.form[1], chance)}`, uid))
  some((company, uid) => ask("form left out", `${company.core} ${company.kind}`, uid))
  some(({ core, form, kind }, uid) =>
    ask(
      "form glued to the last word",
      `${core} ${kind}${pick(form[1].filter((text) => /^[A-Za-z]+$/u.test(text)).concat(["Ltd"]), chance)}`,
      uid
    )
  )
  some(({ core, form, kind }, uid) => ask("business word shortened", `${core} ${shortKinds[kind] ?? kind} ${form[0]}`, uid))
  some((company, uid) => ask("slip in the name", `${misspell(company.core, chance)} ${company.kind} ${pick(company.form[1], chance)}`, uid))
  some(({ core, form, kind }, uid) =>
    ask(
      "words joined or parted",
      core.includes(" ") ? `${core.replace(" ", "")} ${kind} ${form[0]}` : `${core.slice(0, 3)} ${core.slice(3)} ${kind} ${form[0]}`,
      uid
    )
  )
  some((company) => {
    const core = coreOf(chance)
    if (![...cores].some((known) => known.split(" ").includes(core.toLowerCase())))
      ask("another name, same business", `${core} ${company.kind} ${company.form[0]}`, null)
  })
  some(({ core, kind }) => {
    const other = pick(
      kinds.filter((each) => each !== kind),
      chance
    )
    ask("another business and place", `${core} ${other} ${pick(places, chance)}`, null)
  })
  for (let made = 0; made < each; made++) {
    const name = pick(numbered, chance)
    ask(
      "another number",
      name.replace(/\d$/u, (digit) => String((Number(digit) % 9) + 1)),
      null
    )
    ask(
      "the number in words or figures",
      name.replace(/No\. /u, pick(["No ", "Number ", "#", ""], chance)),
      `numbered:${numbered.indexOf(name)}`
    )
  }
  return { records, asked }
}
