// Prints what the screening engine finds of names respelt by the habits of six ways of romanization, by kind and by how far the respelling
// goes, and how often it alerts on people who are not listed. Even seeds may be tuned on; odd ones are measured.
// Run: bun packages/adapters/bench/screening-respelled.ts FOLDER [seed] [--misses]
import { editBudget } from "@vouchkit/core/verification/screening/engine/normalize/word-similarity"
import type { ScreeningQuery } from "@vouchkit/core/verification/screening/engine/query"
import { index } from "@vouchkit/core/verification/screening/engine/screening-index"
import type { ListRecord } from "@vouchkit/core/verification/screening/record"
import { chanceOf, makeNegatives, makeRecords, pick } from "../../core/bench/screening-generator.ts"
import { readRecords, readSearches, sampleFolder } from "../../core/bench/screening-sample.ts"
import { type Habit, habits, hasHabit, peopleOf, respelt, strangerOf } from "./screening/habits.ts"
import { latinEditDistance } from "@vouchkit/core/verification/names/distance/edit-distance"

const folder = sampleFolder()
const seed = Number(process.argv[3] ?? "1") || 1
const each = 400
const chance = chanceOf(900 + seed)
const sample = await readRecords(folder)
const people = habits.flatMap((habit) => peopleOf(habit, 150, chanceOf(500 + seed)))
const made = makeRecords(sample, 30_000, 40 + seed)
const records = [...sample, ...people, ...made]
const screening = index(records)

const wordsOf = (name: string): ReadonlyArray<string> =>
  name
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "")

/** Whether a word of the query is further from every word of the name than the budget of edits goes. */
const isBeyond = (asked: string, listed: string): boolean =>
  wordsOf(asked).some((word) =>
    wordsOf(listed).every((other) => latinEditDistance(word, other) > editBudget(Math.min(word.length, other.length)))
  )

interface Count {
  all: number
  found: number
}
const counted = (counts: Map<string, Count>, kind: string, found: boolean): void => {
  const count = counts.get(kind) ?? { all: 0, found: 0 }
  counts.set(kind, { all: count.all + 1, found: count.found + Number(found) })
}
const print = (title: string, counts: ReadonlyMap<string, Count>): void => {
  console.log(`\n### ${title} (${records.length} records, seed ${seed})\n\n| kind | N | share |\n| --- | ---: | ---: |`)
  for (const [kind, { all, found }] of counts) console.log(`| ${kind} | ${all} | ${((100 * found) / all).toFixed(1)} % |`)
}
const showsMisses = process.argv.includes("--misses")

const recall = new Map<string, Count>()
const listedNames = (record: ListRecord): ReadonlyArray<string> =>
  record.names
    .filter(({ full, kind }) => kind !== "weak" && /^[\p{L} .,'-]+$/u.test(full) && wordsOf(full).length > 1)
    .map(({ full }) => full)
const respellable = (habit: Habit): ReadonlyArray<ListRecord> =>
  [...sample, ...people].filter((record) => record.type === "person" && hasHabit(record, habit) && listedNames(record).length > 0)

for (const habit of habits) {
  const from = respellable(habit)
  for (let made = 0; made < each; made++) {
    const record = pick(from, chance)
    const listed = pick(listedNames(record), chance)
    const name = respelt(listed, habit, chance)
    if (name.toLowerCase() === listed.toLowerCase()) continue
    const { hits } = screening.search({ name, type: "person" })
    const found = hits.some(({ uid }) => uid === record.uid)
    const beyond = isBeyond(name, listed)
    counted(recall, `${habit}, ${beyond ? "a word beyond the edits" : "within the edits"}`, found)
    counted(recall, "all", found)
    if (beyond && wordsOf(name).length > 2) counted(recall, "three words or more, one beyond the edits", found)
    if (showsMisses && !found) console.log(`MISS ${habit} ${beyond ? "beyond" : "within"} ${name} ~ ${listed}`)
  }
}
print("Respelt names that must be found", recall)

const alerts = new Map<string, Count>()
const asked = (kind: string, query: ScreeningQuery): void => {
  const { hits } = screening.search(query)
  counted(alerts, kind, hits.length > 0)
  const [hit] = hits
  if (showsMisses && hit !== undefined) {
    const words = hit.explanation.words.map(
      ({ how, listed, query: word, similarity }) => `${word}~${listed} ${how} ${similarity.toFixed(2)}`
    )
    console.log(`ALERT ${kind} ${JSON.stringify(query)} ${hit.score.toFixed(2)} ${hit.explanation.matched_name}: ${words.join("; ")}`)
  }
}
for (const { category, query } of await readSearches(folder, "search_negative"))
  asked(category === "neg_us" || category === "neg_global" ? "base" : category, query)
for (const { kind, query } of makeNegatives(sample, 1_000, 300 + seed)) {
  asked(kind, query)
  if (kind === "recombined") asked("recombined, name alone", { name: query.name, type: "person" })
}
for (const habit of habits) {
  for (let made = 0; made < 500; made++) {
    const name = strangerOf(habit, chance)
    asked(`stranger, ${habit}`, { name, type: "person" })
    asked("stranger, all", { name, type: "person" })
  }
}
print("Searches that must not alert", alerts)
