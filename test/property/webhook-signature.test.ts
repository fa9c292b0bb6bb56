import { expect, test } from "bun:test"
import { createHmac } from "node:crypto"
import {
  legacySignature,
  mintSecret,
  signatureHeader,
  standardSignature,
  verifyLegacySignature,
  verifySignature
} from "@vouchkit/core/resources/webhooks/deliveries/signature"
import * as fc from "fast-check"
import { Webhook } from "standardwebhooks"
import Stripe from "stripe"

const secret = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(mintSecret)
const body = fc.oneof(
  fc.json(),
  fc.string({ unit: "grapheme" }),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes))
)
const now = fc.integer({ min: 1_000, max: 4_000_000_000 })

test("what was signed verifies with the same secret and body", () => {
  fc.assert(
    fc.property(secret, body, now, (key, raw, timestamp) => {
      const header = signatureHeader({ secrets: [key], timestamp, body: raw })
      expect(verifySignature({ header, body: raw, secrets: [key], now: timestamp })).toEqual({ verified: true, timestamp })
    })
  )
})

test("the digest is HMAC-SHA256 keyed with the UTF-8 of the whole secret over t, a dot and the raw body", () => {
  fc.assert(
    fc.property(secret, fc.json(), now, (key, raw, timestamp) => {
      const expected = createHmac("sha256", Buffer.from(key, "utf8"))
        .update(Buffer.from(`${timestamp}.${raw}`, "utf8"))
        .digest("hex")
      expect(signatureHeader({ secrets: [key], timestamp, body: raw })).toBe(`t=${timestamp},v1=${expected}`)
    })
  )
})

test("a known pair of secret and body has the signature it had in every release", () => {
  const key = mintSecret(new Uint8Array(32).fill(7))
  expect(key).toBe("whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=")
  const signing = { secrets: [key], timestamp: 1_767_225_600, body: '{"id":"evt_1"}' } as const
  expect(signatureHeader(signing)).toBe(`t=1767225600,v1=${createHmac("sha256", key).update('1767225600.{"id":"evt_1"}').digest("hex")}`)
  expect(standardSignature({ ...signing, id: "evt_1" })).toBe(
    `v1,${createHmac("sha256", Buffer.alloc(32, 7)).update('evt_1.1767225600.{"id":"evt_1"}').digest("base64")}`
  )
})

test("text and its UTF-8 bytes have the same signature", () => {
  fc.assert(
    fc.property(secret, fc.string({ unit: "grapheme" }), now, (key, text, timestamp) => {
      const bytes = new TextEncoder().encode(text)
      expect(signatureHeader({ secrets: [key], timestamp, body: bytes })).toBe(signatureHeader({ secrets: [key], timestamp, body: text }))
    })
  )
})

const flipped = (text: string, position: number, bit: number): string => {
  const bytes = Buffer.from(text, "latin1")
  const at = position % bytes.length
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
  return bytes.toString("latin1")
}

test("any changed bit of the header fails", () => {
  fc.assert(
    fc.property(secret, fc.json(), now, fc.nat(), fc.nat(7), (key, raw, timestamp, position, bit) => {
      const header = flipped(signatureHeader({ secrets: [key], timestamp, body: raw }), position, bit)
      const verdict = verifySignature({ header, body: raw, secrets: [key], now: timestamp, tolerance_seconds: Number.MAX_SAFE_INTEGER })
      expect(verdict.verified).toBe(false)
    }),
    { numRuns: 2_000 }
  )
})

test("any changed bit of the body fails", () => {
  fc.assert(
    fc.property(secret, fc.uint8Array({ minLength: 1, maxLength: 300 }), now, fc.nat(), fc.nat(7), (key, raw, timestamp, position, bit) => {
      const header = signatureHeader({ secrets: [key], timestamp, body: new Uint8Array(raw) })
      const changed = new Uint8Array(raw)
      const at = position % changed.length
      changed[at] = (changed[at] ?? 0) ^ (1 << bit)
      expect(verifySignature({ header, body: changed, secrets: [key], now: timestamp })).toEqual({ verified: false, problem: "no_match" })
    })
  )
})

test("another secret fails", () => {
  fc.assert(
    fc.property(secret, secret, fc.json(), now, (key, other, raw, timestamp) => {
      fc.pre(key !== other)
      const header = signatureHeader({ secrets: [key], timestamp, body: raw })
      expect(verifySignature({ header, body: raw, secrets: [other], now: timestamp }).verified).toBe(false)
      expect(verifySignature({ header, body: raw, secrets: [], now: timestamp }).verified).toBe(false)
    })
  )
})

