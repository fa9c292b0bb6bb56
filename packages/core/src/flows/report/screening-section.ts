import type { StoredHit } from "../../resources/screening/hits/model.ts"
import { type ReportBlock, type ReportSection, facts, leftOut, paragraph, table } from "./model.ts"
import type { ReportRecords } from "./records.ts"
import { actor, listed, moment, momentOrNull, tone, words } from "./words.ts"

const reviewOf = ({ review_status, reviewed_at, reviewed_by }: StoredHit): string =>
  [
    words(review_status),
    ...(reviewed_by === null ? [] : [`by ${actor(reviewed_by)}`]),
    ...(reviewed_at === null ? [] : [`on ${moment(reviewed_at)}`])
  ].join(" ")

const hitTable = (hits: ReadonlyArray<StoredHit>): ReportBlock =>
  table(
    [
      ["List", 3],
      ["Category", 2],
      ["Listed name", 4],
      ["Match", 1.3],
      ["Risk", 1.2],
      ["Review", 4]
    ],
    hits.map((hit) => [hit.list_key, words(hit.category), hit.matched_name, String(hit.match_score), String(hit.risk_score), reviewOf(hit)])
  )

const blocksOf = ({ hits, screening }: ReportRecords["screenings"][number]): ReadonlyArray<ReportBlock> => [
  {
    type: "subheading",
    text: `Screening (${words(screening.trigger).toLowerCase()})`,
    mark: words(screening.status),
    tone: tone(screening.status)
  },
  facts(
    ["Screening", screening.id],
    ["Completed", momentOrNull(screening.completed_at)],
    ["Categories", listed(screening.categories)],
    ["Match needed", `${screening.threshold} of 100 or better`],
    [
      "Hits",
      `${screening.hit_counts.total} (${screening.hit_counts.confirmed} confirmed, ${screening.hit_counts.false_positive} false positive, ${screening.hit_counts.unreviewed} not reviewed, ${screening.hit_counts.auto_dismissed} dismissed by score)`
    ],
    ["Highest risk", screening.risk_score === null ? null : `${screening.risk_score} of 100`],
    ["Complete", screening.partial ? `No: ${listed(screening.error_codes)}` : "Yes"],
    ["Engine", `${screening.versions.engine}, normaliser ${screening.versions.normaliser}`]
  ),
  ...(screening.lists.length === 0
    ? [paragraph("No list was searched.")]
    : [
        table(
          [
            ["List", 4],
            ["Edition", 4],
            ["Published", 4],
            ["Up to date", 2]
          ],
          screening.lists.map(({ key, published_at, stale, version }) => [key, version, published_at, stale ? "No" : "Yes"])
        )
      ]),
  ...(hits.rows.length === 0 ? [] : [hitTable(hits.rows)]),
  ...leftOut(hits.rows.length, hits.total, "hits")
]

/** Which lists were searched, in which editions, and what became of what was found. */
export const screeningSection = ({ screenings, screenings_total }: ReportRecords): ReportSection => ({
  heading: "Screening",
  blocks:
    screenings.length === 0
      ? [paragraph("The person was not screened in this session.")]
      : [...screenings.flatMap(blocksOf), ...leftOut(screenings.length, screenings_total, "screenings")]
})
