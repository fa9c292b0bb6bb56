import { expect, test } from "bun:test"
import { isMailable } from "@vouchkit/core/kernel/foundation/mail-address"
import { alarmMail } from "@vouchkit/core/resources/webhooks/alarms/text"
import { invitationMail } from "@vouchkit/core/resources/sessions/invitations/text"
import { compose, oneLine } from "@vouchkit/core/resources/mail/layout"
import { Mailer } from "@vouchkit/core/resources/mail/mailer"
import { Effect } from "effect"
import fc from "fast-check"

test("plain addresses are mailable, those of other scripts too", () => {
  for (const address of [
    "a@b",
    "ada.lovelace+kyc@example.co.uk",
    "o'brien@example.org",
    "用户@例え.jp",
    "ада@пример.рф",
    `${"a".repeat(64)}@b.example`
  ]) {
    expect(isMailable(address), address).toBe(true)
  }
})

test("what could name a second recipient, a route or a header is not mailable", () => {
  const wrong = [
    "",
    "ada",
    "@b",
    "a@",
    "a@b@c",
    "a,b@c",
    "a@b,c@d",
    "a@b;c",
    "<a@b>",
    "A <a@b>",
    '"a b"@c',
    "a(b)@c",
    "a@[127.0.0.1]",
    "a@b c",
    "a\r\n@b",
    "a\u0000@b",
    "a\u2028@b",
    "a\u202e@b",
    ".a@b",
    "a.@b",
    "a..b@c",
    "a@.b",
    "a@-b",
    "a@b-",
    `${"a".repeat(65)}@b`,
    `a@${"b".repeat(64)}`,
    `a@${"b.".repeat(130)}c`
  ]
  for (const address of wrong) expect(isMailable(address), JSON.stringify(address)).toBe(false)
})

test("no address that is mailable has a sign that means something to a mail server", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 80 }), fc.constantFrom("@example.org", "@b", ""), (text, end) => {
      if (isMailable(`${text}${end}`)) expect(`${text}${end}`).toMatch(/^[^\s<>(),;:"\\[\]@\p{Cc}]+@[^\s<>(),;:"\\[\]@\p{Cc}]+$/u)
    }),
    { numRuns: 2_000 }
  )
})

test("a subject is one line whatever an organization calls itself", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (asker) => {
      const mail = invitationMail({
        link_id: "vln_1",
        to: "ada@example.org",
        url: "https://kyc.example/verify/x",
        until: "2026-03-02T12:00:00.000Z",
        asker,
        locale: "de",
        steps: ["proof_of_address"]
      })
      expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u)
      expect(mail.subject.length).toBeLessThan(500)
    })
  )
})

test("text of others is shown and not interpreted", () => {
  const { html, text } = compose({
    language: "en",
    subject: "<s>",
    blocks: [{ type: "text", text: `<img src="https://evil.example/p.gif">` }]
  })
  expect(html).not.toContain("<img")
  expect(html).toContain("&lt;img src=&quot;")
  expect(text).toContain("<img")
  expect(oneLine("  a\r\nb\u202e c\t ")).toBe("a b c")
})

test("no mail fetches anything when it is read", () => {
  const invitation = invitationMail({
    link_id: "vln_1",
    to: "ada@example.org",
    url: "https://kyc.example/verify/x",
    until: "2026-03-02T12:00:00.000Z",
    asker: "Acme",
    locale: null,
    steps: ["proof_of_address"]
  })
  const alarm = alarmMail(
    {
      endpoint_id: "whe_1",
      alarm: "failing",
      delivery_id: "whd_1",
      event_type: "session.approved",
      attempts_made: 5,
      response_status: null,
      error_code: "timeout",
      at: "2026-03-02T12:00:00.000Z"
    },
    { id: "whe_1", label: null, environment: "live", host: "hooks.acme.example", disabled_reason: null },
    "operations@acme.example"
  )
  for (const { html } of [invitation, alarm]) expect(html).not.toMatch(/<img|<link|<script|<iframe|\ssrc=|url\(|@import/i)
  expect([...invitation.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(["https://kyc.example/verify/x"])
  expect(alarm.text).toContain("timeout")
})

test("without a mailer there is none, and it says so", async () => {
  const { configured, send } = await Effect.runPromise(
    Effect.gen(function* () {
      return yield* Mailer
    })
  )
  expect(configured).toBe(false)
  const failure = await Effect.runPromise(Effect.flip(send({ key: "k", to: "a@b", subject: "", text: "", html: "", language: "en" })))
  expect(failure).toMatchObject({ code: "not_configured", permanent: false })
})