test("the moment may lie exactly the tolerance away on either side, and no second more", () => {
  fc.assert(
    fc.property(secret, fc.json(), now, fc.nat(900), (key, raw, timestamp, tolerance_seconds) => {
      const header = signatureHeader({ secrets: [key], timestamp, body: raw })
      const at = (moment: number) => verifySignature({ header, body: raw, secrets: [key], now: moment, tolerance_seconds })
      expect(at(timestamp + tolerance_seconds).verified).toBe(true)
      expect(at(timestamp - tolerance_seconds).verified).toBe(true)
      expect(at(timestamp + tolerance_seconds + 1)).toEqual({ verified: false, problem: "too_old" })
      expect(at(timestamp - tolerance_seconds - 1)).toEqual({ verified: false, problem: "too_new" })
    })
  )
})

test("without a stated tolerance it is 300 seconds", () => {
  const key = mintSecret(new Uint8Array(32))
  const header = signatureHeader({ secrets: [key], timestamp: 10_000, body: "{}" })
  const verified = (moment: number) => verifySignature({ header, body: "{}", secrets: [key], now: moment }).verified
  expect([9_699, 9_700, 10_300, 10_301].map(verified)).toEqual([false, true, true, false])
})

test("during a rotation the old and the new secret verify alike, at the sender's end and at the receiver's", () => {
  fc.assert(
    fc.property(secret, secret, fc.json(), now, (fresh, old, raw, timestamp) => {
      const both = signatureHeader({ secrets: [fresh, old], timestamp, body: raw })
      expect(both.split(",").length).toBe(3)
      for (const key of [fresh, old]) {
        expect(verifySignature({ header: both, body: raw, secrets: [key], now: timestamp }).verified).toBe(true)
        const one = signatureHeader({ secrets: [key], timestamp, body: raw })
        expect(verifySignature({ header: one, body: raw, secrets: [fresh, old], now: timestamp }).verified).toBe(true)
      }
    })
  )
})

const key = mintSecret(new Uint8Array(32).fill(1))
const good = signatureHeader({ secrets: [key], timestamp: 5_000, body: "{}" })
const digest = good.slice(good.indexOf("v1=") + 3)

const malformed = [
  "",
  " ",
  digest,
  `v1=${digest}`,
  "t=5000",
  "t=5000,v1=",
  `t=,v1=${digest}`,
  ` t=5000,v1=${digest}`,
  `t=5000, v1=${digest}`,
  `t=5000,v1=${digest},`,
  `t=5000,,v1=${digest}`,
  `t=5000,t=5000,v1=${digest}`,
  `t=05000,v1=${digest}`,
  `t=+5000,v1=${digest}`,
  `t=-5000,v1=${digest}`,
  `t=5e3,v1=${digest}`,
  `t=5000.0,v1=${digest}`,
  `t=0x1388,v1=${digest}`,
  `t=٥٠٠٠,v1=${digest}`,
  `t=9999999999999,v1=${digest}`,
  `T=5000,V1=${digest}`,
  `t=5000,v1=${digest.toUpperCase()}`,
  `t=5000,v1=${digest.slice(1)}`,
  `t=5000,v1=${digest}0`,
  `t=5000;v1=${digest}`,
  `t=5000,v1=${digest}\n`,
  `t=5000,v1=${digest},v1=zz`,
  `t=5000,v0=${digest}`,
  `${`t=5000,v1=${digest}`.repeat(40)}`,
  `t=5000${`,v1=${digest}`.repeat(16)}`,
  `t=5000,v1=${digest},x=${"a".repeat(2_000)}`
]
test.each(malformed)("a header that is not exactly in the form is refused: %j", (header) => {
  const verdict = verifySignature({ header, body: "{}", secrets: [key], now: 5_000 })
  expect(verdict).toEqual({ verified: false, problem: "malformed" })
})

test("a scheme of a later day beside v1 is passed over", () => {
  expect(verifySignature({ header: `${good},v2=abc`, body: "{}", secrets: [key], now: 5_000 }).verified).toBe(true)
})

test("no text whatever makes the verifier throw or accept", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 2_000 }), (header) => {
      expect(verifySignature({ header, body: "{}", secrets: [key], now: 5_000 }).verified).toBe(false)
      expect(verifyLegacySignature({ header, body: "{}", secrets: [key] })).toBe(false)
    })
  )
})

