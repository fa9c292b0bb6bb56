// Prints how the one judge of names does by culture: different people who pass, and one person who fails. Pairs are made by rules from lists of names;
// the second half of each list is held out. Run: bun run bench names, or bun packages/core/bench/names.ts [--misses]
import { judgeNames } from "../src/verification/names/judge/judge.ts"
import { compareNames } from "../src/verification/proof-of-address/compare/names/name.ts"
import { compareAddresses } from "../src/verification/proof-of-address/compare/addresses/address.ts"
import { parsePostalAddress } from "../src/verification/proof-of-address/compare/addresses/postal-address.ts"
import { type AddressPair, addressPairs } from "./names/addresses.ts"
import { type Culture, cultures } from "./names/cultures.ts"
import { type Half, type JudgedPair, pairsOfCulture } from "./names/pairs.ts"

type Outcome = "pass" | "review" | "fail"
const worse = { fail: 0, review: 1, pass: 2 } as const satisfies Record<Outcome, number>

/** What the proof of address makes of a pair, and the cross-reference. */
const outcomesOf = ({ given_names, printed, surname }: JudgedPair): ReadonlyArray<Outcome> => {
  const bill = compareNames([printed], { first_name: given_names, last_name: surname })
  const judged = judgeNames({ full_name: printed, holders: true }, { surname, given_names }).outcome
  return [
    bill.doubtful ? "review" : bill.score >= 0.9 ? "pass" : bill.score >= 0.75 ? "review" : "fail",
    judged === "agrees" ? "pass" : judged === "differs" ? "fail" : "review"
  ]
}

const passes = (pair: JudgedPair): boolean => outcomesOf(pair).some((outcome) => worse[outcome] === 2)
const fails = (pair: JudgedPair): boolean => outcomesOf(pair).some((outcome) => worse[outcome] === 0)

const percent = (part: number, whole: number): string => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`)

const cells = (pairs: ReadonlyArray<JudgedPair>): string => {
  const different = pairs.filter(({ same }) => !same)
  const same = pairs.filter((pair) => pair.same)
  const reviewed = same.filter((pair) => !passes(pair) && !fails(pair)).length
  return [
    `${different.filter(passes).length} of ${different.length} (${percent(different.filter(passes).length, different.length)})`,
    `${same.filter(fails).length} of ${same.length} (${percent(same.filter(fails).length, same.length)})`,
    percent(reviewed, same.length)
  ].join(" | ")
}

const printMisses = (culture: Culture, pairs: ReadonlyArray<JudgedPair>): void => {
  for (const pair of pairs) {
    const wrong = pair.same ? fails(pair) : passes(pair)
    const { given_names, printed, rule, surname } = pair
    if (wrong)
      console.log(
        `MISS ${culture.name} ${pair.same ? "failed" : "passed"} [${rule}] ${printed} ~ ${surname} / ${given_names} ${outcomesOf(pair)}`
      )
  }
}

const halves: ReadonlyArray<Half> = ["adjusted", "held out"]
for (const half of halves) {
  console.log(`\n### Names, ${half} half\n`)
  console.log("| culture | different people passed | one person failed | one person reviewed |\n| --- | ---: | ---: | ---: |")
  for (const culture of cultures) console.log(`| ${culture.name} | ${cells(pairsOfCulture(culture, half))} |`)
  console.log(`| **all** | ${cells(cultures.flatMap((culture) => pairsOfCulture(culture, half)))} |`)
}
const addressOutcome = ({ country, found, reference }: AddressPair): Outcome => {
  const { doubtful, score } = compareAddresses(parsePostalAddress(found, country), parsePostalAddress(reference, country))
  if ((score ?? 0) >= 0.85) return doubtful ? "review" : "pass"
  return (score ?? 0) >= 0.65 ? "review" : "fail"
}

const addressCells = (pairs: ReadonlyArray<AddressPair>): string => {
  const [different, same] = [pairs.filter((pair) => !pair.same), pairs.filter((pair) => pair.same)]
  const passed = different.filter((pair) => addressOutcome(pair) === "pass").length
  const failed = same.filter((pair) => addressOutcome(pair) === "fail").length
  const reviewed = same.filter((pair) => addressOutcome(pair) === "review").length
  return `${passed} of ${different.length} (${percent(passed, different.length)}) | ${failed} of ${same.length} (${percent(failed, same.length)}) | ${percent(reviewed, same.length)}`
}

for (const half of halves) {
  const pairs = addressPairs(half)
  console.log(`\n### Addresses, ${half} half\n`)
  console.log("| country | different homes passed | one home failed | one home reviewed |\n| --- | ---: | ---: | ---: |")
  for (const country of new Set(pairs.map((pair) => pair.country)))
    console.log(`| ${country} | ${addressCells(pairs.filter((pair) => pair.country === country))} |`)
  console.log(`| **all** | ${addressCells(pairs)} |`)
  if (!process.argv.includes("--misses") || (half === "held out" && !process.argv.includes("--held-out"))) continue
  for (const pair of pairs) {
    const outcome = addressOutcome(pair)
    if (pair.same ? outcome === "fail" : outcome === "pass")
      console.log(`MISS ${pair.country} ${outcome} [${pair.rule}] ${pair.found.join(" | ")} ~ ${pair.reference.join(" | ")}`)
  }
}
if (process.argv.includes("--misses"))
  for (const half of halves.slice(0, process.argv.includes("--held-out") ? 2 : 1))
    for (const culture of cultures) printMisses(culture, pairsOfCulture(culture, half))
