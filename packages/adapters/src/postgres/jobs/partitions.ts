import type { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import type { PartitionSlots } from "@vouchkit/core/kernel/jobs/job"
import { Effect } from "effect"
import type { Parameters } from "../statements/statement.ts"

/** How many partitions one statement looks into: it ends soon where many have nothing due, and the next goes on behind it. */
const partitionsPerStatement = 64
const statementsPerClaim = 256

/** Which jobs a statement is to pick: those of the partitions after `after` up to `until`, or of the partitions that are named. */
interface Picking {
  readonly name: string
  readonly limit: number
  readonly partitions: PartitionSlots
  readonly after: string | null
  readonly until: string | null
}

const waiting = (name: string) => `from jobs where name = ${name} and state = 'queued'`

/** Partition after partition by the index on it (the column is named `partition`), without looking at the jobs in between. */
const walked = ({ after, until }: Picking, name: string, parameters: Parameters): string => {
  const first = after === null ? "" : ` and lane > ${parameters.add(after)}`
  const last = until === null ? "" : ` and lane <= ${parameters.add(until)}`
  return `walk (lane, place) as ((select lane, 1 ${waiting(name)}${first}${last} order by lane limit 1) union all select later.lane, walk.place + 1 from walk cross join lateral (select lane ${waiting(name)} and lane > walk.lane${last} order by lane limit 1) as later where walk.place < ${partitionsPerStatement})`
}

const withCapacity = ({ slots }: PartitionSlots): ReadonlyArray<string> =>
  Object.keys(slots).filter((partition) => (slots[partition] ?? 0) > 0)

/** Table expressions that end in `picked`; `free` says which jobs no one holds. */
const picking = (wanted: Picking, free: string, parameters: Parameters): string => {
  const { partitions, limit } = wanted
  const name = parameters.add(wanted.name)
  const walk =
    partitions.each > 0
      ? walked(wanted, name, parameters)
      : `walk (lane) as (select lane from jsonb_array_elements_text(${parameters.add(JSON.stringify(withCapacity(partitions)))}::text::jsonb) as named (lane))`
  // A scalar query is evaluated once; the parameter itself would be parsed again for every partition.
  const slots = `slots (known) as materialized (select ${parameters.add(JSON.stringify(partitions.slots))}::text::jsonb)`
  const capacity = `coalesce(((select known from slots) ->> walk.lane)::int, ${parameters.add(partitions.each)}::int)`
  const due = `select ctid as row from jobs where name = ${name} and lane = walk.lane collate "C" and ${free} order by due_at limit ${capacity} for update skip locked`
  return `${walk}, ${slots}, picked as (select due.* from walk cross join lateral (${due}) as due limit ${parameters.add(limit)})`
}

/** A row that was claimed, or none, with how far the statement walked. */
interface Walked {
  readonly lane: string | null
  readonly walked: number
  readonly reached: string | null
}

/** What a statement leaves to do for the rest of a claim: where to go on, or nothing when every partition had its turn. */
const rest = ({ after, until }: Pick<Picking, "after" | "until">, { reached, walked }: Walked, started: string | null) => {
  if (walked >= partitionsPerStatement && reached !== null) return { after: reached, until }
  // Those before the place where the claim began come last.
  return until === null && started !== null && after !== null ? { after: null, until: started } : undefined
}

/** Sends a statement that leases what `pick` picks. It answers at least one row, which says how far it walked. */
type LeaseStatement = (
  pick: (free: string, parameters: Parameters) => string
) => Effect.Effect<ReadonlyArray<Readonly<Record<string, any>>>, StorageUnavailable>

/**
 * Claims in turns: each claim of a kind begins behind the partition that the one before served last, so that a partition with a long backlog takes
 * no more than its capacity before all others were asked. The place is remembered per process; it needs no agreement between them.
 */
export const partitionTurns = (places: Map<string, string | null>, lease: LeaseStatement) =>
  Effect.fnUntraced(function* (name: string, limit: number, partitions: PartitionSlots) {
    const claimed: Array<Readonly<Record<string, any>>> = []
    if (partitions.each <= 0 && withCapacity(partitions).length === 0) return claimed
    const started = partitions.each > 0 ? (places.get(name) ?? null) : null
    let stretch: Pick<Picking, "after" | "until"> | undefined = { after: started, until: null }
    for (let statement = 0; statement < statementsPerClaim && stretch !== undefined; statement += 1) {
      const wanted: Picking = { name, limit: limit - claimed.length, partitions, ...stretch }
      const rows = yield* lease((free, parameters) => picking(wanted, free, parameters))
      const found = rows.filter(({ id }) => id !== null)
      claimed.push(...found)
      const [first] = rows
      if (partitions.each <= 0 || first === undefined) return claimed
      if (claimed.length >= limit) {
        const served = found.map(({ lane }) => String(lane)).sort()
        places.set(name, served.at(-1) ?? null)
        return claimed
      }
      stretch = rest(stretch, { lane: first.lane, walked: first.walked, reached: first.reached }, started)
      places.set(name, stretch?.after ?? null)
    }
    return claimed
  })
