import { describe, expect, test } from "bun:test"
import type { Socket } from "node:net"
import { layer, type SenderOptions } from "@vouchkit/adapters/webhook-sender/sender"
import { SendFailure, type SendRequest, WebhookSender } from "@vouchkit/core/webhooks/sender"
import { Effect, Fiber, Result } from "effect"
import { testCertificate } from "../support/certificate.ts"
import { httpReceiver, type Receiver, rawReceiver, type SeenRequest, tlsReceiver } from "../support/receivers.ts"

const host = "hooks.example.com"
const loopback = async () => ["127.0.0.1"]

/** One attempt by either way that a sender has. */
const by = (way: "send" | "post", { post, send }: WebhookSender["Service"]): WebhookSender["Service"]["send"] =>
  way === "send"
    ? send
    : (request) =>
        Effect.callback((resume) => {
          const cancel = post(request, (result) => resume(result instanceof SendFailure ? Effect.fail(result) : Effect.succeed(result)))
          return Effect.sync(cancel)
        })

for (const way of ["send", "post"] as const)
  describe(`by ${way}`, () => {
    const sending = (request: Partial<SendRequest> & Pick<SendRequest, "url">, options: Partial<SenderOptions> = {}) =>
      WebhookSender.use((sender) => by(way, sender)({ headers: {}, body: "{}", timeout_ms: 4_000, ...request })).pipe(
        Effect.provide(layer({ exceptions: new Set(), resolve: loopback, ...options }))
      )

    /** The answer, or the code of the failure. */
    const outcome = async (request: Partial<SendRequest> & Pick<SendRequest, "url">, options: Partial<SenderOptions> = {}) => {
      const result = await Effect.runPromise(Effect.result(sending(request, options)))
      return Result.isSuccess(result) ? result.success : result.failure.code
    }

    /** Sends to a local receiver as an operator's exception lets one do in development. */
    const sendTo = ({ port }: Receiver, request: Partial<SendRequest> = {}, options: Partial<SenderOptions> = {}) =>
      outcome({ url: `http://${host}:${port}/hook`, ...request }, { exceptions: new Set([`${host}:${port}`]), ...options })

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
              Effect.map(Effect.result(by(way, sender)({ headers: {}, body: "{}", timeout_ms: 4_000, ...request })), (result) =>
                Result.isSuccess(result) ? result.success.response_excerpt : result.failure.code
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
        const to = (path: string) => ({ url: `http://${host}:${receiver.port}${path}`, headers: {}, body: "{}", timeout_ms: 4_000 })
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
      import { WebhookSender } from "@vouchkit/core/webhooks/sender"
      import { Effect } from "effect"
      const answer = await Effect.runPromise(WebhookSender.use(({ send }) =>
        send({ url: "http://${host}:${receiver.port}/", headers: {}, body: "{}", timeout_ms: 4000 })).pipe(
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

    describe("what of an answer is kept", () => {
      const excerptOf = async (body: Uint8Array | string) => {
        await using receiver = await httpReceiver((_, response) => response.end(body))
        const answer = await sendTo(receiver)
        return typeof answer === "string" ? answer : answer.response_excerpt
      }

      test("4096 bytes are kept whole, of 4097 the first 4096", async () => {
        expect(await excerptOf("a".repeat(4_096))).toBe("a".repeat(4_096))
        expect(await excerptOf(`${"a".repeat(4_096)}b`)).toBe("a".repeat(4_096))
      })

      test("a character cut in two is left out", async () => {
        expect(await excerptOf(`${"a".repeat(4_095)}é`)).toBe("a".repeat(4_095))
        expect(await excerptOf(`aaa${"😀".repeat(2_000)}`)).toBe(`aaa${"😀".repeat(1_023)}`)
      })

      test("bytes that are not text become replacement characters, still within 4096 bytes and without NUL", async () => {
        expect(await excerptOf(new Uint8Array([0x61, 0x00, 0xff, 0x62]))).toBe("a\ufffd\ufffdb")
        for (const byte of [0x00, 0xff, 0xc3]) {
          const kept = await excerptOf(new Uint8Array(10_000).fill(byte))
          expect(kept).toBe("\ufffd".repeat(1_365))
        }
      })

      test("a body without end is cut, and its status is the answer", async () => {
        await using receiver = await rawReceiver((socket) => {
          const more = () => {
            while (!socket.destroyed && socket.write("z".repeat(16_384)));
          }
          socket.on("drain", more)
          socket.write("HTTP/1.1 200 OK\r\n\r\n")
          more()
        })
        expect(await sendTo(receiver)).toMatchObject({ status: 200, response_excerpt: "z".repeat(4_096) })
        await receiver.quiet()
      })

      test("a length that is named beside endless chunks bounds nothing, so the body is cut or refused", async () => {
        await using receiver = await rawReceiver((socket) => {
          const chunk = `4000\r\n${"z".repeat(16_384)}\r\n`
          const more = () => {
            while (!socket.destroyed && socket.write(chunk));
          }
          socket.on("drain", more)
          socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n")
          more()
        })
        const answer = await sendTo(receiver)
        expect(typeof answer === "string" ? answer : answer.response_excerpt).toBe(way === "send" ? "http_error" : "z".repeat(4_096))
        await receiver.quiet()
      })

      test("a short body that is all there is kept, and none is an empty text", async () => {
        expect(await excerptOf("taken")).toBe("taken")
        expect(await excerptOf("")).toBe("")
      })
    })

    describe("addresses", () => {
      const blocked =
        "127.0.0.1 10.0.0.1 172.16.0.1 192.168.0.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 192.0.2.1 ::1 :: fe80::1 fe80::1%eth0 fd00:ec2::254 ff02::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 2002:7f00:1:: 2001::1 2001:db8::1"
      for (const address of blocked.split(" ")) {
        test(`a name that leads to ${address} is refused`, async () => {
          expect(await outcome({ url: `https://${host}/` }, { resolve: async () => [address] })).toBe("blocked_address")
        })
      }

      test("one private address among public ones refuses them all, wherever it stands", async () => {
        for (const addresses of [
          ["2000::1", "127.0.0.1"],
          ["127.0.0.1", "2000::1"],
          ["2000::1", "2000::2", "::1"]
        ]) {
          expect(await outcome({ url: `https://${host}/` }, { resolve: async () => addresses })).toBe("blocked_address")
        }
      })

      test("a name that turns private between two tries is refused on the second, and nothing is dialled", async () => {
        await using receiver = await tlsReceiver(testCertificate)
        // 2000::/16 is global unicast that no registry has given out: public by its range, and leading nowhere.
        const answers = [["2000::1"], ["127.0.0.1"]]
        let asked = 0
        const resolve = async () => {
          asked += 1
          return answers[asked - 1] ?? []
        }
        const request = { url: `https://${host}:${receiver.port}/`, timeout_ms: 200 }
        expect(["connect", "timeout"]).toContain(String(await outcome(request, { resolve })))
        expect(asked).toBe(1)
        expect(await outcome(request, { resolve })).toBe("blocked_address")
        expect(asked).toBe(2)
        expect(receiver.connections()).toBe(0)
      })

      test("the name is resolved once in an attempt, and the address that was judged is the one dialled", async () => {
        await using receiver = await httpReceiver((_, response) => response.end("pinned"))
        const asked: Array<string> = []
        const resolve = async (name: string) => {
          asked.push(name)
          return asked.length === 1 ? ["127.0.0.1"] : ["2000::1"]
        }
        expect(await sendTo(receiver, {}, { resolve })).toMatchObject({ response_excerpt: "pinned" })
        expect(asked).toEqual([host])
      })

      test("an address that refuses the connection gives way to the next, and the delivery is made once", async () => {
        await using receiver = await httpReceiver((_, response) => response.end("second"))
        const resolve = async () => ["127.0.0.2", "127.0.0.1"]
        expect(await sendTo(receiver, {}, { resolve })).toMatchObject({ response_excerpt: "second" })
        expect(receiver.connections()).toBe(1)
      })

      test("after an answer that breaks off, no second address is tried", async () => {
        await using receiver = await rawReceiver((socket) => socket.end())
        expect(await sendTo(receiver, {}, { resolve: async () => ["127.0.0.1", "127.0.0.2"] })).toBe("http_error")
        expect(receiver.connections()).toBe(1)
      })

      test("literal addresses, plain HTTP, user names and odd spellings are refused without a look-up", async () => {
        await using receiver = await httpReceiver((_, response) => response.end())
        const resolve = () => Promise.reject(new Error("nothing may be resolved"))
        const { port } = receiver
        for (const url of [
          `http://127.0.0.1:${port}/`,
          `https://127.0.0.1:${port}/`,
          `https://2130706433:${port}/`,
          `http://${host}:${port}/`
        ]) {
          expect(await outcome({ url }, { resolve })).toBe("blocked_address")
        }
        for (const url of [
          `https://u:p@${host}/`,
          "https://localhost/",
          "https://[::ffff:127.0.0.1]/",
          "file:///etc/passwd",
          "",
          "nonsense"
        ]) {
          expect(await outcome({ url }, { resolve })).toBe("blocked_address")
        }
        expect(receiver.connections()).toBe(0)
      })

      test("an exception holds for its port alone", async () => {
        await using receiver = await httpReceiver((_, response) => response.end("mine"))
        await using neighbour = await httpReceiver((_, response) => response.end("not mine"))
        const exceptions = new Set([`127.0.0.1:${receiver.port}`])
        expect(await outcome({ url: `http://127.0.0.1:${receiver.port}/` }, { exceptions })).toMatchObject({ response_excerpt: "mine" })
        expect(await outcome({ url: `http://127.0.0.1:${neighbour.port}/` }, { exceptions })).toBe("blocked_address")
        expect(neighbour.connections()).toBe(0)
      })

      test("a name that is not found, has no address or is given nonsense for one is a failure of the look-up", async () => {
        const url = `https://${host}/`
        expect(await outcome({ url }, { resolve: () => Promise.reject(new Error("ENOTFOUND")) })).toBe("dns")
        for (const addresses of [[], [""], ["localhost"], ["127.1"], ["::1", "x"], Array(65).fill("2000::1")]) {
          expect(await outcome({ url }, { resolve: async () => addresses })).toBe("dns")
        }
      })

      test("the machine's resolver finds what the hosts file names", async () => {
        await using receiver = await httpReceiver((_, response) => response.end("here"))
        const exceptions = new Set([`localhost:${receiver.port}`])
        const sent = WebhookSender.use(({ send }) =>
          send({ url: `http://localhost:${receiver.port}/`, headers: {}, body: "{}", timeout_ms: 4_000 })
        ).pipe(Effect.provide(layer({ exceptions })))
        expect(await Effect.runPromise(sent)).toMatchObject({ response_excerpt: "here" })
      })
    })

    describe("TLS", () => {
      const trusted = { certificate_authorities: [testCertificate.cert] }
      const secure = (receiver: Receiver, name: string, options: Partial<SenderOptions>) =>
        outcome({ url: `https://${name}:${receiver.port}/` }, { exceptions: new Set([`${name}:${receiver.port}`]), ...options })

      test("the pinned connection asks for the name, checks its certificate and says it in Host", async () => {
        await using receiver = await tlsReceiver(testCertificate)
        const answer = await secure(receiver, host, trusted)
        expect(answer).toMatchObject({ status: 200, response_excerpt: JSON.stringify({ sni: host, host: `${host}:${receiver.port}` }) })
      })

      test("an unknown authority, another name's certificate and an address without one are refused", async () => {
        await using receiver = await tlsReceiver(testCertificate)
        expect(await secure(receiver, host, {})).toBe("tls")
        expect(await secure(receiver, "other.example.com", trusted)).toBe("tls")
        expect(await secure(receiver, "127.0.0.1", trusted)).toBe("tls")
      })

      test("a receiver that does not speak TLS is a failure of TLS, and TLS where none is asked is no HTTP", async () => {
        await using plain = await rawReceiver((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
        expect(await secure(plain, host, trusted)).toBe("tls")
        await using receiver = await tlsReceiver(testCertificate)
        expect(await sendTo(receiver)).toBe("http_error")
      })

      test("a handshake that never ends ends with the limit", async () => {
        await using silent = await rawReceiver(() => undefined)
        expect(
          await outcome({ url: `https://${host}:${silent.port}/`, timeout_ms: 100 }, { exceptions: new Set([`${host}:${silent.port}`]) })
        ).toBe("timeout")
        await silent.quiet()
      })
    })

    describe("receivers that misbehave", () => {
      test("nobody listening is a failure to connect", async () => {
        const receiver = await rawReceiver(() => undefined)
        await receiver[Symbol.asyncDispose]()
        expect(await sendTo(receiver)).toBe("connect")
      })

      const endlessly = (socket: Socket, piece: (count: number) => string) => {
        let count = 0
        const more = () => {
          while (!socket.destroyed && socket.write(piece(count))) count += 1
        }
        socket.on("drain", more)
        more()
      }
      const broken: Readonly<Record<string, (socket: Socket) => void>> = {
        "nothing at all": (socket) => socket.end(),
        "a reset": (socket) => socket.resetAndDestroy(),
        "no HTTP": (socket) => socket.end("HELLO 200\r\n\r\n"),
        "binary noise": (socket) => socket.end(Buffer.alloc(100_000, 7)),
        "a status that is no number": (socket) => socket.end("HTTP/1.1 abc OK\r\n\r\n"),
        "a status too long": (socket) => socket.end("HTTP/1.1 999999 OK\r\n\r\n"),
        "a status below 100": (socket) => socket.end("HTTP/1.1 099 OK\r\nContent-Length: 0\r\n\r\n"),
        "a status above 599": (socket) => socket.end("HTTP/1.1 600 OK\r\nContent-Length: 0\r\n\r\n"),
        "headers without end": (socket) => {
          socket.write("HTTP/1.1 200 OK\r\n")
          endlessly(socket, (count) => `X-${count}: ${"a".repeat(1_000)}\r\n`)
        },
        "one header without end": (socket) => {
          socket.write("HTTP/1.1 200 OK\r\nX-A: ")
          endlessly(socket, () => "a".repeat(10_000))
        },
        "a status line without end": (socket) => {
          socket.write("HTTP/1.1 200 ")
          endlessly(socket, () => "a".repeat(10_000))
        },
        "early hints without end": (socket) => endlessly(socket, () => "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(50)),
        "another protocol": (socket) =>
          socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n"),
        "a body that is shorter than said": (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello"),
        "a chunk of no size": (socket) => socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n"),
        "chunks that stop": (socket) => socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
      }
      for (const [name, answer] of Object.entries(broken)) {
        test(`${name} is an answer that is not HTTP, and the connection is closed`, async () => {
          await using receiver = await rawReceiver(answer)
          // The runtime's own client goes on to wait for the answer behind the hints, as long as the attempt may last.
          const waits = way === "post" && name === "early hints without end"
          expect(await sendTo(receiver, waits ? { timeout_ms: 300 } : {})).toBe(waits ? "timeout" : "http_error")
          await receiver.quiet()
        })
      }

      const slow: Readonly<Record<string, (socket: Socket) => void>> = {
        silence: () => undefined,
        "half a status line": (socket) => socket.write("HTTP/1.1 2"),
        "headers that drip": (socket) => drip(socket, "HTTP/1.1 200 OK\r\n", "X"),
        "a body that drips": (socket) => drip(socket, "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", "x"),
        "chunks that drip": (socket) => drip(socket, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n")
      }
      const drip = (socket: Socket, start: string, drop: string) => {
        socket.write(start)
        const timer = setInterval(() => socket.write(drop), 5)
        socket.on("close", () => clearInterval(timer))
      }
      for (const [name, answer] of Object.entries(slow)) {
        test(`${name} ends with the limit, and the connection is closed`, async () => {
          await using receiver = await rawReceiver(answer)
          expect(await sendTo(receiver, { timeout_ms: 100 })).toBe("timeout")
          await receiver.quiet()
        })
      }

      test("a look-up that never ends ends with the limit", async () => {
        expect(await outcome({ url: `https://${host}/`, timeout_ms: 50 }, { resolve: () => new Promise(() => undefined) })).toBe("timeout")
      })
    })

    test("a failure says how long it took, in words without the URL, the address or the answer", async () => {
      await using receiver = await rawReceiver((socket) => socket.end("secret"))
      const url = `http://${host}:${receiver.port}/token-in-path`
      const result = await Effect.runPromise(Effect.result(sending({ url }, { exceptions: new Set([`${host}:${receiver.port}`]) })))
      expect(Result.isFailure(result)).toBe(true)
      if (!Result.isFailure(result)) return
      expect(result.failure.duration_ms).toBeGreaterThanOrEqual(0)
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
