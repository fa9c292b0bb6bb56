import { afterAll, describe, expect, test } from "bun:test"
import { RiskSignalCode } from "@vouchkit/core/flows/risk/model"
import { aPerson } from "../support/capture.ts"
import { aWatchlist, sanctioned } from "../support/screening.ts"
import { startService } from "../support/service.ts"
import { runJobs } from "../support/service-jobs.ts"

const lists = aWatchlist(sanctioned())
const service = await startService("memory", { beside: lists.layer, trusted_proxies: ["127.0.0.1"] })
service.app.listen({ port: 0, hostname: "127.0.0.1", reusePort: false })
const url = `http://127.0.0.1:${service.app.server?.port}`
afterAll(async () => {
  await service.app.server?.stop(true)
  await service.stop()
})

let organizations = 0
/** An organization of its own, so that no example counts for another. */
const aTenant = async () => {
  organizations += 1
  const key = await service.key("all", { organization: `org_risk_${organizations}` })
  const post = async (path: string, body: object) => {
    const answer = await service.call("POST", path, { key, body })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
    return answer.body
  }
  return {
    aSession: (body: object = {}) => aPerson(service, key, body),
    simulate: (id: string, ...actions: ReadonlyArray<object>) => post(`/sessions/${id}/simulate`, { actions }),
    advance: (days: number) => post("/sandbox/clock", { advance_seconds: days * 86_400 }),
    riskOf: async (id: string) => (await service.call("GET", `/sessions/${id}/risk`, { key })).body
  }
}
type Example = () => Promise<any>

/** A check of a session that fails, or one that a step of it calls for. */
const failing =
  (check_type: string): Example =>
  async () => {
    const { aSession, riskOf, simulate } = await aTenant()
    const { session_id } = await aSession({ required_steps: ["document", "selfie", "nfc", "proof_of_address"] })
    await simulate(session_id, { type: "fail_check", check_type })
    return riskOf(session_id)
  }

/** A passport that was read, and time that passes: simulated documents are valid for five years. */
const readAndLater =
  (days: number): Example =>
  async () => {
    const { advance, aSession, riskOf, simulate } = await aTenant()
    const { session_id } = await aSession({ required_steps: ["document"] })
    await simulate(session_id, { type: "pass_check", check_type: "document_extraction" })
    await advance(days)
    return riskOf(session_id)
  }

/** Two sessions that one device begins. */
const fromOnePlace: Example = async () => {
  const { aSession, riskOf } = await aTenant()
  const headers = { "X-Forwarded-For": "81.2.69.142", "User-Agent": "Firefox/131.0" }
  let last = ""
  for (let count = 0; count < 2; count += 1) {
    const { session_id, token } = await aSession()
    expect((await fetch(`${url}/api/v1/verify/${token}/start`, { method: "POST", headers })).status).toBe(200)
    last = session_id
  }
  return riskOf(last)
}

const asked =
  (...actions: ReadonlyArray<string>): Example =>
  async () => {
    const { aSession, riskOf, simulate } = await aTenant()
    const { session_id } = await aSession()
    await simulate(session_id, ...actions.map((type) => ({ type })))
    return riskOf(session_id)
  }

const listed: Example = async () => {
  const { aSession, riskOf, simulate } = await aTenant()
  const expected = { first_name: "Zoltan", last_name: "Brankovic-Harrow", date_of_birth: "1961-05-04", country: "RS" }
  const { session_id } = await aSession({ screening: true, expected })
  await simulate(session_id, { type: "upload_document" }, { type: "submit" })
  await runJobs(service, "sessions.run_checks")
  return riskOf(session_id)
}

const fromListedCountry: Example = async () => {
  const { aSession, riskOf } = await aTenant()
  return riskOf((await aSession({ expected: { country: "KP" } })).session_id)
}

/** How a session over the service brings each signal about. */
const examples: Readonly<Record<typeof RiskSignalCode.Type, Example>> = {
  check_document_authenticity: failing("document_authenticity"),
  check_document_extraction: failing("document_extraction"),
  check_face_match: failing("face_match"),
  check_liveness: failing("liveness"),
  check_proof_of_address: failing("proof_of_address"),
  check_identity_cross_reference: failing("identity_cross_reference"),
  check_nfc_chip: failing("nfc_chip"),
  check_aml_screening: listed,
  check_duplicate: failing("duplicate"),
  check_list_lookup: failing("list_lookup"),
  check_age: failing("age"),
  check_questionnaire: failing("questionnaire"),
  screening_risk: listed,
  session_reasons: failing("liveness"),
  document_expired: readAndLater(365 * 5 + 1),
  document_expires_soon: readAndLater(365 * 5 - 30),
  country_risk: fromListedCountry,
  device_reused: fromOnePlace,
  network_reused: fromOnePlace,
  attempts: asked("start", "request_resubmission", "start"),
  resubmissions: asked("request_resubmission")
}

describe("every signal of the catalogue", () => {
  for (const signal of RiskSignalCode.literals) {
    test(`${signal} is brought about by a session`, async () => {
      const { contributions } = await examples[signal]()
      expect(contributions.map((one: any) => one.signal)).toContain(signal)
    })
  }
})

describe("the risk grades", () => {
  const scoreAfter = async (...actions: ReadonlyArray<object>) => {
    const { aSession, riskOf, simulate } = await aTenant()
    const { session_id } = await aSession({ required_steps: ["document", "selfie"] })
    await simulate(session_id, ...actions)
    const { level, score } = await riskOf(session_id)
    return { level, score }
  }
  /** A session of a document and a selfie that follows a script. */
  const scripted = async (scenario: string) => {
    const { aSession, riskOf, simulate } = await aTenant()
    const { session_id } = await aSession({ required_steps: ["document", "selfie"], scenario })
    await simulate(session_id, { type: "upload_document" }, { type: "submit" })
    await runJobs(service, "sessions.run_checks")
    return riskOf(session_id)
  }

  test("from a clean session over a doubt and a fault to several", async () => {
    const clean = (await scripted("approved")).score
    const doubt = await scoreAfter({ type: "review_check", check_type: "liveness" })
    const fault = await scoreAfter({ type: "fail_check", check_type: "document_authenticity" })
    expect(clean).toBeLessThanOrEqual(10)
    expect([doubt.score >= 20 && doubt.score < 60, doubt.level]).toEqual([true, "medium"])
    expect([fault.score >= 60 && fault.score < 85, fault.level]).toEqual([true, "high"])
  })
})
