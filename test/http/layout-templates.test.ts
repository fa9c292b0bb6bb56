import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { eraseDocument } from "@vouchkit/core/flows/erasure/documents"
import { DocumentStore } from "@vouchkit/core/resources/documents/model"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { jobs } from "@vouchkit/core/registry"
import { LayoutStore } from "@vouchkit/core/resources/layout-templates/model"
import { type DocumentPicture, IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { Effect, Layer } from "effect"
import { type BillChange, type BillLayout, billLayout, billValues } from "../support/laid-out-bills.ts"
import { passportLines, picture, zone } from "../core/verification/identity-documents/documents.ts"
import { readingWith } from "../support/live-work.ts"
import { billReader, printedBill } from "../support/read-bills.ts"
import { callerOf } from "../support/operations.ts"
import { aForm, type Service, startService } from "../support/service.ts"

const background = [
  "documents.read",
  "sessions.run_checks",
  "layout_templates.follow_decision",
  "layout_templates.review_resting",
  "standalone_checks.run"
] as const

/** An organization whose policy asks for a template of every bill, and what people do in it. */
const tenantOf = async (service: Service, organization: string) => {
  const key = await service.key("all", { environment: "live", organization })
  const call = async (method: string, path: string, body?: unknown) => {
    const raw = body instanceof FormData ? { raw: body } : body === undefined ? {} : { body }
    const answer = await service.call(method, path, { key, ...raw })
    expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text])
    return answer.body
  }
  const within = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> =>
    service.runtime.runPromise(
      effect.pipe(
        Effect.provideService(Tenant, { organization, environment: "live" }),
        Effect.provideService(Caller, callerOf({ environment: "live" }))
      ) as Effect.Effect<A, E, never>
    )
  const work = async (): Promise<void> => {
    const limits = Object.fromEntries(background.map((name) => [name, 50]))
    const queued = await within(
      Effect.flatMap(JobQueue, (queue) => queue.claim({ limits, lease_seconds: 60, now: "9999-01-01T00:00:00.000Z" }))
    )
    for (const one of queued) {
      const declaration = jobs.find(({ name }) => name === one.name)
      if (declaration === undefined) throw new Error(one.name)
      await within(runJob(declaration, one, () => false))
    }
    if (queued.length > 0) await work()
  }
  const judged = async (id: string, type: string) => {
    await call("POST", `/sessions/${id}/submit`)
    await work()
    const check = (await call("GET", `/sessions/${id}/result`)).checks.find((one: any) => one.type === type)
    const { status } = await call("GET", `/sessions/${id}`)
    return { id, status, check, codes: check.reasons.map(({ code }: any) => code) }
  }
  const submitted = async (layout: BillLayout, seed: number, change: BillChange = {}, values = billValues(seed)) => {
    const [first_name = "", last_name = ""] = values.name.split(" ")
    const session = await call("POST", "/sessions", {
      required_steps: ["proof_of_address"],
      proof_of_address_policy: { required_assurance: { pdf: "template" } },
      expected: { first_name, last_name, address: values.address.join(", "), country: "GB" }
    })
    const bill = await printedBill(layout, values, change)
    await call("POST", `/sessions/${session.id}/documents`, aForm({ poa_document_type: "utility_bill" }, bill))
    return judged(session.id, "proof_of_address")
  }
  const passport = async (file: Uint8Array) => {
    const session = await call("POST", "/sessions", { required_steps: ["document"] })
    const form = new FormData()
    form.set("file", new Blob([new Uint8Array(file)], { type: "image/jpeg" }), "passport.jpg")
    form.set("document_type", "passport")
    await call("POST", `/sessions/${session.id}/documents`, form)
    return judged(session.id, "document_authenticity")
  }
  const openCase = async (session_id: string) =>
    (await call("GET", `/cases?session_id=${session_id}`)).data.find(({ status }: any) => status !== "closed")
  const approved = async (session_id: string) => {
    await call("POST", `/cases/${(await openCase(session_id)).id}/approve`, {})
    await work()
  }
  const decided = async (session_id: string, outcome: "approved" | "declined") => {
    const reason_codes = outcome === "declined" ? ["document_forged"] : []
    await call("PATCH", `/sessions/${session_id}`, { decision: { outcome, reason: "The issuer was asked about it.", reason_codes } })
    await work()
  }
  const layouts = () =>
    within(Effect.flatMap(LayoutStore, (store) => store.list({ where: [{ field: "state", op: "ne", value: "head" }], limit: 100 })))
  const actions = (action: string) =>
    within(Effect.flatMap(AuditLog, (store) => store.count([{ field: "action", op: "eq", value: action }])))
  return { call, submitted, passport, approved, decided, openCase, layouts, actions, within }
}

