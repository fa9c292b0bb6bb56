import { FailedJobs, type JobSelection, type ListedJob } from "@vouchkit/core/flows/failed-jobs"
import { Effect, Layer } from "effect"
import { Database } from "../database.ts"
import type { Parameters } from "../statements/statement.ts"

const selected = ({ id, name, organization }: JobSelection, parameters: Parameters): ReadonlyArray<string> =>
  Object.entries({ id, name, organization }).flatMap(([column, value]) =>
    value === undefined ? [] : [`jobs.${column} = ${parameters.add(value)}`]
  )

/** Everything of a row but its payload. */
const shown = "jobs.organization, jobs.environment, jobs.id, jobs.name, jobs.attempt, jobs.last_error, jobs.due_at, jobs.created_at"

const toListed = (row: Readonly<Record<string, any>>): ListedJob => ({
  id: row.id,
  name: row.name,
  organization: row.organization,
  environment: row.environment,
  state: row.state,
  attempts: row.attempt,
  reason: row.last_error,
  due_at: row.due_at,
  created_at: row.created_at
})

export const layer = Layer.effect(FailedJobs)(
  Effect.map(Database, (database) => ({
    list: ({ limit, now, state, ...selection }) =>
      Effect.map(
        database.query((parameters) => {
          const stateAt = `case when jobs.state = 'failed' then 'failed' when jobs.leased_until > ${parameters.add(now)} then 'running' else 'queued' end`
          const wanted = [
            ...selected(selection, parameters),
            // The first lets the index of failed jobs be used.
            ...(state === undefined
              ? []
              : [`jobs.state ${state === "failed" ? "=" : "<>"} 'failed'`, `${stateAt} = ${parameters.add(state)}`])
          ]
          return `select ${shown}, ${stateAt} as state from jobs where ${["true", ...wanted].join(" and ")} order by jobs.due_at desc, jobs.id desc limit ${parameters.add(limit)}`
        }),
        (rows) => rows.map(toListed)
      ),
    retry: ({ limit, now, ...selection }) =>
      Effect.map(
        Effect.catchTag(
          database.run((parameters) => {
            const instant = parameters.add(now)
            const wanted = ["jobs.state = 'failed'", `jobs.due_at < ${instant}`, ...selected(selection, parameters)].join(" and ")
            const failed = `select ${shown} from jobs where ${wanted} order by jobs.due_at, jobs.id limit ${parameters.add(limit)} for update skip locked`
            return `with failed as (${failed}), queued as (update jobs set state = 'queued', attempt = 0, lost = 0, due_at = ${instant} from failed where jobs.organization = failed.organization and jobs.environment = failed.environment and jobs.id = failed.id returning 1) select failed.*, 'failed' as state from failed`
          }),
          "Conflict",
          (failure) => Effect.die(failure)
        ),
        (rows) => rows.map(toListed)
      )
  }))
)
