import { afterAll, describe, expect, test } from "bun:test"
import * as MemoryMailer from "@vouchkit/adapters/memory/mailer"
import { newOrganization, Organizations } from "@vouchkit/core/kernel/tenancy/organizations"
import { auditLog, links, sessions } from "@vouchkit/core"
import { after, days, hours, minutes, now } from "@vouchkit/core/kernel/foundation/time"
import { jobs } from "@vouchkit/core/flows/mail/jobs"
import { MailFailure, type MailFailureCode, type MailMessage } from "@vouchkit/core/resources/mail/mailer"
import { mailRetries } from "@vouchkit/core/resources/mail/queue"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { LinkDirectory } from "@vouchkit/core/resources/sessions/links/directory"
import { hashToken, LinkStore } from "@vouchkit/core/resources/sessions/links/model"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { Effect, Logger } from "effect"
import { aCore, start } from "../../../support/operations.ts"
import { acmeSandbox, as } from "../../../support/tenants.ts"

const person = "ada@example.org"

/** A service with mail on a clock of its own; `work` runs the mail jobs that are due, as a worker does. */
const aWorld = async () => {
  const core = await aCore(MemoryMailer.layer)
  afterAll(() => core.dispose())
  await core.run(
    Effect.flatMap(Organizations, (all) => all.ensure({ ...newOrganization("org_named", "Northwind Bank", start), ip_allowlist: [] }))
  )
  let clock = start
  const logged: Array<string> = []
  const work = () =>
    core.run(
      Effect.gen(function* () {
        const queue = yield* JobQueue
        const limits = Object.fromEntries(jobs.map(({ name }) => [name, 100]))
        const claimed = yield* queue.claim({ limits, lease_seconds: 30, now: yield* now })
        for (const one of claimed) {
          const declared = jobs.find(({ name }) => name === one.name)
          if (declared !== undefined) yield* runJob(declared, one, () => false)
        }
        return claimed.map(({ payload }) => payload)
      }).pipe(Effect.provide(Logger.layer([Logger.make(({ message }) => void logged.push(JSON.stringify(message)))])))
    )
  const outbox = <A>(use: (outbox: MemoryMailer.Outbox["Service"]) => A) => core.run(Effect.map(MemoryMailer.Outbox, use))
  return {
    ...core,
    work,
    logged,
    pass: async (milliseconds: number) => {
      clock = after(clock, milliseconds)
      await core.setTime(clock)
    },
    mails: () => outbox(({ messages }) => messages()),
    refuse: (code: MailFailureCode | undefined) =>
      outbox(({ answer }) => answer(code === undefined ? undefined : () => new MailFailure({ code, reply: null }))),
    invited: async (contact: Record<string, unknown> = {}, who = {}) =>
      (await core.ask(sessions.create, { contact: { email: person, send_invitation: true, ...contact } }, who)).output,
    linksOf: async (session_id: string) => (await core.ask(links.list, { session_id, limit: 100, offset: 0 })).output.data,
    queued: () => core.run(Effect.flatMap(JobQueue, (queue) => Effect.flatMap(now, queue.depth)))
  }
}
const urlIn = ({ text }: Pick<MailMessage, "text">): string => /http:\/\/localhost:3000\/verify\/[A-Za-z0-9_-]{43}/.exec(text)?.[0] ?? ""

describe("without a mail server", async () => {
  const { ask, dispose, refusal } = await aCore()
  afterAll(dispose)

  test("an invitation is refused, and the session is not created", async () => {
    const count = async () => (await ask(sessions.list, { limit: 10, offset: 0 })).output.pagination.total
    const before = await count()
    expect((await refusal(sessions.create, { contact: { email: person, send_invitation: true } })).code).toBe("mail_not_configured")
    expect(await count()).toBe(before)
  })

  test("an invitation cannot be sent again either", async () => {
    const { output } = await ask(sessions.create, { contact: { email: person } })
    expect((await refusal(sessions.resendInvitation, { session_id: output.id })).code).toBe("mail_not_configured")
  })
})

