import { expect } from "bun:test"
import { auditDecisions } from "@vouchkit/core/flows/quality/audit"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { Vault } from "@vouchkit/core/kernel/storage/vault"
import { CheckStore, type StoredCheck } from "@vouchkit/core/resources/checks/model"
import { Effect } from "effect"
import { aWatchlist, sanctioned } from "../../../support/screening.ts"
import { startService } from "../../../support/service.ts"

export const begin = "2026-03-02T09:00:00.000Z"

/** A service with people who decide, and the timer of the quality audit, which runs when a test says so. */
export const qualityWork = async (storage: "memory" | "postgres") => {
  const watchlist = aWatchlist(sanctioned())
  const service = await startService(storage, { clock: begin, beside: watchlist.layer })
  let organizations = 0
  const aTenant = async (environment: "sandbox" | "live" = "sandbox") => {
    organizations += 1
    const organization = `org_quality_${storage}_${organizations}`
    const key = await service.key("all", { organization, environment })
    const ask = async (method: string, path: string, body?: unknown) => {
      const answer = await service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
      if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
      return answer.body
    }
    const within = <A, E>(effect: Effect.Effect<A, E, any>) =>
      service.runtime.runPromise(Effect.provideService(effect, Tenant, { organization, environment }) as Effect.Effect<A, E, never>)
    const simulated = async (given: object, ...types: ReadonlyArray<string>) => {
      const { id } = await ask("POST", "/sessions", given)
      return await ask("POST", `/sessions/${id}/simulate`, { actions: types.map((type) => ({ type })) })
    }
    return {
      key,
      ask,
      within,
      approved: (given: object = {}) => simulated(given, "poa_passed"),
      /** A session in review and its case. */
      inReview: async () => {
        const session = await simulated({}, "poa_review")
        const [opened] = (await ask("GET", `/cases?session_id=${session.id}`)).data
        return { session_id: session.id as string, case_id: opened.id as string }
      },
      simulated,
      checksOf: async (session_id: string) => (await ask("GET", `/sessions/${session_id}/checks`)).data as ReadonlyArray<any>,
      /** Changes the one check of a session as an engine could have made it. */
      withCheck: (check_id: string, changes: Partial<StoredCheck>) =>
        within(
          CheckStore.use((store) =>
            Effect.flatMap(store.find(check_id), (found) =>
              found === undefined ? Effect.die("no check") : store.save({ ...found, ...changes })
            )
          )
        ),
      audit: () => service.runtime.runPromise(auditDecisions),
      /** As if the dice had drawn every decision for a second look. */
      auditAndDraw: () =>
        service.runtime.runPromise(
          Vault.use((vault) => Effect.provideService(auditDecisions, Vault, { ...vault, digest: () => "00000000" }))
        ),
      /** Another reviewer, by a key of their own. */
      another: async () => {
        const other = await service.key("all", { organization, environment })
        const issued = (await ask("GET", "/api-keys?limit=1")).data[0]
        return {
          key: other,
          key_id: issued.id as string,
          call: (method: string, path: string, body?: unknown) =>
            service.call(method, path, { key: other, ...(body === undefined ? {} : { body }) }),
          ask: async (method: string, path: string, body?: unknown) => {
            const answer = await service.call(method, path, { key: other, ...(body === undefined ? {} : { body }) })
            if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
            return answer.body
          }
        }
      },
      findings: async (query = "") => (await ask("GET", `/audit-findings?limit=100${query}`)).data as ReadonlyArray<any>,
      kinds: async () => (await ask("GET", "/audit-findings?limit=100")).data.map(({ kind }: { readonly kind: string }) => kind).toSorted(),
      refused: async (method: string, path: string, body?: unknown) => {
        const answer = await service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
        expect(answer.status).toBeGreaterThanOrEqual(400)
        return answer.body
      }
    }
  }
  return { service, watchlist, aTenant }
}
export type Tenanted = Awaited<ReturnType<Awaited<ReturnType<typeof qualityWork>>["aTenant"]>>
