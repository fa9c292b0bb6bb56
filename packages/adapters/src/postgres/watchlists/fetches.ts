import { type FetchState, ListFetches } from "@vouchkit/core/resources/watchlists/fetching/list-fetches"
import { Effect, Layer } from "effect"
import { Database } from "../database.ts"
import type { Parameters } from "../statements/statement.ts"

const columns = "key, source, validators, edition, due_at, failures, last_at, last_outcome, last_detail, leased_until"
/** More lists than anybody fetches, those among them that have no address any more. */
const maximumStates = 500

type Row = Readonly<Record<string, any>>
const toState = (row: Row): FetchState => ({
  key: row.key,
  source: row.source,
  validators: row.validators,
  edition: row.edition,
  due_at: row.due_at,
  failures: row.failures,
  last_at: row.last_at,
  last_outcome: row.last_outcome,
  last_detail: row.last_detail,
  leased_until: row.leased_until
})

export const layer = Layer.effect(ListFetches)(
  Effect.map(Database, ({ query, run }) => {
    const written = (build: (parameters: Parameters) => string) => Effect.catchTag(run(build), "Conflict", (failure) => Effect.die(failure))
    const mine = (key: string, lease: string, parameters: Parameters) =>
      `known.key = ${parameters.add(key)} and known.lease = ${parameters.add(lease)}`
    return {
      claim: ({ at, early, key, lease, source, until }) =>
        Effect.gen(function* () {
          yield* written(
            (parameters) =>
              `insert into screening_list_fetches (key, source, due_at) values (${parameters.add(key)}, ${parameters.add(source)}, ${parameters.add(at)}) on conflict do nothing`
          )
          const [row] = yield* written((parameters) => {
            const given = { at: parameters.add(at), source: parameters.add(source) }
            const kept = (column: string) => `${column} = case when known.source = ${given.source} then known.${column} end`
            return `update screening_list_fetches as known set lease = ${parameters.add(lease)}, leased_until = ${parameters.add(until)}, source = ${given.source}, ${["validators", "edition", "last_at", "last_outcome", "last_detail"].map(kept).join(", ")}, due_at = case when known.source = ${given.source} then known.due_at else ${given.at} end, failures = case when known.source = ${given.source} then known.failures else 0 end where known.key = ${parameters.add(key)} and (known.leased_until is null or known.leased_until <= ${given.at}) and (known.due_at <= ${given.at} or known.source <> ${given.source} or ${parameters.add(early)}::boolean) returning ${columns}`
          })
          return row === undefined ? undefined : toState(row)
        }),
      extend: (key, lease, until) =>
        Effect.map(
          written(
            (parameters) =>
              `update screening_list_fetches as known set leased_until = ${parameters.add(until)} where ${mine(key, lease, parameters)} returning 1`
          ),
          (rows) => rows.length > 0
        ),
      settle: (key, lease, { due_at, edition, failures, last_at, last_detail, last_outcome, validators }) =>
        Effect.asVoid(
          written(
            (parameters) =>
              `update screening_list_fetches as known set validators = ${parameters.add(validators)}::jsonb, edition = ${parameters.add(edition)}::int, due_at = ${parameters.add(due_at)}, failures = ${parameters.add(failures)}::int, last_at = ${parameters.add(last_at)}, last_outcome = ${parameters.add(last_outcome)}, last_detail = ${parameters.add(last_detail)}, lease = null, leased_until = null where ${mine(key, lease, parameters)}`
          )
        ),
      release: (key, lease) =>
        Effect.asVoid(
          written(
            (parameters) =>
              `update screening_list_fetches as known set lease = null, leased_until = null where ${mine(key, lease, parameters)}`
          )
        ),
      states: Effect.map(
        query(() => `select ${columns} from screening_list_fetches order by key limit ${maximumStates}`),
        (rows) => rows.map(toState)
      )
    }
  })
)
