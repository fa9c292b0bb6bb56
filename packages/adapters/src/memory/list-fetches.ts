import { type FetchClaim, type FetchState, ListFetches } from "@vouchkit/core/resources/watchlists/fetching/list-fetches"
import { Effect, Layer } from "effect"
import { State } from "./state.ts"

const table = "screening_list_fetches"

interface Row extends FetchState {
  readonly lease: string | null
}

const fresh = ({ at, key, source }: FetchClaim): Row => ({
  key,
  source,
  validators: null,
  edition: null,
  due_at: at,
  failures: 0,
  last_at: null,
  last_outcome: null,
  last_detail: null,
  leased_until: null,
  lease: null
})
const shown = ({ lease: _lease, ...state }: Row): FetchState => state

export const layer = Layer.effect(ListFetches)(
  Effect.map(State, (state) => {
    const rows = () => state.rows(table) as Map<string, Row>
    const held = (key: string, lease: string, change: (row: Row) => Row): Effect.Effect<boolean> =>
      state.transaction(
        Effect.suspend(() => {
          const row = rows().get(key)
          return row?.lease === lease ? Effect.as(state.write(table, key, change(row)), true) : Effect.succeed(false)
        })
      )
    return {
      claim: (claim) =>
        state.transaction(
          Effect.suspend(() => {
            const found = rows().get(claim.key)
            if (found !== undefined && found.leased_until !== null && found.leased_until > claim.at) return Effect.succeed(undefined)
            const known = found?.source === claim.source ? found : fresh(claim)
            if (known.due_at > claim.at && !claim.early) return Effect.succeed(undefined)
            const row: Row = { ...known, lease: claim.lease, leased_until: claim.until }
            return Effect.as(state.write(table, claim.key, row), shown(row))
          })
        ),
      extend: (key, lease, until) => held(key, lease, (row) => ({ ...row, leased_until: until })),
      settle: (key, lease, settled) => Effect.asVoid(held(key, lease, (row) => ({ ...row, ...settled, lease: null, leased_until: null }))),
      release: (key, lease) => Effect.asVoid(held(key, lease, (row) => ({ ...row, lease: null, leased_until: null }))),
      states: state.read(() => [...rows().values()].map(shown).sort((one, other) => (one.key < other.key ? -1 : 1)))
    }
  })
)