/** Distinct people: neighbouring seeds may draw one name twice. */
const people = [11, 12, 13, 14, 15, 16, 17, 18].map((seed, index) => ({
  ...billValues(seed),
  name: `${["Ada", "Bram", "Carla", "Dmitri", "Eun", "Farah", "Gita", "Hugo"][index]} ${["Whitlock", "Okafor", "Petersen", "Nakagawa", "Delacroix", "Sandoval", "Blyth", "Marchetti"][index]}`
}))

describe.each(["memory", "postgres"] as const)("templates of bills over %s", (storage) => {
  let service: Service
  beforeAll(async () => {
    service = await startService(storage, { beside: billReader, clock: "2026-03-25T09:00:00.000Z" })
  }, 300_000)
  afterAll(() => service.stop())
  const layout = billLayout(4)
  const of = (index: number) => people[index] ?? billValues(index)

  /** Three people whose bills were reviewed and approved. */
  const taught = async (organization: string) => {
    const tenant = await tenantOf(service, organization)
    const ids: Array<string> = []
    for (const index of [0, 1, 2]) {
      const { codes, id, status } = await tenant.submitted(layout, 0, {}, of(index))
      expect([index, status, codes]).toEqual([index, "in_review", ["authenticity_not_assured"]])
      await tenant.approved(id)
      ids.push(id)
    }
    return { ...tenant, ids }
  }

  test("after three accepted bills of one layout the fourth passes alone, and one with a moved field does not", async () => {
    const { actions, layouts, submitted } = await taught("org_taught")
    expect((await layouts()).map(({ state }) => state)).toEqual(["standing", "standing", "standing"])
    expect(await actions("layout_templates.learn")).toBe(3)

    const fourth = await submitted(layout, 0, {}, of(3))
    expect([fourth.status, fourth.codes, fourth.check.assurance, fourth.check.details.layout]).toEqual([
      "approved",
      [],
      "template",
      { result: "agrees", templates: 1 }
    ])
    const moved = await submitted(layout, 0, { moved: { block: "issued", by: [12, 0] } }, of(4))
    expect([moved.status, moved.codes.sort(), moved.check.assurance]).toEqual([
      "in_review",
      ["authenticity_not_assured", "layout_differs"],
      "consistency"
    ])
    const reset = await submitted(layout, 0, { otherFont: "name" }, of(5))
    expect([reset.status, reset.codes.includes("layout_differs")]).toEqual(["in_review", true])
    // The service learns nothing from what it approved itself.
    expect(await layouts()).toHaveLength(3)
  }, 300_000)

  test("what is kept of a layout says nothing of a person, and does not open elsewhere", async () => {
    const { layouts } = await taught("org_sealed")
    const rows = JSON.stringify(await layouts())
    for (const word of ["Whitlock", "Okafor", "Petersen", layout.issuer, layout.issuer.split(" ")[0] ?? ""])
      expect(rows).not.toContain(word)
    expect(rows).not.toContain(layout.labels.issued.toLowerCase())
  }, 300_000)

  test("one person three times is not three", async () => {
    const { approved, layouts, submitted } = await tenantOf(service, "org_repeated")
    for (const account of ["1111 2222 33", "4444 5555 66", "7777 8888 99"]) {
      const { id, status } = await submitted(layout, 0, {}, { ...of(0), account })
      if (status === "in_review") await approved(id)
    }
    expect(await layouts()).toHaveLength(1)
    expect((await submitted(layout, 0, {}, of(1))).check.details.layout).toEqual({ result: "no_template", templates: 0 })
  }, 300_000)

  test("erasing the documents keeps what they taught, which names nobody, and their own layouts go", async () => {
    const { layouts, submitted, within } = await taught("org_erased")
    const documents = await within(Effect.flatMap(DocumentStore, (store) => store.list({ limit: 10 })))
    expect(documents.map(({ sealed_layout }) => sealed_layout === undefined)).toEqual([false, false, false])
    for (const { id } of documents) await within(Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(eraseDocument(id))))
    const erased = await within(Effect.flatMap(DocumentStore, (store) => store.list({ limit: 10 })))
    expect(erased.map(({ sealed_layout, status }) => [status, sealed_layout])).toEqual(Array(3).fill(["redacted", undefined]))
    expect((await layouts()).map(({ state }) => state)).toEqual(["standing", "standing", "standing"])
    expect((await submitted(layout, 0, {}, of(3))).check.assurance).toBe("template")
  }, 300_000)

  test("a document that is found forged later takes its template with it, and a person looks at what passed by it", async () => {
    const { actions, call, decided, ids, layouts, openCase, submitted } = await taught("org_withdrawn")
    const fourth = await submitted(layout, 0, {}, of(3))
    expect([fourth.status, await openCase(fourth.id)]).toEqual(["approved", undefined])
    await decided(ids[1] ?? "", "declined")
    expect((await layouts()).map(({ state }) => state).sort()).toEqual(["standing", "standing", "withdrawn"])
    expect(await actions("layout_templates.withdraw")).toBe(1)
    const looked = await openCase(fourth.id)
    expect([looked.reason_codes, looked.queue]).toEqual([["authenticity_not_assured"], "withdrawn_template"])
    expect((await call("GET", `/sessions/${fourth.id}`)).status).toBe("approved")
    const next = await submitted(layout, 0, {}, of(4))
    expect([next.status, next.check.details.layout]).toEqual(["in_review", { result: "no_template", templates: 0 }])
    // Whoever was wrong about it may say so: the session is approved again, and what it taught stands again.
    await decided(ids[1] ?? "", "approved")
    expect((await layouts()).map(({ state }) => state)).toEqual(["standing", "standing", "standing"])
  }, 300_000)
})

