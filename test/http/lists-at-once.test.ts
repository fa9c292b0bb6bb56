import { afterAll, describe, expect, test } from "bun:test"
import { cachedScreenerLayer } from "@vouchkit/adapters/screening/cached-screener"
import { directScreenerLayer } from "@vouchkit/adapters/screening/direct-screener"
import type { DatabaseOptions } from "@vouchkit/adapters/postgres/database"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { jobs } from "@vouchkit/core/registry"
import { Screener } from "@vouchkit/core/resources/screening/screener"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { Effect, Layer } from "effect"
import { aForm, type Service, startService } from "../support/service.ts"

/** Indexes that are looked after so seldom that nothing but a search brings them up to date. */
const held = () => cachedScreenerLayer({ look_every_seconds: 3_600 })

const person = { first_name: "Vasil", last_name: "Okonjo-Testmark" }
const others = Array.from({ length: 30 }, (_, at) => `Otherperson Number${at}\n`).join("")
let lists = 0

/** What a customer does through one instance of the service, while another works off the jobs. */
const aCustomer = (api: Service, worker: Service, key: string) => {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await api.call(method, path, { key, ...(body === undefined ? {} : { body }) })
    if (answer.status >= 300) throw new Error(answer.text)
    return answer.body
  }
  const upload = async (list: string, names: string) => {
    const form = aForm({ mapping: '{"name": "Name"}', accept_loss: "true" }, new TextEncoder().encode(`Name\n${names}`))
    const { body, status, text } = await api.call("POST", `/watchlists/${list}/editions`, { key, raw: form })
    if (status !== 201) throw new Error(text)
    return body
  }
  const aList = async (names: string): Promise<string> => {
    lists += 1
    const list = `at_once_${lists}`
    await call("POST", "/watchlists", { key: list, name: "At once" })
    await upload(list, names)
    return list
  }
  const work = async (name: string) => {
    const declared = jobs.find((one) => one.name === name)
    if (declared === undefined) throw new Error(name)
    const claim = Effect.flatMap(JobQueue, (queue) =>
      queue.claim({ limits: { [name]: 100 }, lease_seconds: 60, now: "9999-01-01T00:00:00.000Z" })
    )
    const claimed = await worker.runtime.runPromise(claim)
    for (const job of claimed) await worker.runtime.runPromise(runJob(declared, job, () => false) as Effect.Effect<unknown, never, never>)
    return claimed.length
  }
  const submitted = async (given: object): Promise<string> => {
    const { id } = await call("POST", "/sessions", { screening: true, ...given })
    await call("POST", `/sessions/${id}/simulate`, { actions: [{ type: "upload_document" }, { type: "submit" }] })
    return id
  }
  const concluded = async (id: string) => {
    await work("sessions.run_checks")
    return await call("GET", `/sessions/${id}/result`)
  }
  const verified = async (given: object) => concluded(await submitted(given))
  return { call, upload, aList, work, submitted, concluded, verified }
}

/** Two instances that share a database, or one and the same where there is none to share. */
const instances = async (storage: "memory" | "postgres", screener: () => ReturnType<typeof held>) => {
  let shared: DatabaseOptions["connect"] | undefined
  const through = async (connect: DatabaseOptions["connect"]) => {
    shared ??= connect
    return shared
  }
  const api = await startService(storage, { screener: screener(), through })
  const worker = storage === "memory" ? api : await startService(storage, { screener: screener(), through })
  const stop = async () => {
    await api.stop()
    if (worker !== api) await worker.stop()
  }
  return { api, worker, stop }
}

