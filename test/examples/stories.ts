import type { EventType } from "@vouchkit/core/kernel/events/catalogue"
import { newest } from "@vouchkit/core/kernel/wire/versions"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { FaceIndex } from "@vouchkit/core/verification/faces/face-index"
import { Effect } from "effect"
import { aPerson, aPicture } from "../support/capture.ts"
import { templateAt } from "../support/faces.ts"
import { aForm } from "../support/service.ts"
import { noon, type Stage } from "./stage.ts"

/** What one example sends beside what the fixtures of its operation say. */
export interface Sent {
  readonly path?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  /** Text parts of a form, and its file. */
  readonly form?: Readonly<Record<string, string>>
  readonly file?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}
/** Brings the service to where the request succeeds, and says what differs in it. */
export type Story = (stage: Stage) => Promise<Sent> | Sent

const person = { first_name: "Ada", last_name: "Example", date_of_birth: "1990-05-17" }
const address = { line1: "12 Sample Street", city: "Sampleton", postal_code: "AB1 2CD", country: "GB" }
const email = { type: "list_lookup", values: [{ type: "email", value: "ada.person@example.com" }] }

/** A session that goes by a workflow with one node, once its run has come to that. */
const goingBy = async ({ call, jobs }: Stage, node: object) => {
  const graph = {
    version: 1,
    start: "start",
    nodes: {
      start: { type: "start", config: {} },
      capture: { type: "capture", config: { steps: "session", required: true } },
      node,
      approved: { type: "end", config: { status: "approved", reason_codes: [] } }
    },
    edges: [
      { from: "start", to: "capture" },
      { from: "capture", to: "node" },
      { from: "node", to: "approved" }
    ]
  }
  const workflow = await call("POST", "/workflows", { name: "Onboarding" })
  const draft = await call("POST", `/workflows/${workflow.id}/versions`, { graph })
  await call("POST", `/workflows/${workflow.id}/versions/${draft.id}/publish`, {})
  const { id } = await call("POST", "/sessions", { workflow_id: workflow.id })
  await call("POST", `/sessions/${id}/simulate`, { actions: ["start", "upload_document", "submit"].map((type) => ({ type })) })
  await jobs("documents.read", "sessions.run_checks")
  return call("GET", `/sessions/${id}`)
}
const decided = { gate_key: "core_banking", decision: "continue", data: { account_opened: true } }
const atGate = (stage: Stage) =>
  goingBy(stage, {
    type: "external_gate",
    config: {
      key: "core_banking",
      expires_in_s: 86_400,
      on_timeout: "review",
      schema: { type: "object", properties: { account_opened: { type: "boolean" } }, required: ["account_opened"] }
    }
  })
const pastGate = async (stage: Stage) => {
  const { id } = await atGate(stage)
  await stage.call("POST", `/sessions/${id}/external-decision`, decided)
  await stage.jobs("sessions.run_checks")
}

const simulated = async ({ call }: Stage, session: object, ...types: ReadonlyArray<string>) => {
  const { id } = await call("POST", "/sessions", session)
  if (types.length > 0) await call("POST", `/sessions/${id}/simulate`, { actions: types.map((type) => ({ type })) })
  return id as string
}
const monitored = async ({ call, fixtures: { identity_id } }: Stage) => {
  await call("POST", `/identities/${identity_id}/monitoring`, { status: "active", cadence: "weekly" }).catch(() =>
    call("PUT", `/identities/${identity_id}/monitoring`, { status: "active", cadence: "weekly" })
  )
}
const errored = async (stage: Stage) => {
  const id = await simulated(stage, { scenario: "error" }, "start", "upload_document", "submit")
  await stage.jobs("sessions.run_checks")
  const { data } = await stage.call("GET", `/sessions/${id}/checks`)
  return { path: `/checks/${data.find(({ status }: { status: string }) => status === "errored").id}/retry` }
}
/** A form of its own about the person's side of a session. */
const captured = async (stage: Stage, session: object) => aPerson(stage.service, stage.key, session)

