// Fits the map from the evidence of a name to its score by isotonic regression on labelled cases, and prints how it does out of fold beside
// a straight line and the engine's own map, which was made so. Run: bun packages/adapters/bench/screening-calibration.ts FOLDER [seed]
import { calibrationKnots, leastRaw } from "@vouchkit/core/verification/screening/engine/calibration"
import type { ScreeningHit } from "@vouchkit/core/verification/screening/engine/explanation"
import { thresholds, type ScreeningQuery } from "@vouchkit/core/verification/screening/engine/query"
import { index, type ScreeningIndex } from "@vouchkit/core/verification/screening/engine/screening-index"
import type { ListRecord } from "@vouchkit/core/verification/screening/record"
import { chanceOf, makeNegatives, makePositives, pick } from "../../core/bench/screening-generator.ts"
import { readPairs, readRecords, readSearches, sampleFolder } from "../../core/bench/screening-sample.ts"
import { habits, hasHabit, respelt, strangerOf } from "./screening/habits.ts"

interface Case {
  /** Evidence of the name, 0 to 1. */
  readonly raw: number
  /** What the facts beside the name add and take away, with the limits of the engine taken off. */
  readonly facts: number
  readonly match: boolean
}
type Knots = ReadonlyArray<readonly [number, number]>

const folder = sampleFolder()
const seed = Number(process.argv[3] ?? "1") || 1
const sample = await readRecords(folder)
const screening = index(sample)

const caseOf = (hit: ScreeningHit | undefined, match: boolean): Case => {
  if (hit === undefined) return { raw: 0, facts: 0, match }
  const { name_score, qualifiers } = hit.explanation
  const facts = qualifiers.filter(({ field }) => field !== "limit").reduce((sum, { effect }) => sum + effect, 0)
  return { raw: leastRaw(name_score), facts, match }
}
const searched = (index: ScreeningIndex, query: ScreeningQuery, expected: ReadonlyArray<string>): Case => {
  const { hits } = index.search(query, { threshold: 0.05, limit: 500 })
  return caseOf(expected.length === 0 ? hits[0] : hits.find(({ uid }) => expected.includes(uid)), expected.length > 0)
}
const ofPairs = (await readPairs(folder)).map(({ candidate, match, query }) =>
  caseOf(index([candidate]).search(query, { threshold: 0, limit: 1 }).hits[0], match)
)
const ofSearches = [...(await readSearches(folder, "search_positive")), ...(await readSearches(folder, "search_negative"))].map((search) =>
  searched(screening, search.query, search.expected)
)

const made = (from: number): ReadonlyArray<Case> => {
  const chance = chanceOf(from)
  const named = (record: ListRecord): string => record.names[0]?.full ?? ""
  const respellings = habits.flatMap((habit) => {
    const people = sample.filter((record) => record.type === "person" && hasHabit(record, habit))
    return Array.from({ length: people.length === 0 ? 0 : 60 }, () => {
      const person = pick(people, chance)
      return searched(screening, { name: respelt(named(person), habit, chance), type: "person" }, [person.uid])
    })
  })
  const strangers = habits.flatMap((habit) =>
    Array.from({ length: 60 }, () => searched(screening, { name: strangerOf(habit, chance), type: "person" }, []))
  )
  const noises = [...makePositives(sample, 60, from + 1), ...makeNegatives(sample, 200, from + 2)].map(({ expected, query }) =>
    searched(screening, query, expected === null ? [] : [expected])
  )
  return [...respellings, ...strangers, ...noises]
}

/** Facts that speak against a match say nothing of the name: such cases measure a map and do not make it. */
const leastFacts = -0.05
const nameOnly = 0.93
const widestBlock = 0.04

/** Pool adjacent violators over the cases in order of evidence: blocks of cases with the share of matches in each, which never falls. */
const blocksOf = (cases: ReadonlyArray<Case>): ReadonlyArray<{ readonly raw: number; readonly share: number; readonly cases: number }> => {
  const blocks: Array<{ raw: number; matches: number; cases: number }> = []
  for (const { match, raw } of cases.filter(({ facts }) => facts >= leastFacts).toSorted((one, other) => one.raw - other.raw)) {
    blocks.push({ raw, matches: Number(match), cases: 1 })
    for (;;) {
      const last = blocks.at(-1)
      const before = blocks.at(-2)
      if (last === undefined || before === undefined) break
      const falls = before.matches / before.cases > last.matches / last.cases
      const same = last.raw - before.raw < widestBlock && before.matches / before.cases === last.matches / last.cases
      if (!falls && !same) break
      const cases = before.cases + last.cases
      blocks.splice(-2, 2, {
        raw: (before.raw * before.cases + last.raw * last.cases) / cases,
        matches: before.matches + last.matches,
        cases
      })
    }
  }
  // One case more of either kind in each block, so that a few equal answers do not make certainty.
  return blocks.map(({ cases, matches, raw }) => ({ raw, share: (matches + 1) / (cases + 2), cases }))
}

/**
 * Where the table has its knots, and the scores of those that are fixed: what is alerted on by the name alone, with an equal birth day and country,
 * which add 0.08, and with another country, which takes 0.07 away, was decided elsewhere.
 */
const places: ReadonlyArray<readonly [number, number | null]> = [
  ...[0.2, 0.3, 0.4, 0.5, 0.6].map((raw) => [raw, null] as const),
  [0.68, 0.636],
  [0.75, thresholds.review],
  [0.823, 0.79],
  ...[0.86, 0.9, 0.96].map((raw) => [raw, null] as const)
]
const leastStep = 0.005

