// Prints how long the worst queries take over 43,000 names: twelve of the most frequent words, 500 characters, mixed scripts. Each is new to
// the index, so that nothing is remembered. Run: bun packages/core/bench/screening-worst.ts FOLDER [queries]
import { index } from "../src/verification/screening/engine/screening-index.ts"
import { makeRecords } from "./screening-generator.ts"
import { readRecords, sampleFolder } from "./screening-sample.ts"

const wanted = Number(process.argv[3] ?? "0") || 2_000
const sample = await readRecords(sampleFolder())
const records = [...sample, ...makeRecords(sample, 43_000 - 1_877, 7)]

const counts = new Map<string, number>()
for (const { names } of records) {
  for (const { full } of names) for (const word of full.toLowerCase().split(/[^\p{L}]+/u)) counts.set(word, (counts.get(word) ?? 0) + 1)
}
const frequent = [...counts]
  .filter(([word]) => word.length > 2)
  .sort(([, one], [, other]) => other - one)
  .slice(0, 60)
  .map(([word]) => word)

let state = 17
const chance = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 4_294_967_296
}
const pick = <A>(items: ReadonlyArray<A>): A => {
  const item = items[Math.floor(chance() * items.length)]
  if (item === undefined) throw new Error("Nothing to pick from")
  return item
}
const times = <A>(count: number, make: () => A): ReadonlyArray<A> => Array.from({ length: count }, make)
const ranges = [
  [0x61, 26],
  [0x430, 32],
  [0x627, 28],
  [0x5d0, 27],
  [0x3b1, 25],
  [0x4e00, 2_000],
  [0xac00, 2_000]
] as const
const letterOf = ([start, size]: (typeof ranges)[number]): string => String.fromCodePoint(start + Math.floor(chance() * size))

const kinds = {
  "twelve frequent words": () => times(12, () => pick(frequent)).join(" "),
  "500 characters of frequent words": () =>
    times(120, () => pick(frequent))
      .join(" ")
      .slice(0, 500),
  "500 characters of mixed scripts": () =>
    times(80, () => {
      const range = pick(ranges)
      return times(2 + Math.floor(chance() * 6), () => letterOf(range)).join("")
    })
      .join(" ")
      .slice(0, 500)
} as const

const started = performance.now()
const screening = index(records)
console.log(`built in ${(performance.now() - started).toFixed(0)} ms over ${records.length} records`)
for (const [kind, make] of Object.entries(kinds)) {
  const took = times(wanted, make)
    .map((name) => {
      const asked = performance.now()
      screening.search({ name, type: "person" })
      return performance.now() - asked
    })
    .sort((one, other) => one - other)
  const at = (share: number): string => (took[Math.min(took.length - 1, Math.floor(share * took.length))] ?? 0).toFixed(2)
  console.log(`${kind}, N = ${wanted}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, p99.9 ${at(0.999)} ms, most ${at(1)} ms`)
}