describe("an invitation", () => {
  test("is mailed in the background, once, with a link of its own that opens the session", async () => {
    const { events, invited, linksOf, mails, run, work } = await aWorld()
    const session = await invited()
    expect(await mails()).toEqual([])
    expect((await linksOf(session.id)).map(({ delivered_via, delivery_status }) => [delivered_via, delivery_status])).toContainEqual([
      "email",
      "queued"
    ])
    await work()
    await work()
    const [mail, ...others] = await mails()
    if (mail === undefined) throw new Error("no mail")
    expect(others).toEqual([])
    const url = urlIn(mail)
    expect(url).not.toBe(session.verification_url ?? "")
    expect(mail.html).toContain(`href="${url}"`)
    const token = url.split("/").at(-1) ?? ""
    const found = await run(Effect.flatMap(LinkDirectory, (directory) => directory.find(hashToken(token))))
    expect(found?.link).toMatchObject({ session_id: session.id, delivered_via: "email", status: "active" })
    expect(mail).toMatchObject({ to: person, key: found?.link.id ?? "", language: "en" })
    expect(await linksOf(session.id)).toContainEqual(
      expect.objectContaining({ id: mail.key, url: null, delivered_via: "email", delivery_status: "sent", delivery_error: null })
    )
    const sent = (await events()).filter(({ type }) => type === "session.invitation-sent")
    expect(sent).toMatchObject([{ resource: { id: session.id }, data: { link_id: mail.key }, actor: { type: "system" } }])
    expect(JSON.stringify(sent)).not.toContain(person)
  })

  test("says who asks, what to have at hand and how long the link works", async () => {
    const { invited, mails, work } = await aWorld()
    await invited({}, { organization: "org_named" })
    await invited()
    await work()
    const mailed = await mails()
    const named = mailed.find(({ subject }) => subject.includes("Northwind Bank"))
    expect(named?.text).toContain("Northwind Bank asks you to verify your details")
    expect(named?.text).toContain("bank statement")
    expect(named?.text).toMatch(/2 March 2026|March 2, 2026/)
    const nameless = mailed.find(({ subject }) => subject === "Please verify your details")
    expect(`${nameless?.text}${nameless?.html}`).not.toContain("org_acme")
  })

  for (const [locale, language, word] of [
    ["de-AT", "de", "Angaben"],
    ["FR", "fr", "informations"],
    ["es-419", "es", "datos"],
    ["it", "it", "dati"],
    ["ja", "en", "details"],
    [null, "en", "details"]
  ] as const) {
    test(`to a person of locale ${locale} is written in ${language}`, async () => {
      const { invited, mails, work } = await aWorld()
      await invited({ locale })
      await work()
      const [mail] = await mails()
      expect(mail?.language).toBe(language)
      expect(mail?.subject).toContain(word)
      expect(mail?.html).toContain(`<html lang="${language}">`)
    })
  }

  test("keeps its secret out of the queue and its address out of queue, log and audit log", async () => {
    const { ask, invited, logged, mails, pass, refuse, work } = await aWorld()
    await invited()
    await refuse("deferred")
    const payloads = JSON.stringify(await work())
    await refuse("recipient_refused")
    await pass(minutes(1))
    await work()
    const audit = JSON.stringify((await ask(auditLog.list, { limit: 100, offset: 0 })).output)
    for (const text of [payloads, logged.join(), audit]) expect(text).not.toContain(person)
    expect(logged.join()).toContain("an invitation was not mailed")
    expect(payloads).toContain("sealed_url")
    expect(payloads).not.toContain("/verify/")
    expect(await mails()).toEqual([])
  })

  test("waits for a mail server that is away, and goes out with the same link and key", async () => {
    const { invited, linksOf, mails, pass, refuse, work } = await aWorld()
    const session = await invited()
    for (const code of ["unreachable", "timeout", "authentication", "deferred"] as const) {
      await refuse(code)
      await work()
      await pass(hours(1))
    }
    expect(await linksOf(session.id)).toContainEqual(expect.objectContaining({ delivered_via: "email", delivery_status: "queued" }))
    await refuse(undefined)
    await work()
    expect((await mails()).length).toBe(1)
    expect(await linksOf(session.id)).toContainEqual(expect.objectContaining({ delivery_status: "sent" }))
  })

  test("that a worker mailed and could not write down is mailed again alike, and told once", async () => {
    const { events, invited, mails, run, work } = await aWorld()
    await invited()
    const [payload] = await run(
      Effect.gen(function* () {
        const queue = yield* JobQueue
        const claimed = yield* queue.claim({ limits: { "mail.invitation": 1 }, lease_seconds: 30, now: yield* now })
        for (const one of claimed) yield* queue.postpone(one, yield* now, null, false)
        return claimed.map((one) => one.payload)
      })
    )
    await work()
    const [first] = await mails()
    // As if the first run had died after the mail server took the mail.
    await run(
      as(acmeSandbox)(
        Effect.gen(function* () {
          const store = yield* LinkStore
          const link = yield* store.lock(first?.key ?? "")
          if (link !== undefined) yield* store.save({ ...link, delivery: { status: "queued", error: null } })
          yield* (yield* JobQueue).enqueue({ id: "again", name: "mail.invitation", payload, due_at: yield* now })
        })
      )
    )
    await events()
    await work()
    expect(await mails()).toEqual([first, first] as ReadonlyArray<any>)
    expect((await events()).filter(({ type }) => type === "session.invitation-sent")).toHaveLength(1)
  })

  for (const code of ["recipient_refused", "message_refused"] as const) {
    test(`that ends in ${code} is not tried again; its link is revoked, and that is told`, async () => {
      const { events, invited, linksOf, logged, mails, queued, refuse, work } = await aWorld()
      const session = await invited()
      await refuse(code)
      await work()
      expect((await queued()).filter(({ name }) => name === "mail.invitation")).toEqual([])
      expect(await linksOf(session.id)).toContainEqual(
        expect.objectContaining({ delivered_via: "email", status: "revoked", delivery_status: "failed", delivery_error: code })
      )
      expect((await events()).find(({ type }) => type === "session.link-revoked")).toMatchObject({ data: { reason: "invitation_failed" } })
      expect(logged.join()).toContain("an invitation was not mailed")
      expect(await mails()).toEqual([])
    })
  }

  test("that no try could mail is given up, visibly", async () => {
    const { invited, linksOf, pass, queued, refuse, work } = await aWorld()
    const session = await invited()
    await refuse("unreachable")
    await work()
    for (const seconds of mailRetries) {
      await pass(seconds * 1_000)
      await work()
    }
    expect(await linksOf(session.id)).toContainEqual(expect.objectContaining({ delivery_status: "failed", delivery_error: "gave_up" }))
    expect((await queued()).filter(({ name }) => name === "mail.invitation")).toMatchObject([{ state: "failed", count: 1 }])
  })

  test("is not mailed any more once its session ended or its link was revoked", async () => {
    const { ask, invited, linksOf, mails, work } = await aWorld()
    const ended = await invited()
    await ask(sessions.expire, { session_id: ended.id })
    const revoked = await invited()
    const link = (await linksOf(revoked.id)).find(({ delivered_via }) => delivered_via === "email")
    await ask(links.revoke, { session_id: revoked.id, link_id: link?.id ?? "" })
    await work()
    expect(await mails()).toEqual([])
    for (const { id } of [ended, revoked]) {
      expect(await linksOf(id)).toContainEqual(expect.objectContaining({ delivery_status: "failed", delivery_error: "withdrawn" }))
    }
  })

  test("needs an address that mail can be sent to", async () => {
    const { ask, refusal } = await aWorld()
    for (const contact of [
      {},
      { email: null },
      { email: "ada,eve@example.org" },
      { email: "ada@[127.0.0.1]" },
      { email: "<ada@example.org>" }
    ]) {
      const { code, failure } = await refusal(sessions.create, { contact: { ...contact, send_invitation: true } })
      expect([code, failure.problems?.[0]?.loc]).toEqual(["validation_error", ["body", "contact", "email"]])
    }
    expect((await ask(sessions.list, { limit: 10, offset: 0 })).output.pagination.total).toBe(0)
  })

  test("is mailed by no publishable key, which anybody can read out of an app", async () => {
    const { invited, mails, refusal, work } = await aWorld()
    const app = { kind: "publishable", id: "key_app" } as const
    const contact = { email: person, send_invitation: true }
    expect((await refusal(sessions.create, { contact }, app)).code).toBe("forbidden")
    expect((await refusal(sessions.create, { contact: { email: person } }, app)).code).toBe("forbidden")
    const session = await invited()
    expect((await refusal(sessions.resendInvitation, { session_id: session.id }, app)).code).toBe("forbidden")
    await work()
    expect((await mails()).length).toBe(1)
  })

  test("is not mailed for a session that was open already, nor by a repeated request", async () => {
    const { ask, mails, work } = await aWorld()
    const body = { external_reference: "customer-7", reuse_open: true, contact: { email: person, send_invitation: true } }
    await ask(sessions.create, body, {}, "one")
    await ask(sessions.create, body, {}, "one")
    await ask(sessions.create, body)
    await work()
    expect((await mails()).length).toBe(1)
  })
})

