// Prints how the cross-reference of names does on the labelled pairs, by kind, and on those of the proof-of-address comparison, which it was
// never adjusted on. Run: bun packages/core/bench/cross-reference-quality.ts [--misses]
import { factsOf, type PairLabel } from "../../../test/core/verification/cross-reference/name-pair.ts"
import { measuredPairs } from "../../../test/core/verification/cross-reference/name-pairs-measured.ts"
import { tuningPairs } from "../../../test/core/verification/cross-reference/name-pairs-tuning.ts"
import { measuredNames, tuningNames } from "../../../test/fixtures/comparison-pairs.ts"
import type { NamePair } from "../../../test/fixtures/comparison-pairs/pair.ts"
import type { PersonFacts } from "../src/verification/cross-reference/facts.ts"
import { compareNames } from "../src/verification/cross-reference/names.ts"

type Band = "pass" | "review" | "fail"

interface Row {
  readonly label: PairLabel
  readonly kind: string
  readonly band: Band
  readonly text: string
}

const row = (one: PersonFacts, other: PersonFacts, label: PairLabel, kind: string, text: string): Row => {
  const score = compareNames(one, other).score ?? 0
  return { label, kind, text: `${score} ${text}`, band: score >= 0.9 ? "pass" : score >= 0.75 ? "review" : "fail" }
}

const reference = (written: string): PersonFacts => {
  const [first = "", middle = "", last = ""] = written.split("/")
  const source = "identity_document"
  return written.includes("/") ? { source, given_names: `${first} ${middle}`.trim(), surname: last } : { source, full_name: written }
}

const onBills = (pairs: ReadonlyArray<NamePair>): ReadonlyArray<Row> =>
  pairs.map(([holders, name, label, kind]) =>
    row({ source: "proof_of_address", full_name: holders.replaceAll("|", "\n") }, reference(name), label, kind, `${holders} ~ ${name}`)
  )

const isMiss = ({ band, label }: Row): boolean =>
  (label === "same" && band === "fail") || (label === "different" && band !== "fail") || (label === "unsure" && band !== "review")

const print = (title: string, rows: ReadonlyArray<Row>): void => {
  console.log(`\n### ${title} (${rows.length} pairs, ${rows.filter(isMiss).length} misses)\n`)
  console.log("| label | kind | pairs | pass | review | fail |\n| --- | --- | ---: | ---: | ---: | ---: |")
  for (const label of ["same", "unsure", "different"] as const) {
    const labelled = rows.filter((each) => each.label === label)
    const line = (name: string, of: ReadonlyArray<Row>): string =>
      `| ${label} | ${name} | ${of.length} | ${(["pass", "review", "fail"] as const).map((band) => of.filter((each) => each.band === band).length).join(" | ")} |`
    for (const kind of [...new Set(labelled.map((each) => each.kind))].sort()) {
      console.log(
        line(
          kind,
          labelled.filter((each) => each.kind === kind)
        )
      )
    }
    console.log(line("all", labelled))
  }
  if (process.argv.includes("--misses")) for (const each of rows.filter(isMiss)) console.log(`MISS ${each.label}/${each.kind} ${each.text}`)
}

const sides = (pairs: typeof tuningPairs): ReadonlyArray<Row> =>
  pairs.map(([one, other, label, kind]) =>
    row(factsOf(one, "identity_document"), factsOf(other, "expected"), label, kind, `${one} ~ ${other}`)
  )

print("Adjusted half", sides(tuningPairs))
print("Measured half", sides(measuredPairs))
print("Names on bills, all", onBills([...tuningNames, ...measuredNames]))