for (const storage of ["memory", "postgres"] as const) {
  describe(`what one instance lists acts at once in another over ${storage}`, async () => {
    const { api, stop, worker } = await instances(storage, held)
    afterAll(stop)
    let organizations = 0
    const aTenant = async () => {
      organizations += 1
      return aCustomer(api, worker, await api.key("all", { organization: `org_at_once_${organizations}` }))
    }

    test("a listed person is found by the session that is checked right after the upload was activated", async () => {
      const { aList, upload, verified } = await aTenant()
      const list = await aList(others)
      // Both instances hold the first edition from here on.
      expect(await verified({ expected: person })).toMatchObject({ status: "approved" })
      for (const [at, names] of [`${others}Vasil Okonjo-Testmark\n`, others, `${others}Okonjo-Testmark Vasil\n`].entries()) {
        expect(await upload(list, names)).toMatchObject({ state: "activated", edition: { number: at + 2 } })
        const { checks, status } = await verified({ expected: person })
        const screening = checks.find(({ type }: { readonly type: string }) => type === "aml_screening")
        expect(screening.details.lists).toContainEqual(expect.objectContaining({ key: list, version: String(at + 2), stale: false }))
        expect([status, screening.details.hit_counts.total, screening.details.error_codes]).toEqual(
          names === others ? ["approved", 0, []] : ["in_review", 1, []]
        )
      }
    })

    test("a screening by request finds what was activated just before, and no longer what was deleted", async () => {
      const { aList, call } = await aTenant()
      const screened = async () => (await call("POST", "/screenings", { subject: { name: "Vasil Okonjo-Testmark" } })).hits.length
      await aList(others)
      expect(await screened()).toBe(0)
      const second = await aList("Vasil Okonjo-Testmark\n")
      expect(await screened()).toBe(1)
      await call("DELETE", `/watchlists/${second}`)
      expect(await screened()).toBe(0)
    })

    test("a monitored subject is screened again with an upload, without waiting for a timer", async () => {
      const { aList, call, upload, work } = await aTenant()
      const list = await aList(others)
      const subject = { name: "Vasil Okonjo-Testmark", monitoring: { status: "active", cadence: "annual" } }
      const { hits, subject_id } = await call("POST", "/screenings", { subject })
      expect(hits).toEqual([])
      await work("screening.follow_lists")
      await work("screening.rescreen")
      await upload(list, `${others}Vasil Okonjo-Testmark\n`)
      expect(await work("screening.follow_lists")).toBe(1)
      await work("screening.rescreen")
      const { data } = await call("GET", `/screenings?subject_id=${subject_id}`)
      expect(data[0]).toMatchObject({ trigger: "list_update", hit_counts: { total: 1 } })
    })

    test("an entry of the blocklist, and one of a list, stop the next session, and no longer once they are removed", async () => {
      const { call, verified } = await aTenant()
      const given = { contact: { phone: "+44 20 7946 0123", email: "vasil@example.com" }, screening: false }
      const outcome = async () => (await verified(given)).status
      expect(await outcome()).toBe("approved")
      const blocked = await call("POST", "/blocklist", { entry_type: "phone", value: "+44 20 7946 0123" })
      expect(await outcome()).toBe("declined")
      await call("DELETE", `/blocklist/${blocked.id}`)
      expect(await outcome()).toBe("approved")
      const list = await call("POST", "/lists", { key: "stopped", name: "Stopped", kind: "block", entry_type: "email" })
      const entry = await call("POST", `/lists/${list.id}/entries`, { value: "vasil@example.com" })
      expect(await outcome()).toBe("declined")
      await call("DELETE", `/lists/${list.id}/entries/${entry.id}`)
      expect(await outcome()).toBe("approved")
    })
  })

  describe(`an edition that becomes current between a search and its record over ${storage}`, async () => {
    let meanwhile: () => Promise<unknown> = async () => undefined
    /** A search that lets something else happen before its answer is used. */
    const interrupted = () =>
      Layer.effect(Screener)(
        Effect.map(Screener, ({ search }) => ({
          search: (...asked: Parameters<typeof search>) =>
            Effect.tap(search(...asked), () =>
              Effect.promise(() => {
                const happening = meanwhile
                meanwhile = async () => undefined
                return happening()
              })
            )
        }))
      ).pipe(Layer.provide(directScreenerLayer()))
    const { api, stop, worker } = await instances(storage, interrupted)
    afterAll(stop)
    const customer = async (name: string) => {
      const key = await api.key("all", { organization: `org_${name}` })
      return { key, ...aCustomer(api, worker, key) }
    }

    test("is searched for the session that was searched before it", async () => {
      const { aList, concluded, submitted, upload } = await customer("session")
      const list = await aList(others)
      const id = await submitted({ expected: person })
      meanwhile = () => upload(list, `${others}Vasil Okonjo-Testmark\n`)
      const { checks, status } = await concluded(id)
      const screening = checks.find(({ type }: { readonly type: string }) => type === "aml_screening")
      expect([status, screening.details.hit_counts.total]).toEqual(["in_review", 1])
    })

    test("refuses the screening by request, which finds it when it is sent again", async () => {
      const { aList, key, upload } = await customer("request")
      const list = await aList(others)
      const send = () =>
        api.call("POST", "/screenings", {
          key,
          body: { subject: { name: "Vasil Okonjo-Testmark" } },
          headers: { "Idempotency-Key": "the same" }
        })
      meanwhile = () => upload(list, `${others}Vasil Okonjo-Testmark\n`)
      const refused = await send()
      expect([refused.status, refused.body.error]).toEqual([409, "stale_object"])
      const answer = await send()
      expect([answer.status, answer.body.hits.length, answer.headers.get("idempotency-replayed")]).toEqual([201, 1, null])
    })
  })
}
