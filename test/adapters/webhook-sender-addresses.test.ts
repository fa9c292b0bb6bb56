import { describe, expect, test } from "bun:test"
import { layer, type SenderOptions } from "@vouchkit/adapters/webhook-sender/sender"
import { WebhookSender } from "@vouchkit/core/resources/webhooks/deliveries/sender"
import { Effect } from "effect"
import { testCertificate } from "../support/certificate.ts"
import { httpReceiver, type Receiver, rawReceiver, tlsReceiver } from "../support/receivers.ts"
import { senderBy, senderHost as host, ways } from "../support/webhook-senders.ts"

for (const way of ways)
  describe(`by ${way}`, () => {
    const { outcome, sendTo } = senderBy(way)

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
        // 2000::/16 is global unicast that no registry has issued: public by its range, and leading nowhere.
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
          send({
            url: `http://localhost:${receiver.port}/`,
            organization: "org_acme",
            headers: {},
            body: "{}",
            timeout_ms: 4_000,
            turn_timeout_ms: 4_000
          })
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
  })
