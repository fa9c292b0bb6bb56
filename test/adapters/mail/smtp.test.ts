import { expect, test } from "bun:test"
import { layer } from "@vouchkit/adapters/mail/smtp"
import { parseSender, parseSmtpUrl, type SmtpServer } from "@vouchkit/adapters/mail/smtp-url"
import { Mailer, type MailFailure, type MailMessage } from "@vouchkit/core/resources/mail/mailer"
import { Effect, Redacted, Result } from "effect"
import type { SMTPServerOptions } from "smtp-server"
import { localhostCertificate, testCertificate } from "../../support/certificate.ts"
import { mailServer } from "../../support/mail-server.ts"
import { rawReceiver } from "../../support/receivers.ts"

const message: MailMessage = {
  key: "vln_01jgfjjz00e8r4v2m9k3txqwpn",
  to: "ada@example.org",
  subject: "Acme bittet Sie, Ihre Angaben zu bestätigen",
  text: "Grüße\nhttps://kyc.example/verify/abc\n",
  html: '<p>Grüße</p><a href="https://kyc.example/verify/abc">los</a>',
  language: "de"
}

const urlFor = (port: number, rest = ""): SmtpServer => Result.getOrThrow(parseSmtpUrl(`smtp://127.0.0.1:${port}${rest}`))
const sender = { name: "Acme, Inc.", address: "no-reply@acme.example" }
/** Sends each message over one pool, and answers what became of it: null when it was taken. */
const outcomes = (
  server: SmtpServer,
  messages: ReadonlyArray<MailMessage>,
  options: { readonly timeout_ms?: number; readonly certificate_authorities?: ReadonlyArray<string> } = {}
): Promise<ReadonlyArray<MailFailure | null>> =>
  Effect.gen(function* () {
    const { configured, send } = yield* Mailer
    expect(configured).toBe(true)
    return yield* Effect.forEach(messages, (one) =>
      send(one).pipe(
        Effect.as(null),
        Effect.catch((failure) => Effect.succeed(failure))
      )
    )
  }).pipe(Effect.provide(layer({ server: Redacted.make(server), sender, ...options })), Effect.runPromise)
const outcome = async (...[server, options]: [SmtpServer, Parameters<typeof outcomes>[2]?]) =>
  (await outcomes(server, [message], options))[0]

test("a mail arrives with both texts, its sender, its language and a Message-ID made of its key", async () => {
  await using server = await mailServer()
  expect(await outcome(urlFor(server.port))).toBeNull()
  const [taken] = server.taken
  expect(taken).toMatchObject({ from: "no-reply@acme.example", to: ["ada@example.org"] })
  expect(taken?.mail).toMatchObject({
    from: { name: "Acme, Inc.", address: "no-reply@acme.example" },
    to: [{ address: "ada@example.org" }],
    subject: message.subject,
    messageId: `<${message.key}@acme.example>`
  })
  expect(taken?.mail.text).toContain("Grüße\nhttps://kyc.example/verify/abc")
  expect(taken?.mail.html).toContain('href="https://kyc.example/verify/abc"')
  const headers = Object.fromEntries(taken?.mail.headers.map(({ key, value }) => [key, value]) ?? [])
  expect(headers).toMatchObject({ "auto-submitted": "auto-generated", "content-language": "de" })
  expect(Object.keys(headers)).not.toContain("x-mailer")
})

test("a mail that is sent again has the same Message-ID", async () => {
  await using server = await mailServer()
  await outcomes(urlFor(server.port), [message, message])
  expect(server.taken.map(({ mail }) => mail.messageId)).toEqual([`<${message.key}@acme.example>`, `<${message.key}@acme.example>`])
  expect(server.connections()).toBe(1)
})