describe("sending an invitation again", () => {
  test("mails a new link, revokes the one before unless it was opened, and is audited", async () => {
    const { ask, events, invited, linksOf, mails, work } = await aWorld()
    const session = await invited()
    await work()
    await events()
    const { output, status } = await ask(sessions.resendInvitation, { session_id: session.id, expires_in_seconds: 3_600 })
    expect(status).toBe(202)
    expect(output).toMatchObject({
      session_id: session.id,
      url: null,
      status: "active",
      delivered_via: "email",
      delivery_status: "queued",
      expires_at: after(start, hours(1))
    })
    await work()
    const [first, second] = await mails()
    expect(second?.key).toBe(output.id)
    expect((await linksOf(session.id)).find(({ id }) => id === first?.key)).toMatchObject({ status: "revoked", delivery_status: "sent" })
    expect((await events()).map(({ data, type }) => [type, data.link_id])).toEqual([
      ["session.link-revoked", first?.key],
      ["session.link-created", output.id],
      ["session.invitation-sent", output.id]
    ])
    const audit = (await ask(auditLog.list, { limit: 100, offset: 0 })).output.data
    expect(audit).toContainEqual(
      expect.objectContaining({ action: "sessions.resend_invitation", target: expect.objectContaining({ id: session.id }) })
    )
  })

  test("leaves a link alone that its person has opened, and one that an answer has shown", async () => {
    const { ask, invited, linksOf, mails, run, work } = await aWorld()
    const session = await invited()
    await work()
    const [first] = await mails()
    await run(
      as(acmeSandbox)(
        Effect.gen(function* () {
          const store = yield* LinkStore
          const link = yield* store.lock(first?.key ?? "")
          if (link !== undefined) yield* store.save({ ...link, status: "opened", opens: 1, opened_at: start })
        })
      )
    )
    await ask(sessions.resendInvitation, { session_id: session.id })
    expect((await linksOf(session.id)).map(({ delivered_via, status }) => `${delivered_via} ${status}`).sort()).toEqual([
      "api active",
      "email active",
      "email opened"
    ])
  })

  test("replaces an invitation that is still queued, so that one mail goes out", async () => {
    const { ask, invited, mails, work } = await aWorld()
    const session = await invited()
    const { output } = await ask(sessions.resendInvitation, { session_id: session.id })
    await work()
    expect((await mails()).map(({ key }) => key)).toEqual([output.id])
  })

  test("goes to the address that the session has by then", async () => {
    const { ask, invited, mails, work } = await aWorld()
    const session = await invited({ email: "adda@example.org" })
    await work()
    await ask(sessions.update, { session_id: session.id, contact: { email: person } })
    await ask(sessions.resendInvitation, { session_id: session.id })
    await work()
    expect((await mails()).map(({ to }) => to)).toEqual(["adda@example.org", person])
  })

  test("works five times an hour and no more, the first invitation included", async () => {
    const { ask, invited, linksOf, pass, refusal } = await aWorld()
    const session = await invited()
    for (let count = 2; count <= 5; count += 1) {
      await pass(minutes(1))
      await ask(sessions.resendInvitation, { session_id: session.id })
    }
    const before = await linksOf(session.id)
    const { code, failure } = await refusal(sessions.resendInvitation, { session_id: session.id })
    expect(failure).toMatchObject({ retry_after: 56 * 60, violated_policies: ["invitations"] })
    expect(code).toBe("rate_limited")
    expect(await linksOf(session.id)).toEqual(before)
    await pass(minutes(56))
    await ask(sessions.resendInvitation, { session_id: session.id })
    expect((await refusal(sessions.resendInvitation, { session_id: session.id })).code).toBe("rate_limited")
  })

  test("is refused where nobody is waited for, or nobody can be reached", async () => {
    const { ask, pass, refusal } = await aWorld()
    const { output: session } = await ask(sessions.create, {})
    expect((await refusal(sessions.resendInvitation, { session_id: session.id })).code).toBe("conflict")
    await ask(sessions.update, { session_id: session.id, contact: { email: person } })
    await ask(sessions.expire, { session_id: session.id })
    const { code, failure } = await refusal(sessions.resendInvitation, { session_id: session.id })
    expect(code).toBe("invalid_state_transition")
    expect(failure).toMatchObject({ context: { current_status: "expired", allowed: ["resume"] } })
    await pass(days(1))
    expect((await refusal(sessions.resendInvitation, { session_id: `ses_${"0".repeat(26)}` })).code).toBe("not_found")
  })
})