test("the legacy form is the bare hex of the body's HMAC, and neither form passes for the other", () => {
  fc.assert(
    fc.property(secret, secret, fc.json(), (mine, other, raw) => {
      fc.pre(mine !== other)
      const header = legacySignature({ secret: mine, body: raw })
      expect(header).toBe(createHmac("sha256", mine).update(raw).digest("hex"))
      expect(verifyLegacySignature({ header, body: raw, secrets: [other, mine] })).toBe(true)
      expect(verifyLegacySignature({ header, body: raw, secrets: [other] })).toBe(false)
      expect(verifyLegacySignature({ header, body: `${raw} `, secrets: [mine] })).toBe(false)
      expect(verifySignature({ header, body: raw, secrets: [mine], now: 0 }).verified).toBe(false)
      const dated = signatureHeader({ secrets: [mine], timestamp: 1, body: raw })
      expect(verifyLegacySignature({ header: dated, body: raw, secrets: [mine] })).toBe(false)
      expect(verifyLegacySignature({ header: dated.slice(-64), body: raw, secrets: [mine] })).toBe(false)
    })
  )
})

test("Stripe's verifier accepts our header with the whole secret as its key, also during a rotation", async () => {
  await fc.assert(
    fc.asyncProperty(
      secret,
      secret,
      fc.dictionary(fc.string(), fc.string({ unit: "grapheme" })),
      now,
      async (fresh, old, data, timestamp) => {
        const payload = JSON.stringify({ id: "evt_1", object: "event", data })
        const header = signatureHeader({ secrets: [fresh, old], timestamp, body: payload })
        for (const own of [fresh, old]) {
          const event: unknown = await Stripe.webhooks.constructEventAsync(payload, header, own, 300, undefined, (timestamp + 299) * 1_000)
          expect(event).toEqual(JSON.parse(payload))
        }
      }
    ),
    { numRuns: 30 }
  )
})

test("Stripe's verifier refuses our header for another body or another secret", async () => {
  const header = signatureHeader({ secrets: [key], timestamp: 5_000, body: "{}" })
  const verify = (payload: string, own: string) => Stripe.webhooks.constructEventAsync(payload, header, own, 300, undefined, 5_000_000)
  await expect(verify("{} ", key)).rejects.toThrow()
  await expect(verify("{}", mintSecret(new Uint8Array(32).fill(2)))).rejects.toThrow()
})

test("the Standard Webhooks library accepts our headers with either secret of a rotation, and refuses a changed body", () => {
  // The library has no way to be told the time, so the moment is the one its clock shows.
  const timestamp = Math.floor(Date.now() / 1_000)
  fc.assert(
    fc.property(secret, secret, fc.json(), (fresh, old, raw) => {
      const signature = standardSignature({ id: "evt_01", secrets: [fresh, old], timestamp, body: raw })
      const headers = { "webhook-id": "evt_01", "webhook-timestamp": String(timestamp), "webhook-signature": signature ?? "" }
      for (const own of [fresh, old]) {
        expect(new Webhook(own).verify(raw, headers)).toEqual(JSON.parse(raw))
        expect(() => new Webhook(own).verify(`${raw} `, headers)).toThrow()
        expect(() => new Webhook(own).verify(raw, { ...headers, "webhook-id": "evt_02" })).toThrow()
      }
    }),
    { numRuns: 30 }
  )
})

test.each([
  "",
  "whsec_",
  "whsec_short",
  "plain text",
  "whsec_****",
  `whsec_${"A".repeat(400)}`,
  "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB="
])("a secret that Standard Webhooks libraries cannot read gives no such signature: %j", (unreadable) => {
  expect(standardSignature({ id: "evt_1", secrets: [unreadable], timestamp: 1, body: "{}" })).toBeUndefined()
  expect(standardSignature({ id: "evt_1", secrets: [unreadable, key], timestamp: 1, body: "{}" })).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
})

test("a secret is made of exactly 32 bytes and says them back", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      if (bytes.length !== 32) return expect(() => mintSecret(bytes)).toThrow(RangeError)
      const minted = mintSecret(bytes)
      expect(minted.startsWith("whsec_")).toBe(true)
      expect(new Uint8Array(Buffer.from(minted.slice(6), "base64"))).toEqual(new Uint8Array(bytes))
    })
  )
})