/** Examples by operation, one for each success that its contract names; an operation without one is asked as `test/support/fixtures.ts` says. */
export const stories: Readonly<Record<string, ReadonlyArray<Story>>> = {
  "sessions.create": [
    () => ({
      body: {
        external_reference: "customer-1042",
        required_steps: ["document", "proof_of_address"],
        expected: { ...person, address },
        redirect_url: "https://app.acme-example.com/verified",
        tags: ["onboarding"]
      }
    }),
    async ({ call }) => {
      await call("POST", "/sessions", { external_reference: "customer-1042" })
      return { body: { external_reference: "customer-1042", reuse_open: true } }
    }
  ],
  "sessions.resume": [async (stage) => ({ path: `/sessions/${await simulated(stage, {}, "expire")}/resume` })],
  "sessions.reprocess": [({ fixtures }) => ({ path: `/sessions/${fixtures.reviewed_session_id}/reprocess` })],
  "sessions.result": [({ fixtures }) => ({ path: `/sessions/${fixtures.reviewed_session_id}/result` })],
  "sessions.list_checks": [({ fixtures }) => ({ path: `/sessions/${fixtures.reviewed_session_id}/checks` })],
  "sessions.list_attempts": [({ fixtures }) => ({ path: `/sessions/${fixtures.reviewed_session_id}/attempts` })],
  "sessions.resend_invitation": [
    async (stage) => ({ path: `/sessions/${await simulated(stage, { contact: { email: "ada.person@example.com" } })}/resend-invitation` })
  ],
  "sessions.remove_tag": [
    async ({ call, fixtures: { session_id } }) => {
      await call("PATCH", `/sessions/${session_id}`, { tags: ["a", "vip"] })
      return {}
    }
  ],
  "identities.remove_tag": [
    async ({ call, fixtures: { identity_id } }) => {
      await call("PATCH", `/identities/${identity_id}`, { tags: ["a", "vip"] })
      return {}
    }
  ],
  "identities.unflag": [
    async ({ call, fixtures: { identity_id } }) => {
      await call("POST", `/identities/${identity_id}/flag`, { reason: "Seen with a forged bill" })
      return {}
    }
  ],
  "identities.unblock": [
    async ({ call, fixtures: { identity_id } }) => {
      await call("POST", `/identities/${identity_id}/block`, { reason: "Fraud" })
      return {}
    }
  ],
  "identities.list_similar_images": [
    async (stage) => {
      for (const external_reference of ["fixture-person", "someone-else"]) {
        const id = await simulated(stage, { external_reference }, "approve")
        await stage.within(
          Effect.flatMap(FaceIndex, (faces) =>
            faces.add(id, { template: templateAt(external_reference === "someone-else" ? 0.1 : 0), captures: [] }, noon)
          )
        )
      }
      return {}
    }
  ],
  "cases.assign": [() => ({ body: { user_id: "usr_0198c0de000000000000000000" } })],
  // The second shows no other answer, but another event.
  "cases.reject": [
    () => ({ body: { reason_codes: ["reviewer_declined"], reason: "The bill belongs to someone else" } }),
    () => ({ body: { reason_codes: ["reviewer_declined"], allow_resubmission: true, reason: "Please send a newer bill" } })
  ],
  "sessions.simulate": [
    async (stage) => ({
      path: `/sessions/${await simulated(stage, { expected: person })}/simulate`,
      body: { actions: [{ type: "start" }, { type: "upload_document" }, { type: "approve" }] }
    })
  ],
  "sessions.export": [
    ({ fixtures }) => ({ path: `/sessions/${fixtures.reviewed_session_id}/export`, headers: { Accept: "application/json" } }),
    ({ fixtures }) => ({ path: `/sessions/${fixtures.reviewed_session_id}/export` })
  ],
  "identities.export": [() => ({ headers: { Accept: "application/json" } }), () => ({})],
  "documents.upload": [() => ({ form: { kind: "proof_of_address", poa_document_type: "utility_bill", issuing_country: "GB" } })],
  "documents.create": [() => ({ form: { kind: "proof_of_address", poa_document_type: "utility_bill", issuing_country: "GB" } })],
  "checks.create": [
    ({ settleBy }) => {
      settleBy("checks.run")
      return { body: email }
    },
    () => ({ body: { type: "aml_screening", subject: { name: "Ada Example", date_of_birth: "1990-05-17", countries: ["GB"] } } })
  ],
  "checks.create_full": [
    ({ settleBy }) => {
      settleBy("checks.run")
      return { body: { checks: [email] } }
    },
    () => ({ body: { checks: [email] } })
  ],
  "checks.retry": [
    async (stage) => {
      const sent = await errored(stage)
      stage.settleBy("checks.run")
      return sent
    },
    errored
  ],
  "verify.complete_liveness": [
    async (stage) => {
      // The sandbox has no cameras: only live sessions are looked at by a provider.
      const { post, token } = await aPerson(stage.service, await stage.service.key("all", { environment: "live" }), {
        required_steps: ["selfie"]
      })
      await post("/start")
      await post("/liveness")
      return { path: `/verify/${token}/liveness/complete` }
    }
  ],
  "verify.selfie": [
    async (stage) => ({
      path: `/verify/${(await captured(stage, { required_steps: ["selfie"] })).token}/selfie`,
      form: {},
      file: aPicture()
    })
  ],
  "verify.questionnaire": [
    async (stage) => {
      const { token } = await captured(stage, {
        required_steps: ["questionnaire"],
        questions: [{ key: "purpose", label: "What is the account for?", type: "choice", options: ["savings", "business"] }]
      })
      return { path: `/verify/${token}/questionnaire`, body: { answers: { purpose: "savings" } } }
    }
  ],
  "verify.nfc": [
    async (stage) => {
      const { post, token } = await captured(stage, { required_steps: ["nfc"] })
      await post("/start")
      const { nonce } = await stage.call("GET", `/sdk/nfc?token=${token}`)
      return { path: `/verify/${token}/nfc`, body: { nonce, sod: "dwEE", data_groups: { dg1: "YQEE", dg2: "dQEE" } } }
    }
  ],
  "sdk.attest": [() => ({ query: { platform: "ios", attestation: "bm90IGFuIGF0dGVzdGF0aW9u" } })],
  "cases.create": [
    async (stage) => {
      const id = await simulated(stage, { expected: person })
      await stage.within(
        Effect.gen(function* () {
          const store = yield* SessionStore
          const row = yield* store.find(id)
          if (row !== undefined) yield* store.save({ ...row, status: "in_review" })
        })
      )
      return { body: { session_id: id } }
    }
  ],
  "cases.search": [() => ({ body: { query: "", filters: { status: ["open", "in_review"] }, sort_by: "created_at" } })],
  "cases.release": [
    async ({ call, fixtures }) => {
      await call("POST", `/cases/${fixtures.case_id}/claim`, {})
      return {}
    }
  ],
  "cases.reopen": [
    async ({ call, fixtures }) => {
      await call("POST", `/cases/${fixtures.case_id}/approve`, { reason: "Everything is as it should be" })
      return { body: { reason: "The customer sent a newer bill" } }
    }
  ],
  "cases.approve": [() => ({ body: { reason: "Looked at the bill: same person, same address" } })],
  "identities.create": [
    () => ({
      body: {
        external_reference: "customer-1042",
        ...person,
        nationality: "GB",
        emails: ["ada.person@example.com"],
        addresses: [address],
        identification_numbers: [{ type: "passport", value: "XDB112233", country: "GB" }]
      }
    })
  ],
  "identities.merge": [
    async ({ call, fixtures: { identity_id, other_identity_id } }) => {
      const { preview_token } = await call("POST", `/identities/${identity_id}/merge-preview`, { source_ids: [other_identity_id] })
      return { body: { preview_token, reason: "One person by both passports" } }
    }
  ],
  "identities.create_relationship": [
    () => ({}),
    async (stage) => {
      const { call } = stage
      const one = await call("POST", "/identities", { external_reference: "one", addresses: [address] })
      const other = await call("POST", "/identities", { external_reference: "two", addresses: [address] })
      await simulated(stage, { external_reference: "one" }, "approve")
      await stage.jobs("identities.propose_relationships")
      return { path: `/identities/${one.id}/relationships`, body: { type: "shares_address", to_id: other.id } }
    }
  ],
  "identities.pause_monitoring": [
    async (stage) => {
      await monitored(stage)
      return {}
    }
  ],
  "identities.resume_monitoring": [
    async (stage) => {
      await monitored(stage)
      await stage.call("POST", `/identities/${stage.fixtures.identity_id}/monitoring/pause`, { reason: "On leave" })
      return {}
    }
  ],
  "watchlists.add_edition": [
    () => ({}),
    async ({ call, fixtures: { watchlist_key } }) => {
      const names = () => aForm({ mapping: '{"name": "name"}' }, new TextEncoder().encode("name\nDilip Fixtureman\n"))
      await call("POST", `/watchlists/${watchlist_key}/editions`, names())
      return {}
    }
  ],
  "sessions.decision_replay": [async (stage) => ({ path: `/sessions/${await simulated(stage, {}, "approve")}/decision-replay` })],
  "sessions.external_decision": [async (stage) => ({ path: `/sessions/${(await atGate(stage)).id}/external-decision`, body: decided })],
  "workflow_versions.replace": [
    async ({ call }) => {
      const { id } = await call("POST", "/workflows", { name: "Onboarding" })
      const { graph } = await call("GET", "/workflows/wfl_default/versions/wfv_default")
      const draft = await call("POST", `/workflows/${id}/versions`, { graph })
      return { path: `/workflows/${id}/versions/${draft.id}`, body: { graph, version: draft.version } }
    }
  ],
  "workflow_versions.shadow": [
    async ({ call, jobs }) => {
      const { id } = await call("POST", "/workflows", { name: "Onboarding" })
      const versions = `/workflows/${id}/versions`
      const live = await call("POST", versions, { clone_of: "wfv_default" })
      await call("POST", `${versions}/${live.id}/publish`, {})
      const draft = await call("POST", versions, { clone_of: live.id })
      await call("PUT", `${versions}/${draft.id}`, { graph: draft.graph, version: draft.version, shadow_percentage: 100 })
      const session = await call("POST", "/sessions", { workflow_id: id })
      await call("POST", `/sessions/${session.id}/simulate`, { actions: ["start", "upload_document", "submit"].map((type) => ({ type })) })
      await jobs("documents.read", "sessions.run_checks", "workflows.shadow")
      return { path: `${versions}/${draft.id}/shadow` }
    }
  ],
  "webhook_endpoints.create": [
    () => ({
      body: { url: "https://hooks.acme-example.com/vouchkit", enabled_events: ["session.approved", "session.declined"], label: "Core" }
    })
  ],
  "webhook_deliveries.retry": [
    async ({ jobs, service }) => {
      await service.setTime("2026-11-12T12:00:00.000Z")
      await jobs("webhooks.dispatch", "webhooks.deliver")
      return {}
    }
  ]
}

