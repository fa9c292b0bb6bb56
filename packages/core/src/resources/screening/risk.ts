import { thresholds } from "../../verification/screening/engine/query.ts"
import type { ListRecord, RecordTopic } from "../../verification/screening/record.ts"
import type { Category } from "../../verification/screening/category.ts"
import type { CasePriority } from "../../verification/case-priority.ts"

/**
 * What an entry weighs if it is the subject: 0 to 100 by why it is listed, never by how well it matches. Own values, to be calibrated:
 * above 80 fails a check, from 50 on it asks for a review.
 */
const topicRisk = {
  sanction: 100,
  terrorism: 98,
  sanction_linked: 88,
  wanted: 85,
  export_control: 82,
  crime: 78,
  debarment: 68,
  pep: 65,
  internal: 65,
  pep_close_associate: 58,
  adverse_media: 55,
  regulatory: 55
} as const satisfies Record<RecordTopic, number>

const topicCategory = {
  sanction: "sanctions",
  sanction_linked: "sanctions",
  terrorism: "watchlist",
  wanted: "watchlist",
  export_control: "watchlist",
  crime: "watchlist",
  debarment: "watchlist",
  regulatory: "watchlist",
  pep: "pep",
  pep_close_associate: "pep",
  adverse_media: "adverse_media",
  internal: "internal"
} as const satisfies Record<RecordTopic, Category>

/** An entry of a list that does not say why it is listed. */
const unexplained = { category: "watchlist", risk: 60 } as const

const weightiest = (topics: ReadonlyArray<RecordTopic>): RecordTopic | undefined =>
  topics.toSorted((left, right) => topicRisk[right] - topicRisk[left])[0]

/** The kind of list an entry stands for: that of its weightiest topic. */
export const categoryOf = ({ topics }: Pick<ListRecord, "topics">): Category => {
  const topic = weightiest(topics)
  return topic === undefined ? unexplained.category : topicCategory[topic]
}

/** Every kind of list an entry stands for, so that a politician who is sanctioned is found by either. */
export const categoriesOf = ({ topics }: Pick<ListRecord, "topics">): ReadonlyArray<Category> =>
  topics.length === 0 ? [unexplained.category] : [...new Set(topics.map((topic) => topicCategory[topic]))]

const highest = /\b(?:president|prime minister|head of state|king|queen|emir|chancellor|minister|member of parliament|senator)\b/iu
const high = /\b(?:ambassador|general|admiral|judge|justice|governor|central bank|deputy|secretary of state)\b/iu

/**
 * How prominent a public function is: 1 for heads of state, governments and parliaments, 2 for the next rank, 3 for any other, 4 for those
 * close to someone prominent. Null for entries that hold none.
 */
export const pepLevelOf = ({ positions, topics }: Pick<ListRecord, "positions" | "topics">): number | null => {
  if (!topics.includes("pep")) return topics.includes("pep_close_associate") ? 4 : null
  const written = positions.slice(0, 20).map((position) => position.slice(0, 512))
  if (written.some((position) => highest.test(position) && !/\b(?:vice|deputy|former)\b/iu.test(position))) return 1
  return written.some((position) => highest.test(position) || high.test(position)) ? 2 : 3
}

export const riskOf = (record: Pick<ListRecord, "topics" | "positions">): number => {
  const topic = weightiest(record.topics)
  if (topic === undefined) return unexplained.risk
  // A head of government weighs more than a local office, both less than a sanction.
  return topic === "pep" ? topicRisk.pep + (pepLevelOf(record) === 1 ? 10 : 0) : topicRisk[topic]
}

export const failingRisk = 80
export const reviewRisk = 50

/** In which order a reviewer should look: by what the entry weighs and how well it matches, together. */
export const priorityOf = (match_score: number, risk_score: number): CasePriority => {
  const strong = match_score >= thresholds.strong * 100
  if (strong && risk_score > failingRisk) return "urgent"
  return strong || risk_score > failingRisk ? "high" : "normal"
}
