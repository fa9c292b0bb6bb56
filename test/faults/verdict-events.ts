import type postgres from "postgres"
import type { Finding } from "./finding.ts"
import type { Receiver } from "./receiver.ts"

type Rows = ReadonlyArray<Readonly<Record<string, any>>>

/** Resources that count their events, and where they are kept. */
const counting = { sessions: "session", documents: "document", checks: "check", cases: "case" } as const

/** Every resource has its events 1, 2, 3 up to the number it carries itself, and its last one tells the state it is in. */
const judgeSequences = async (sql: postgres.Sql): Promise<ReadonlyArray<Finding>> => {
  const findings: Array<Finding> = []
  for (const [table, type] of Object.entries(counting)) {
    const rows: Rows = await sql`
      with told as (
        select organization, environment, data -> 'envelope' -> 'resource' ->> 'id' as resource,
          array_agg((data -> 'envelope' ->> 'sequence')::int order by (data -> 'envelope' ->> 'sequence')::int) as numbers,
          (array_agg(data -> 'envelope' -> 'data' ->> 'status' order by (data -> 'envelope' ->> 'sequence')::int desc))[1] as last
        from webhook_events where data -> 'envelope' -> 'resource' ->> 'type' = ${type} group by 1, 2, 3
      )
      select row.id, (row.data ->> 'sequence')::int as sequence, row.status, told.numbers, told.last
      from ${sql(table)} as row left join told on told.organization = row.organization and told.environment = row.environment and told.resource = row.id`
    findings.push({
      rule: `every ${type} has its events in sequence without a gap, and the last one tells its state`,
      looked_at: rows.reduce((total, { sequence }) => total + sequence, 0),
      offending: rows.flatMap(({ id, last, numbers, sequence, status }) => {
        const whole = numbers?.length === sequence && (numbers as ReadonlyArray<number>).every((number, index) => number === index + 1)
        return whole && last === status
          ? []
          : [`${id}: counts ${sequence}, events ${numbers?.join(" ") ?? "none"}; is ${status}, last said ${last}`]
      })
    })
  }
  return findings
}

/** Each event became one delivery for the endpoint of its environment, and the receiver has it. */
export const judgeEvents = async (sql: postgres.Sql, receiver: Receiver): Promise<ReadonlyArray<Finding>> => {
  const events: Rows = await sql`select id, environment, data -> 'envelope' ->> 'type' as type from webhook_events`
  const deliveries: Rows = await sql`select event_id, count(*)::int as count from webhook_deliveries group by 1`
  const decisions: Rows = await sql`
    select row.id, (select count(*)::int from webhook_events as event
      where event.organization = row.organization and event.environment = row.environment and event.data -> 'envelope' -> 'resource' ->> 'id' = row.id
        and event.data -> 'envelope' ->> 'type' in ('session.approved', 'session.declined')) as count
    from sessions as row where row.status in ('approved', 'declined')`
  const delivered = new Map(deliveries.map(({ count, event_id }) => [event_id, count]))
  const known = new Set(events.map(({ id }) => id))
  const arrived = receiver.events()
  return [
    {
      rule: "every decided session was decided exactly once",
      looked_at: decisions.length,
      offending: decisions.flatMap(({ count, id }) => (count === 1 ? [] : [`${id}: ${count} decisions were announced`]))
    },
    ...(await judgeSequences(sql)),
    {
      rule: "every event has one delivery for its endpoint",
      looked_at: events.length,
      offending: events.flatMap(({ id, type }) =>
        delivered.get(id) === 1 ? [] : [`${id} (${type}): ${delivered.get(id) ?? 0} deliveries`]
      )
    },
    {
      rule: "every event arrived, verified, and was accepted at least once",
      looked_at: arrived.size,
      offending: events.flatMap(({ id, type }) => ((arrived.get(id)?.accepted ?? 0) > 0 ? [] : [`${id} (${type}) was never accepted`]))
    },
    {
      rule: "no event arrived that was never committed, and none told two things",
      looked_at: arrived.size,
      offending: [...[...arrived.keys()].filter((id) => !known.has(id)).map((id) => `${id} is not stored`), ...receiver.wrongs()]
    }
  ]
}
