import type { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import type { PartitionSlots } from "@vouchkit/core/kernel/jobs/job"
import { Effect } from "effect"
import type { Parameters } from "../statements/statement.ts"

/** How many lanes one statement looks into: it ends soon where many have nothing due, and the next goes on behind it. */
const lanesPerStatement = 64
const statementsPerClaim = 256

/** Which jobs a statement is to pick: those of the lanes after `after` up to `until`, or of the lanes that are named. */
interface Picking {
  readonly name: string
  readonly limit: number
  readonly lanes: PartitionSlots
  readonly after: string | null
  readonly until: string | null
}

const waiting = (name: string) => `from jobs where name = ${name} and state = 'queued'`

/** Lane after lane by the index on it, without looking at the jobs in between. */
const walked = ({ after, until }: Picking, name: string, parameters: Parameters): string => {
  const first = after === null ? "" : ` and lane > ${parameters.add(after)}`
  const last = until === null ? "" : ` and lane <= ${parameters.add(until)}`
  return `walk (lane, place) as ((select lane, 1 ${waiting(name)}${first}${last} order by lane limit 1) union all select later.lane, walk.place + 1 from walk cross join lateral (select lane ${waiting(name)} and lane > walk.lane${last} order by lane limit 1) as later where walk.place < ${lanesPerStatement})`
}

const roomy = ({ rooms }: PartitionSlots): ReadonlyArray<string> => Object.keys(rooms).filter((lane) => (rooms[lane] ?? 0) > 0)

/** Table expressions that end in `picked`; `free` says which jobs nobody holds. */
const picking = (wanted: Picking, free: string, parameters: Parameters): string => {
  const { lanes, limit } = wanted
  const name = parameters.add(wanted.name)
  const walk =
    lanes.each > 0
      ? walked(wanted, name, parameters)
      : `walk (lane) as (select lane from jsonb_array_elements_text(${parameters.add(JSON.stringify(roomy(lanes)))}::text::jsonb) as named (lane))`
  // A scalar query is evaluated once; the parameter itself would be parsed anew for every lane.
  const rooms = `rooms (known) as materialized (select ${parameters.add(JSON.stringify(lanes.rooms))}::text::jsonb)`
  const room = `coalesce(((select known from rooms) ->> walk.lane)::int, ${parameters.add(lanes.each)}::int)`
  const due = `select ctid as row from jobs where name = ${name} and lane = walk.lane collate "C" and ${free} order by due_at limit ${room} for update skip locked`
  return `${walk}, ${rooms}, picked as (select due.* from walk cross join lateral (${due}) as due limit ${parameters.add(limit)})`
}

/** A row that was claimed, or none, with how far the statement walked. */
interface Walked {
  readonly lane: string | null
  readonly walked: number
  readonly reached: string | null
}

/** What a statement leaves to do for the rest of a claim: where to go on, or nothing when every lane had its turn. */
const rest = ({ after, until }: Pick<Picking, "after" | "until">, { reached, walked }: Walked, started: string | null) => {
  if (walked >= lanesPerStatement && reached !== null) return { after: reached, until }
  // Those before the place where the claim began come last.
  return until === null && started !== null && after !== null ? { after: null, until: started } : undefined
}

/** Sends a statement that leases what `pick` picks. It answers at least one row, which says how far it walked. */
export type LeaseStatement = (
  pick: (free: string, parameters: Parameters) => string
) => Effect.Effect<ReadonlyArray<Readonly<Record<string, any>>>, StorageUnavailable>

/**
 * Claims in turns: each claim of a kind begins behind the lane that the one before served last, so that a lane with a long backlog takes
 * no more than its room before all others were asked. The place is remembered per process; it needs no agreement between them.
 */
export const laneTurns = (places: Map<string, string | null>, lease: LeaseStatement) =>
  Effect.fnUntraced(function* (name: string, limit: number, lanes: PartitionSlots) {
    const claimed: Array<Readonly<Record<string, any>>> = []
    if (lanes.each <= 0 && roomy(lanes).length === 0) return claimed
    const started = lanes.each > 0 ? (places.get(name) ?? null) : null
    let stretch: Pick<Picking, "after" | "until"> | undefined = { after: started, until: null }
    for (let statement = 0; statement < statementsPerClaim && stretch !== undefined; statement += 1) {
      const wanted: Picking = { name, limit: limit - claimed.length, lanes, ...stretch }
      const rows = yield* lease((free, parameters) => picking(wanted, free, parameters))
      const found = rows.filter(({ id }) => id !== null)
      claimed.push(...found)
      const [first] = rows
      if (lanes.each <= 0 || first === undefined) return claimed
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