for (const stage of ["to", "data"] as const) {
  test(`a temporary refusal of ${stage} may be tried again, and then succeeds`, async () => {
    await using server = await mailServer()
    server.refuse(stage, 451)
    const [first, second] = await outcomes(urlFor(server.port), [message, message])
    expect(first).toMatchObject({ code: "deferred", reply: 451, permanent: false })
    expect(second).toBeNull()
    expect(server.taken).toHaveLength(1)
  })

  test(`a final refusal of ${stage} is final, and repeats nothing of the server's words`, async () => {
    await using server = await mailServer()
    server.refuse(stage, 550)
    const failure = await outcome(urlFor(server.port))
    expect(failure).toMatchObject({ code: stage === "to" ? "recipient_refused" : "message_refused", reply: 550, permanent: true })
    expect(`${failure?.message}${JSON.stringify(failure)}${Bun.inspect(failure)}`).not.toContain("ada@example.org")
  })
}

test("a refused sender is the operator's to mend, so that the mail waits", async () => {
  await using server = await mailServer()
  server.refuse("from", 553)
  expect(await outcome(urlFor(server.port))).toMatchObject({ code: "sender_refused", permanent: false })
})

test("a server that is not there is no verdict on the mail", async () => {
  const gone = await mailServer()
  await gone[Symbol.asyncDispose]()
  expect(await outcome(urlFor(gone.port))).toMatchObject({ code: "unreachable", reply: null, permanent: false })
})

test("a server that says nothing, or stops in the middle, is given up", async () => {
  await using silent = await rawReceiver(() => undefined)
  expect(await outcome(urlFor(silent.port), { timeout_ms: 300 })).toMatchObject({ code: "timeout", permanent: false })
  await using stuck = await mailServer({ onData: () => undefined })
  expect(await outcome(urlFor(stuck.port), { timeout_ms: 300 })).toMatchObject({ code: "timeout", permanent: false })
})

const login: SMTPServerOptions = {
  ...testCertificate,
  disabledCommands: [],
  authMethods: ["PLAIN", "LOGIN"],
  allowInsecureAuth: true,
  authOptional: false,
  onAuth: ({ password, username }, _, done) =>
    username === "acme" && password === "p@ss" ? done(null, { user: "acme" }) : done(new Error("no such acme"))
}
const withLogin = (port: number, password: string, rest = "") =>
  Result.getOrThrow(parseSmtpUrl(`smtp://acme:${encodeURIComponent(password)}@localhost:${port}${rest}`))

test("a right password lets the mail in, a wrong one makes it wait", async () => {
  await using server = await mailServer(login)
  expect(await outcome(withLogin(server.port, "p@ss"))).toBeNull()
  const failure = await outcome(withLogin(server.port, "hunter2"))
  expect(failure).toMatchObject({ code: "authentication", reply: 535, permanent: false })
  expect(`${failure?.message}${Bun.inspect(failure)}`).not.toContain("hunter2")
})

test("STARTTLS is used wherever it is offered", async () => {
  await using server = await mailServer({ ...testCertificate, disabledCommands: ["AUTH"] })
  expect(await outcome(urlFor(server.port))).toBeNull()
  expect(server.taken.map(({ secure }) => secure)).toEqual([true])
})

test("where TLS is required, a certificate nobody vouches for and a server without TLS get no mail and no password", async () => {
  const seen: Array<unknown> = []
  const onAuth: SMTPServerOptions["onAuth"] = (auth, _, done) => {
    seen.push(auth)
    done(null, { user: "acme" })
  }
  await using unknown = await mailServer({ ...login, onAuth })
  expect(await outcome(withLogin(unknown.port, "p@ss", "?tls=required"))).toMatchObject({ code: "tls", permanent: false })
  await using plain = await mailServer({ ...login, onAuth, disabledCommands: ["STARTTLS"] })
  expect((await outcome(withLogin(plain.port, "p@ss", "?tls=required")))?.permanent).toBe(false)
  expect([seen, unknown.taken, plain.taken]).toEqual([[], [], []])
})

test("a certificate of a named authority is good, over STARTTLS and over TLS from the first byte", async () => {
  const trust = { certificate_authorities: [localhostCertificate.cert] }
  await using upgraded = await mailServer({ ...login, ...localhostCertificate })
  expect(await outcome(withLogin(upgraded.port, "p@ss", "?tls=required"), trust)).toBeNull()
  await using secure = await mailServer({ ...login, ...localhostCertificate, secure: true })
  const url = Result.getOrThrow(parseSmtpUrl(`smtps://acme:p%40ss@localhost:${secure.port}`))
  expect(await outcome(url, trust)).toBeNull()
  expect([...upgraded.taken, ...secure.taken].map((mail) => mail.secure)).toEqual([true, true])
})