/** The blocks as a small table of knots of a line that rises throughout, from nothing to where equal names alone end. */
const knotsOf = (cases: ReadonlyArray<Case>): Knots => {
  const line: Knots = [[0, 0], ...blocksOf(cases).flatMap(({ raw, share }) => (raw > 0 && raw < 1 ? [[raw, share] as const] : [])), [1, 1]]
  const knots: Array<readonly [number, number]> = [[0, 0]]
  for (const [place, [raw, fixed]] of places.entries()) {
    const above = places.slice(place + 1).findIndex(([, score]) => score !== null)
    const ceiling = above < 0 ? nameOnly : (places[place + 1 + above]?.[1] ?? nameOnly)
    const most = ceiling - (above < 0 ? places.length - place : above + 1) * leastStep
    const least = (knots.at(-1)?.[1] ?? 0) + leastStep
    knots.push([raw, fixed ?? Math.min(most, Math.max(least, mapped(line, raw) * nameOnly))])
  }
  return [...knots, [1, nameOnly]]
}

const mapped = (knots: Knots, raw: number): number => {
  const after = Math.max(
    1,
    knots.findIndex(([at]) => at >= raw)
  )
  const [[low, start], [high, end]] = [knots[after - 1] ?? [0, 0], knots[after] ?? [1, nameOnly]]
  return start + ((raw - low) / (high - low)) * (end - start)
}
const scoreOf = (knots: Knots, { facts, raw }: Case): number => Math.min(1, Math.max(0, mapped(knots, raw) + facts))

const f1 = (knots: Knots, cases: ReadonlyArray<Case>, at: number): number => {
  const hits = cases.filter((each) => scoreOf(knots, each) >= at)
  const right = hits.filter(({ match }) => match).length
  const matches = cases.filter(({ match }) => match).length
  return hits.length + matches === 0 ? 1 : (2 * right) / (hits.length + matches)
}
const errors = (knots: Knots, cases: ReadonlyArray<Case>): ReadonlyArray<number> =>
  cases.map((each) => (scoreOf(knots, each) - Number(each.match)) ** 2)
const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

const straight: Knots = [
  [0, 0],
  [1, nameOnly]
]
const folds = 8
const rounds = 5

/** Every case judged by a map that was fitted without it, several times over. */
const outOfFold = (cases: ReadonlyArray<Case>, chance: () => number) => {
  const differences: Array<number> = []
  const [held, fitted]: [Array<number>, Array<number>] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const fold = cases.map(() => Math.floor(chance() * folds))
    const judged = { tested: [] as Case[], hits: 0, right: 0, errors: [] as number[], before: [] as number[] }
    for (let left = 0; left < folds; left++) {
      const [train, test] = [cases.filter((_, at) => fold[at] !== left), cases.filter((_, at) => fold[at] === left)]
      const knots = knotsOf(train)
      const hits = test.filter((each) => scoreOf(knots, each) >= thresholds.review)
      judged.tested.push(...test)
      judged.hits += hits.length
      judged.right += hits.filter(({ match }) => match).length
      judged.errors.push(...errors(knots, test))
      judged.before.push(...errors(straight, test))
    }
    fitted.push((2 * judged.right) / (judged.hits + judged.tested.filter(({ match }) => match).length))
    held.push(mean(judged.errors))
    if (round === 0) differences.push(...judged.errors.map((error, at) => error - (judged.before[at] ?? 0)))
  }
  const spread = Math.sqrt(mean(differences.map((each) => (each - mean(differences)) ** 2)) / differences.length)
  return { brier: mean(held), f1: mean(fitted), difference: mean(differences), error: spread }
}

const sets: ReadonlyArray<readonly [string, ReadonlyArray<Case>]> = [
  ["labelled pairs", ofPairs],
  ["labelled pairs and searches", [...ofPairs, ...ofSearches]],
  ["pairs, searches and made cases", [...ofPairs, ...ofSearches, ...made(7_000 + seed)]]
]
const outside = made(90_000 + seed)
for (const [name, cases] of sets) {
  const { brier, difference, error, f1: fitted } = outOfFold(cases, chanceOf(seed))
  console.log(`\n### ${name} (N = ${cases.length}, ${cases.filter(({ match }) => match).length} matches), ${rounds} times ${folds} folds\n`)
  console.log(
    `a straight line: Brier ${mean(errors(straight, cases)).toFixed(4)}, F1 at ${thresholds.review} ${f1(straight, cases, thresholds.review).toFixed(4)}`
  )
  console.log(
    `the engine's map: Brier ${mean(errors(calibrationKnots, cases)).toFixed(4)}, F1 at ${thresholds.review} ${f1(calibrationKnots, cases, thresholds.review).toFixed(4)}`
  )
  console.log(
    `fitted, out of fold: Brier ${brier.toFixed(4)}, F1 at ${thresholds.review} ${fitted.toFixed(4)}; beside the line Brier changes by ${difference.toFixed(4)} ± ${(2 * error).toFixed(4)}`
  )
  const knots = knotsOf(cases)
  console.log(
    `fitted on all: on ${outside.length} made cases of another seed Brier ${mean(errors(knots, outside)).toFixed(4)}, the engine's map ${mean(errors(calibrationKnots, outside)).toFixed(4)}; F1 ${f1(knots, outside, thresholds.review).toFixed(4)}, the engine's ${f1(calibrationKnots, outside, thresholds.review).toFixed(4)}`
  )
  console.log(JSON.stringify(knots.map(([raw, score]) => [Number(raw.toFixed(3)), Number(score.toFixed(3))])))
}
