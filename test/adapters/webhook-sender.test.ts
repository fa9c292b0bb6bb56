import { describe, expect, test } from "bun:test"
import { layer, type SenderOptions } from "@vouchkit/adapters/webhook-sender/sender"
import { type SendRequest, WebhookSender } from "@vouchkit/core/resources/webhooks/deliveries/sender"
import { Effect, Fiber, Result } from "effect"
import { httpReceiver, rawReceiver, type SeenRequest } from "../support/receivers.ts"
import { by, loopback, senderBy, senderHost as host, ways } from "../support/webhook-senders.ts"

for (const way of ways)
  describe(`by ${way}`, () => {
    const { sending, sendTo } = senderBy(way)

    describe("delivering", () => {
      test("a delivery arrives once, as it was given, with the host of its URL", async () => {
        const seen: Array<SeenRequest> = []
        await using receiver = await httpReceiver((request, response) => {
          seen.push(request)
          response.writeHead(201, { "retry-after": "7" }).end("thank you")
        })
        const body = '{"name":"Zoë 😀"}'
        const answer = await sendTo(receiver, {
          url: `http://${host}:${receiver.port}/a/b?c=d%20e`,
          headers: { "content-type": "application/json", "user-agent": "test", "x-service-event-id": "evt_1" },
          body
        })
        expect(answer).toEqual({ status: 201, retry_after: "7", response_excerpt: "thank you", duration_ms: expect.any(Number) })
        expect(seen).toEqual([
          {
            method: "POST",
            path: "/a/b?c=d%20e",
            body,
            headers: {
              host: `${host}:${receiver.port}`,
              "content-type": "application/json",
              "content-length": String(Buffer.byteLength(body)),
              "user-agent": "test",
              "x-service-event-id": "evt_1",
              accept: "*/*",
              "accept-encoding": "identity",
              connection: "keep-alive"
            }
          }
        ])
      })

      test("every status is an answer, and a redirect is not followed", async () => {
        await using elsewhere = await httpReceiver((_, response) => response.end())
        for (const status of [200, 204, 301, 302, 303, 307, 308, 400, 404, 410, 429, 500, 503]) {
          await using receiver = await httpReceiver((_, response) =>
            response.writeHead(status, { location: `http://127.0.0.1:${elsewhere.port}/` }).end()
          )
          expect(await sendTo(receiver)).toMatchObject({ status, retry_after: null, response_excerpt: "" })
        }
        expect(elsewhere.connections()).toBe(0)
      })

      test("an answer without content counts, also where its sender sent some after all", async () => {
        for (const rest of ["Content-Length: 2\r\n\r\n{}", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "Content-Length: 0\r\n\r\n"]) {
          await using receiver = await rawReceiver((socket) => socket.write(`HTTP/1.1 204 No Content\r\n${rest}`))
          expect(await sendTo(receiver)).toMatchObject({ status: 204, response_excerpt: "" })
        }
      })

      test("a compressed answer is kept as it came", async () => {
        await using receiver = await rawReceiver((socket) =>
          socket.end("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello")
        )
        expect(await sendTo(receiver)).toMatchObject({ status: 200, response_excerpt: "hello" })
      })

      /** Several deliveries by one sender, one after another. */
      const inTurn = (requests: ReadonlyArray<Partial<SendRequest> & Pick<SendRequest, "url">>, options: Partial<SenderOptions>) =>
        Effect.runPromise(
          WebhookSender.use((sender) =>
            Effect.forEach(requests, (request) =>
              Effect.map(
                Effect.result(
                  by(
                    way,
                    sender
                  )({ organization: "org_acme", headers: {}, body: "{}", timeout_ms: 4_000, turn_timeout_ms: 4_000, ...request })
                ),
                (result) => (Result.isSuccess(result) ? result.success.response_excerpt : result.failure.code)
              )
            )
          ).pipe(Effect.provide(layer({ exceptions: new Set(), ...options })))
        )

      test("a connection serves further deliveries to the same name, and no longer than its sender", async () => {
        await using receiver = await httpReceiver((_, response) => response.end("ok"))
        const url = `http://${host}:${receiver.port}/hook`
        const exceptions = new Set([`${host}:${receiver.port}`])
        expect(await inTurn([{ url }, { url }, { url }], { exceptions, resolve: loopback })).toEqual(["ok", "ok", "ok"])
        expect(receiver.connections()).toBe(1)
        // The runtime's own client keeps its connections for the whole process.
        if (way === "send") await receiver.quiet()
      })

      test("requests that wait at one URL hold up none to another URL of the same host", async () => {
        const silent: Array<() => void> = []
        await using receiver = await httpReceiver((request, response) => {
          if (request.path === "/silent") silent.push(() => response.end())
          else response.end("ok")
        })
        const exceptions = new Set([`${host}:${receiver.port}`])
        const limits = { timeout_ms: 4_000, turn_timeout_ms: 4_000 }
        const to = (path: string) => ({
          url: `http://${host}:${receiver.port}${path}`,
          organization: "org_acme",
          headers: {},
          body: "{}",
          ...limits
        })
        const program = WebhookSender.use((sender) =>
          Effect.gen(function* () {
            const send = by(way, sender)
            const waiting = yield* Effect.forkChild(
              Effect.forEach(Array(60), () => Effect.exit(send(to("/silent"))), { concurrency: "unbounded" })
            )
            const answer = yield* send(to("/other"))
            yield* Fiber.interrupt(waiting)
            return answer.response_excerpt
          })
        )
        expect(await Effect.runPromise(program.pipe(Effect.provide(layer({ exceptions, resolve: loopback }))))).toBe("ok")
        expect(silent.length).toBeLessThanOrEqual(50)
      })

      test("the time of an attempt begins with its turn, and where that does not come nothing was sent", async () => {
        let heard = 0
        await using receiver = await httpReceiver((_, response) => {
          heard += 1
          if (heard > 50) response.end("ok")
        })
        const exceptions = new Set([`${host}:${receiver.port}`])
        const program = WebhookSender.use((sender) => {
          const send = (timeout_ms: number, turn_timeout_ms: number) =>
            Effect.result(
              by(
                way,
                sender
              )({ url: `http://${host}:${receiver.port}/`, organization: "org_acme", headers: {}, body: "{}", timeout_ms, turn_timeout_ms })
            )
          const slow = Effect.forEach(Array(50), () => send(2_500, 30_000), { concurrency: "unbounded" })
          return Effect.all([slow, send(2_000, 30_000), send(30_000, 100)], { concurrency: "unbounded" })
        })
        const [slow, late, unsent] = await Effect.runPromise(program.pipe(Effect.provide(layer({ exceptions, resolve: loopback }))))
        expect(slow.map((result) => Result.isFailure(result) && result.failure.code)).toEqual(Array(50).fill("timeout"))
        expect(Result.isSuccess(late) && late.success.response_excerpt).toBe("ok")
        expect(Result.isFailure(unsent) && unsent.failure.code).toBe("receiver_busy")
        expect(heard).toBe(51)
      })

      test("a kept connection serves no other name, and not its own name once that leads elsewhere", async () => {
        await using first = await httpReceiver((_, response) => response.end("first"))
        await using second = await httpReceiver((_, response) => response.end("second"), "127.0.0.2", first.port)
        const names = [host, "other.example.com"]
        let leads = "127.0.0.1"
        const exceptions = new Set(names.map((name) => `${name}:${first.port}`))
        const urlOf = (name: string) => ({ url: `http://${name}:${first.port}/hook` })
        const resolve = async () => {
          const [address] = [leads]
          leads = "127.0.0.2"
          return [address]
        }
        expect(await inTurn([urlOf(host), urlOf(host), urlOf(host), urlOf("other.example.com")], { exceptions, resolve })).toEqual([
          "first",
          "second",
          "second",
          "second"
        ])
        // Without TLS nothing binds a connection to a name.
        expect([first.connections(), second.connections()]).toEqual([1, way === "send" ? 2 : 1])
      })

      test("a name that leads to a private address now is refused, although a connection to its public one is open", async () => {
        await using receiver = await httpReceiver((_, response) => response.end("ok"))
        const excepted = `http://${host}:${receiver.port}/hook`
        const judged = "https://rebinding.example.com/hook"
        const resolve = async (name: string) => (name === host ? ["127.0.0.1"] : ["10.0.0.1"])
        const exceptions = new Set([`${host}:${receiver.port}`])
        expect(await inTurn([{ url: excepted }, { url: judged }, { url: excepted }], { exceptions, resolve })).toEqual([
          "ok",
          "blocked_address",
          "ok"
        ])
      })

      test("a kept connection that its receiver closed meanwhile costs no attempt", async () => {
        let requests = 0
        await using receiver = await rawReceiver((socket) => {
          requests += 1
          socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
          // Whatever comes next on this connection is answered by its end.
          socket.once("data", () => socket.destroy())
        })
        const url = `http://${host}:${receiver.port}/hook`
        const exceptions = new Set([`${host}:${receiver.port}`])
        expect(await inTurn([{ url }, { url }], { exceptions, resolve: loopback })).toEqual(["ok", "ok"])
        expect([requests, receiver.connections()]).toEqual([2, 2])
      })

      test("a new connection that ends without an answer is a failure, and is not tried again", async () => {
        await using receiver = await rawReceiver((socket) => socket.destroy())
        expect(await sendTo(receiver)).toBe("http_error")
        expect(receiver.connections()).toBe(1)
      })

      test("an answer that was not read to its end costs its connection", async () => {
        await using receiver = await httpReceiver((_, response) => response.end("x".repeat(200_000)))
        const url = `http://${host}:${receiver.port}/hook`
        const exceptions = new Set([`${host}:${receiver.port}`])
        expect((await inTurn([{ url }, { url }], { exceptions, resolve: loopback })).map((text) => text?.length)).toEqual([4096, 4096])
        if (way === "send") expect(receiver.connections()).toBe(2)
      })

      test("proxies of the environment are passed over", async () => {
        await using proxy = await httpReceiver((_, response) => response.end("proxied"))
        await using receiver = await httpReceiver((_, response) => response.end("direct"))
        const program = `
      import { layer } from "@vouchkit/adapters/webhook-sender/sender"
      import { WebhookSender } from "@vouchkit/core/resources/webhooks/deliveries/sender"
      import { Effect } from "effect"
      const answer = await Effect.runPromise(WebhookSender.use(({ send }) =>
        send({ url: "http://${host}:${receiver.port}/", organization: "org_acme", headers: {}, body: "{}", timeout_ms: 4000 })).pipe(
        Effect.provide(layer({ exceptions: new Set(["${host}:${receiver.port}"]), resolve: async () => ["127.0.0.1"] }))))
      console.log(answer.response_excerpt)`
        const address = `http://127.0.0.1:${proxy.port}`
        const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"]
        const environment = { ...process.env, NODE_USE_ENV_PROXY: "1", ...Object.fromEntries(names.map((name) => [name, address])) }
        const child = Bun.spawn([process.execPath, "-e", program], {
          env: environment,
          cwd: import.meta.dir,
          stdout: "pipe",
          stderr: "inherit"
        })
        expect((await new Response(child.stdout).text()).trim()).toBe("direct")
        expect(proxy.connections()).toBe(0)
      })
    })

    test("a failure says how long it took, in words without the URL, the address or the answer", async () => {
      await using receiver = await rawReceiver((socket) => socket.end("secret"))
      const url = `http://${host}:${receiver.port}/token-in-path`
      const result = await Effect.runPromise(Effect.result(sending({ url }, { exceptions: new Set([`${host}:${receiver.port}`]) })))
      expect(Result.isFailure(result)).toBe(true)
      if (!Result.isFailure(result)) return
      expect(result.failure).toMatchObject({ code: "http_error", duration_ms: expect.any(Number) })
      for (const hidden of [host, "token", "127.0.0.1", "secret"])
        expect(`${result.failure} ${JSON.stringify(result.failure)}`).not.toContain(hidden)
    })

    test("an interrupted delivery closes its connection", async () => {
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
      await using receiver = await rawReceiver(() => arrive())
      const url = `http://${host}:${receiver.port}/`
      await Effect.runPromise(
        Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(sending({ url }, { exceptions: new Set([`${host}:${receiver.port}`]) }))
          yield* Effect.promise(() => arrived)
          yield* Fiber.interrupt(fiber)
        })
      )
      await receiver.quiet()
      expect(receiver.connections()).toBe(1)
    })
  })