interface Holder {
  readonly surname: string
  readonly number: string
}

/** The data page of a passport in two columns; `moved` says where the number stands instead. */
const pageOf = ({ number, surname }: Holder, nudge: number, moved = 0): DocumentPicture => {
  const line = (text: string, left: number, top: number) => ({
    text,
    page: 1,
    left: left + nudge / 500,
    top: top + nudge / 700,
    width: text.length * 0.011,
    height: 0.03,
    confidence: 0.95
  })
  const zoneLines = passportLines({ surname, number })
  return {
    ...picture({ mrz: zone(zoneLines) }),
    perceptual_hash: null,
    portrait: { left: 0.06, top: 0.25, width: 0.2, height: 0.3, confidence: 0.99 },
    lines: [
      line("PASSPORT", 0.06, 0.05),
      line("Type", 0.34, 0.12),
      line("P", 0.34, 0.16),
      line("Passport No", 0.7 + moved, 0.12),
      line(number, 0.7 + moved, 0.16),
      line("Surname", 0.34, 0.22),
      line(surname, 0.34, 0.26),
      line("Given names", 0.34, 0.32),
      line("CAMILLE ANNE", 0.34, 0.36),
      line("Nationality", 0.34, 0.42),
      line("Française", 0.34, 0.46),
      line("Date of birth", 0.34, 0.52),
      line("13 07 1990", 0.34, 0.56),
      line("Sex", 0.7, 0.52),
      line("F", 0.7, 0.56),
      line("Date of expiry", 0.34, 0.62),
      line("11 02 2031", 0.34, 0.66),
      line(zoneLines[0] ?? "", 0.05, 0.84),
      line(zoneLines[1] ?? "", 0.05, 0.9)
    ]
  }
}

describe.each(["memory", "postgres"] as const)("templates of identity documents over %s", (storage) => {
  const pages = new Map<string, DocumentPicture>()
  const identityReader = Layer.succeed(IdentityDocumentReader)({
    read: ({ bytes }) => {
      const page = pages.get(`${bytes[4]}`)
      return page === undefined ? Effect.die(new Error("no such page")) : Effect.succeed({ ...readingWith(), pictures: [page] })
    }
  })
  let service: Service
  beforeAll(async () => {
    service = await startService(storage, { beside: identityReader, clock: "2026-03-25T09:00:00.000Z" })
  }, 300_000)
  afterAll(() => service.stop())

  test("a passport passes alone by the default policy of live once three of its layout were accepted; one with a moved number does not", async () => {
    const { approved, passport } = await tenantOf(service, "org_passports")
    const submitted = (surname: string, nudge: number, moved = 0) => {
      pages.set(`${nudge}`, pageOf({ surname, number: `14CV2856${nudge}` }, nudge, moved))
      return passport(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, nudge]))
    }
    for (const [index, surname] of ["MOREAU", "DELACROIX", "OKONKWO"].entries()) {
      const { codes, id, status } = await submitted(surname, index + 1)
      expect([surname, status, codes]).toEqual([surname, "in_review", ["authenticity_not_assured"]])
      await approved(id)
    }
    const fourth = await submitted("VAN DER BERG", 4)
    expect([fourth.status, fourth.codes, fourth.check.assurance, fourth.check.details.layout]).toEqual([
      "approved",
      [],
      "template",
      { result: "agrees", templates: 1 }
    ])
    const moved = await submitted("LINDQVIST", 5, 0.03)
    expect([moved.status, [...moved.codes].sort(), moved.check.assurance]).toEqual([
      "in_review",
      ["authenticity_not_assured", "layout_differs"],
      "consistency"
    ])
  }, 300_000)
})