test("a certificate for another name is refused", async () => {
  await using server = await mailServer({ ...login, secure: true })
  const url = Result.getOrThrow(parseSmtpUrl(`smtps://acme:p%40ss@localhost:${server.port}`))
  expect(await outcome(url, { certificate_authorities: [testCertificate.cert] })).toMatchObject({ code: "tls", permanent: false })
  expect(server.taken).toEqual([])
})

test("nothing that stands in a mail adds a header, a recipient or a command", async () => {
  await using server = await mailServer()
  const hostile: ReadonlyArray<Partial<MailMessage>> = [
    { subject: "Hello\r\nBcc: evil@example.net\r\n\r\nbody" },
    { subject: "Hello\nX-Evil: 1" },
    { language: "en\r\nX-Evil: 1" },
    { key: "a>\r\nX-Evil: 1\r\nX: <b" },
    { text: "a\r\n.\r\nMAIL FROM:<evil@example.net>\r\n", html: "<p>\r\n.\r\nRCPT TO:<evil@example.net></p>" }
  ]
  const results = await outcomes(
    urlFor(server.port),
    hostile.map((part) => ({ ...message, ...part }))
  )
  expect(results).toEqual(hostile.map(() => null))
  for (const { mail, to } of server.taken) {
    expect(to).toEqual(["ada@example.org"])
    expect(mail.bcc ?? []).toEqual([])
    expect(mail.headers.map(({ key }) => key)).not.toContain("x-evil")
  }
})

test("a recipient that is more than one plain address gets nothing", async () => {
  await using server = await mailServer()
  for (const to of ["ada@example.org>\r\nRCPT TO:<evil@example.net", "ada@example.org, evil@example.net", "x <ada@example.org>", ""]) {
    expect((await outcomes(urlFor(server.port), [{ ...message, to }]))[0]).toMatchObject({ code: "recipient_refused", permanent: true })
  }
  expect(server.connections()).toBe(0)
})

test("a sender is one address, with a name or without", () => {
  expect(parseSender("no-reply@acme.example")).toEqual({ name: null, address: "no-reply@acme.example" })
  expect(parseSender('"Acme, Inc." <no-reply@acme.example>')).toEqual({ name: "Acme, Inc.", address: "no-reply@acme.example" })
  for (const wrong of ["", "nobody", "a@b, c@d", "A <a@b> <c@d>", "A\r\nBcc: x <a@b>", "<>"]) expect(parseSender(wrong)).toBeUndefined()
})

test("an SMTP_URL says where, how and as whom", () => {
  const parsed = (text: string) => Result.getOrThrow(parseSmtpUrl(text))
  expect(parsed("smtp://mail.acme.example")).toEqual({
    host: "mail.acme.example",
    port: 587,
    tls: "optional",
    credentials: null,
    from: null
  })
  expect(parsed("smtps://ops%40acme.example:p%3Aw@mail.acme.example")).toEqual({
    host: "mail.acme.example",
    port: 465,
    tls: "implicit",
    credentials: { user: "ops@acme.example", password: "p:w" },
    from: { name: null, address: "ops@acme.example" }
  })
  expect(parsed("smtp://u:p@mail.acme.example:25").tls).toBe("required")
  expect(parsed("smtp://u:p@[::1]:25")).toMatchObject({ tls: "optional", host: "::1" })
  expect(parsed("smtp://u:p@mail:25?tls=optional&from=Acme%20%3Ca%40b.example%3E")).toMatchObject({
    tls: "optional",
    from: { name: "Acme", address: "a@b.example" }
  })
  for (const wrong of [
    "http://mail",
    "smtp://",
    "mail:25",
    "smtp://u@mail",
    "smtp://mail/path",
    "smtp://mail?pool=true",
    "smtp://mail?tls=maybe",
    "smtp://mail?from=nobody",
    "smtp://u:%0d%0a@mail"
  ]) {
    expect(Result.isFailure(parseSmtpUrl(wrong)), wrong).toBe(true)
  }
})
