// Prints how the comparison of names and addresses does on the labelled pairs, by kind and at the standard thresholds.
// Run: bun packages/core/bench/comparison-quality.ts [--misses]
import { measuredAddresses, measuredNames, tuningAddresses, tuningNames } from "../../../test/fixtures/comparison-pairs.ts"
import type { AddressPair, NamePair, PairLabel } from "../../../test/fixtures/comparison-pairs/pair.ts"
import { compareAddresses } from "../src/verification/proof-of-address/compare/addresses/address.ts"
import { compareNames } from "../src/verification/proof-of-address/compare/names/name.ts"
import { parsePostalAddress } from "../src/verification/proof-of-address/compare/addresses/postal-address.ts"

type Band = "pass" | "review" | "fail"

interface Row {
  readonly kind: string
  readonly label: PairLabel
  readonly band: Band
  readonly score: number
  readonly text: string
}

const band = (score: number, pass: number, review: number): Band => (score >= pass ? "pass" : score >= review ? "review" : "fail")

export const nameScore = ([holders, reference]: NamePair): number => {
  const [first = "", middle = "", last = ""] = reference.split("/")
  const name = reference.includes("/") ? { first_name: first, middle_name: middle, last_name: last } : { full_name: reference }
  return compareNames(holders.split("|"), name).score
}

export const addressScore = ([country, found, reference]: AddressPair): number =>
  compareAddresses(parsePostalAddress(found.split("|"), country), parsePostalAddress(reference.split("|"), country)).score ?? 0

const nameRows = (pairs: ReadonlyArray<NamePair>): ReadonlyArray<Row> =>
  pairs.map((pair) => {
    const score = nameScore(pair)
    return { kind: pair[3], label: pair[2], band: band(score, 0.9, 0.75), score, text: `${pair[0]}  ~  ${pair[1]}` }
  })

const addressRows = (pairs: ReadonlyArray<AddressPair>): ReadonlyArray<Row> =>
  pairs.map((pair) => {
    const score = addressScore(pair)
    return { kind: pair[4], label: pair[3], band: band(score, 0.85, 0.65), score, text: `${pair[1]}  ~  ${pair[2]}` }
  })

const isMiss = (row: Row): boolean =>
  (row.label === "same" && row.band === "fail") ||
  (row.label === "different" && row.band !== "fail") ||
  (row.label === "unsure" && row.band === "pass")

const count = (rows: ReadonlyArray<Row>, wanted: Band): number => rows.filter((row) => row.band === wanted).length

const print = (title: string, rows: ReadonlyArray<Row>): void => {
  console.log(`\n### ${title} (${rows.length} pairs)\n`)
  console.log("| label | kind | pairs | pass | review | fail |\n| --- | --- | ---: | ---: | ---: | ---: |")
  for (const label of ["same", "unsure", "different"] as const) {
    const labelled = rows.filter((row) => row.label === label)
    for (const kind of [...new Set(labelled.map((row) => row.kind))].sort()) {
      const of = labelled.filter((row) => row.kind === kind)
      console.log(`| ${label} | ${kind} | ${of.length} | ${count(of, "pass")} | ${count(of, "review")} | ${count(of, "fail")} |`)
    }
    console.log(
      `| **${label}** | **all** | ${labelled.length} | ${count(labelled, "pass")} | ${count(labelled, "review")} | ${count(labelled, "fail")} |`
    )
  }
  if (!process.argv.includes("--misses")) return
  for (const row of rows.filter(isMiss)) console.log(`MISS ${row.label}/${row.kind} ${row.score.toFixed(3)} ${row.text}`)
  for (const row of rows.filter((each) => each.label === "same" && each.band === "review")) {
    console.log(`soft ${row.kind} ${row.score.toFixed(3)} ${row.text}`)
  }
}

if (import.meta.main) {
  print("Names, tuned half", nameRows(tuningNames))
  print("Names, measured half", nameRows(measuredNames))
  print("Addresses, tuned half", addressRows(tuningAddresses))
  print("Addresses, measured half", addressRows(measuredAddresses))
}
