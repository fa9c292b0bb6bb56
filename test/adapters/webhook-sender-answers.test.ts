import { describe, expect, test } from "bun:test"
import type { Socket } from "node:net"
import { httpReceiver, rawReceiver } from "../support/receivers.ts"
import { senderBy, senderHost as host, ways } from "../support/webhook-senders.ts"

for (const way of ways)
  describe(`by ${way}`, () => {
    const { outcome, sendTo } = senderBy(way)

    /** Writes for as long as it is taken, in turns: a client that reads as fast as this writes would keep the process from ever looking at its clock. */
    const endlessly = (socket: Socket, piece: (count: number) => string) => {
      let count = 0
      const more = () => {
        for (let turn = 0; turn < 20; turn += 1) {
          if (socket.destroyed || !socket.write(piece(count))) return
          count += 1
        }
        setImmediate(more)
      }
      socket.on("drain", more)
      more()
    }

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
          socket.write("HTTP/1.1 200 OK\r\n\r\n")
          endlessly(socket, () => "z".repeat(16_384))
        })
        expect(await sendTo(receiver)).toMatchObject({ status: 200, response_excerpt: "z".repeat(4_096) })
        await receiver.quiet()
      })

      test("a length that is named beside endless chunks bounds nothing, so the body is cut or refused", async () => {
        await using receiver = await rawReceiver((socket) => {
          socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n")
          endlessly(socket, () => `4000\r\n${"z".repeat(16_384)}\r\n`)
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

    describe("receivers that misbehave", () => {
      test("nobody listening is a failure to connect", async () => {
        const receiver = await rawReceiver(() => undefined)
        await receiver[Symbol.asyncDispose]()
        expect(await sendTo(receiver)).toBe("connect")
      })

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
  })
