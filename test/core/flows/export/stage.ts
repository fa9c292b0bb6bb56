import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { runOnce } from "@vouchkit/worker/jobs/schedule"
import { timers } from "@vouchkit/worker/jobs/timers"
import { Effect } from "effect"
import { unzipSync } from "fflate"
import { createHash } from "node:crypto"
import type { Service } from "../../../support/service.ts"
import { runEachOnce, runJobs } from "../../../support/service-jobs.ts"
import { storeEvidence } from "../../../support/stored-evidence.ts"
import { acmeSandbox } from "../../../support/tenants.ts"

export const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** What tests of exports do to a service again and again. */
export const exportStage = async (service: Service) => {
  const key = await service.key()
  const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> =>
    service.runtime.runPromise(Effect.provideService(effect, Tenant, acmeSandbox) as Effect.Effect<A, E, never>)
  const call = (method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
    service.call(method, path, { key, headers })
  return {
    key,
    run,
    call,
    evidence: (given: Parameters<typeof storeEvidence>[0] = {}) => run(storeEvidence(given)),
    asJson: (path: string) => call("GET", path, { Accept: "application/json" }),
    make: () => runJobs(service, "exports.make"),
    makeOnce: () => runEachOnce(service, "exports.make"),
    erasedFiles: () => runJobs(service, "erasure.erase_file"),
    timer: (name: string) => run(runOnce(timers.filter((timer) => timer.name === name))),
    /** The file of an export, and its members. */
    download: async (id: string) => {
      const answer = await service.app.handle(
        new Request(`http://localhost:3000/api/v1/exports/${id}/download`, { headers: { "X-API-Key": key } })
      )
      const bytes = new Uint8Array(await answer.arrayBuffer())
      if (answer.status !== 200) return { status: answer.status, headers: answer.headers, bytes, members: {}, manifest: null }
      const members = unzipSync(bytes)
      return { status: 200, headers: answer.headers, bytes, members, manifest: JSON.parse(textOf(members["manifest.json"])) }
    }
  }
}

export const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)