const advance = ({ call }: Stage, days: number) => call("POST", "/sandbox/clock", { advance_seconds: days * 86_400 })
const lookedUp = async ({ call, jobs }: Stage, value: object) => {
  await call("POST", "/checks", { type: "list_lookup", values: [value] })
  await jobs("checks.run")
}

/**
 * What causes the events that come of time, of jobs and of receivers, and not of a request alone. The event is in the outbox afterwards, or else what the
 * story answers.
 */
export const eventStories: Partial<Readonly<Record<EventType, (stage: Stage) => Promise<unknown>>>> = {
  // The sandbox does not look into files.
  "document.rejected": async ({ jobs, service }) => {
    const live = { key: await service.key("all", { environment: "live" }) }
    const { body: session } = await service.call("POST", "/sessions", { ...live, body: { required_steps: ["proof_of_address"] } })
    const raw = aForm({ kind: "proof_of_address", poa_document_type: "utility_bill" })
    await service.call("POST", `/sessions/${session.id}/documents`, { ...live, raw })
    await jobs("documents.read")
  },
  // A test goes to its endpoint alone, and through no outbox.
  "webhook.test": async ({ call, jobs, receivers }) => {
    const url = "https://hooks.acme-example.com/core"
    const { id } = await call("POST", "/webhooks/endpoints", { url, enabled_events: ["session.created"], api_version: newest })
    await call("POST", `/webhooks/endpoints/${id}/test`)
    await jobs("webhooks.deliver")
    return receivers.got("webhook.test", id)
  },
  "session.invitation-sent": async (stage) => {
    await simulated(stage, { contact: { email: "ada.person@example.com", send_invitation: true } })
    await stage.jobs("mail.invitation")
  },
  "session.external-decision-required": atGate,
  "session.external-decision-received": pastGate,
  "workflow-run.started": atGate,
  "workflow-run.paused": atGate,
  "workflow-run.resumed": pastGate,
  "workflow-run.notified": (stage) =>
    goingBy(stage, { type: "action", config: { do: "notify", message: "Someone opened an account in a country of higher risk" } }),
  "workflow-run.completed": pastGate,
  "workflow-run.failed": (stage) => goingBy(stage, { type: "check", config: { type: "liveness" }, on_error: "fail" }),
  "workflow-run.cancelled": async (stage) => {
    const { workflow_run_id } = await atGate(stage)
    await stage.call("POST", `/workflow-runs/${workflow_run_id}/cancel`, {})
  },
  "case.overdue": async (stage) => {
    await advance(stage, 60)
    await stage.timer("cases.overdue")
  },
  "identity.reverification-due": async (stage) => {
    const { call, jobs, key, service } = stage
    const { id } = await call("POST", "/sessions", { required_steps: ["document"] })
    const form = aForm({ kind: "identity", document_type: "passport" })
    await service.call("POST", `/sessions/${id}/documents`, { key, raw: form })
    await call("POST", `/sessions/${id}/submit`)
    await jobs("sessions.run_checks")
    await advance(stage, 340)
    await stage.timer("identities.reverification")
  },
  "list-entry.matched": (stage) => lookedUp(stage, { type: "email", value: "a.person@example.com" }),
  "blocklist.matched": (stage) => lookedUp(stage, { type: "phone", value: "+44 20 7946 0000" }),
  "api-key.expiring": async (stage) => {
    await stage.call("POST", "/api-keys", { name: "Nightly export", expires_at: "2026-11-12T12:00:00.000Z" })
    await stage.timer("api_keys.expiring")
  },
  // One delivery alone: which of several fails first is left to chance.
  "webhook-endpoint.failing": async ({ call, fixtures, jobs }) => {
    await jobs("webhooks.dispatch")
    await call("PATCH", `/webhooks/endpoints/${fixtures.endpoint_id}`, { enabled: false })
    await call("POST", "/webhooks/endpoints", { url: "https://hooks.acme-example.com/core", enabled_events: ["session.created"] })
    await call("POST", "/sessions", {})
    await jobs("webhooks.dispatch")
    await jobs("webhooks.deliver")
  },
  "webhook-endpoint.disabled": async ({ jobs, receivers }) => {
    receivers.answer(410)
    await jobs("webhooks.dispatch")
    await jobs("webhooks.deliver")
  }
}
