import { afterAll, describe, expect, test } from "bun:test"
import { mailServer } from "../support/mail-server.ts"
import { eventually } from "../support/queues.ts"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runService } from "../support/running-service.ts"

describe("an invitation from end to end", async () => {
  const events: Array<any> = []
  const receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      events.push(await request.json())
      return new Response("gone", { status: new URL(request.url).pathname === "/gone" ? 410 : 200 })
    }
  })
  const anInstallation = async () => {
    const mails = await mailServer()
    const service = await runService(await preparedFolder(), {
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      SMTP_FROM: "Acme <no-reply@acme.example>",
      WEBHOOK_ALLOW_INSECURE_TARGETS: `127.0.0.1:${receiver.port}`
    })
    const call = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`${service.url}/api/v1${path}`, {
        method,
        headers: { "X-API-Key": service.keys.sandbox, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      return { status: response.status, body: (await response.json()) as any }
    }
    return { mails, service, call }
  }
  const { call, mails, service } = await anInstallation()
  afterAll(async () => {
    expect(await service.stop()).toBe(0)
    await mails[Symbol.asyncDispose]()
    await receiver.stop(true)
  })

  test("a person is mailed a link that opens the capture page, and the integrator is told", async () => {
    const before = mails.taken.length
    await call("POST", "/webhooks/endpoints", { url: `http://127.0.0.1:${receiver.port}/in`, enabled_events: ["session.invitation-sent"] })
    const created = await call("POST", "/sessions", { contact: { email: "ada@example.org", locale: "de", send_invitation: true } })
    expect(created.status).toBe(201)
    const taken = (await mails.arrival(before + 1)).at(before)
    expect(taken).toMatchObject({ from: "no-reply@acme.example", to: ["ada@example.org"] })
    expect(taken?.mail).toMatchObject({ from: { name: "Acme" }, subject: "Bitte bestätigen Sie Ihre Angaben" })
    const url = /http:\/\/\S+\/verify\/[A-Za-z0-9_-]{43}/.exec(taken?.mail.text ?? "")?.[0] ?? ""
    expect(url.startsWith(`${service.url}/verify/`)).toBe(true)
    expect(taken?.mail.html).toContain(url)
    expect(url).not.toBe(created.body.verification_url)
    // A program of the mail server looks first: it opens nothing, and the person goes on in another browser.
    const looked = await fetch(url)
    expect([looked.status, looked.headers.get("set-cookie")]).toEqual([200, null])
    expect(await looked.text()).toContain(`action="${new URL(url).pathname}/open"`)
    const opened = await fetch(`${url}/open`, { method: "POST", redirect: "manual" })
    expect([opened.status, opened.headers.get("location")]).toEqual([303, new URL(url).pathname])
    const page = await fetch(url, { headers: { Cookie: opened.headers.get("set-cookie")?.split(";")[0] ?? "" } })
    expect(await page.text()).toContain('type="file"')
    expect((await fetch(url)).status).toBe(403)
    const event = await eventually(
      async () => events.find(({ resource, type }) => type === "session.invitation-sent" && resource.id === created.body.id),
      (found) => found !== undefined
    )
    const links = (await call("GET", `/sessions/${created.body.id}/links`)).body.data
    expect(links).toContainEqual(
      expect.objectContaining({ id: event.data.link_id, delivered_via: "email", delivery_status: "sent", status: "opened" })
    )
    expect(taken?.mail.messageId).toBe(`<${event.data.link_id}@acme.example>`)
  }, 300_000)

  test("an address that the mail server refuses is seen at the link", async () => {
    mails.refuse("to", 550)
    const before = mails.taken.length
    const { body } = await call("POST", "/sessions", { contact: { email: "nobody@example.org", send_invitation: true } })
    const links = `/sessions/${body.id}/links`
    const failed = async (): Promise<any> => {
      const found = (await call("GET", links)).body.data.find((link: any) => link.delivered_via === "email")
      return found.delivery_status === "queued" ? failed() : found
    }
    expect(await failed()).toMatchObject({ status: "revoked", delivery_status: "failed", delivery_error: "recipient_refused" })
    expect(service.output()).not.toContain("nobody@example.org")
    expect((await call("PATCH", `/sessions/${body.id}`, { contact: { email: "ada@example.org" } })).status).toBe(200)
    expect((await call("POST", `/sessions/${body.id}/resend-invitation`, {})).status).toBe(202)
    expect((await mails.arrival(before + 1)).at(-1)?.to).toEqual(["ada@example.org"])
  }, 300_000)

  test("an endpoint that was disabled is mailed about", async () => {
    const before = mails.taken.length
    const url = `http://127.0.0.1:${receiver.port}/gone`
    const { body } = await call("POST", "/webhooks/endpoints", {
      url,
      alarm_email: "operations@acme.example",
      enabled_events: ["session.created"]
    })
    await call("POST", "/sessions", {})
    const taken = (await mails.arrival(before + 1)).at(-1)
    expect(taken).toMatchObject({ to: ["operations@acme.example"], mail: { subject: `Webhook endpoint ${body.id} was disabled` } })
  }, 300_000)

  test("a mail server that is away keeps nobody from working", async () => {
    const { call, mails, service } = await anInstallation()
    await mails[Symbol.asyncDispose]()
    expect((await call("POST", "/sessions", { contact: { email: "ada@example.org", send_invitation: true } })).status).toBe(201)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    expect(await service.stop()).toBe(0)
  }, 300_000)
})
