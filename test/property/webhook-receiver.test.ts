import { describe, expect, test } from "bun:test"
import {
  appliedSequences,
  dedupe,
  isStale,
  type ReceivedDelivery,
  seenEvents,
  verify
} from "@vouchkit/core/resources/webhooks/deliveries/receiver"
import { legacySignature, mintSecret, signatureHeader, standardSignature } from "@vouchkit/core/resources/webhooks/deliveries/signature"
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
const id = "evt_01jgfjjz00e8r4v2m9k3txqwpn"

type Signed = Pick<ReceivedDelivery, "body"> & { readonly secrets: readonly [string, ...Array<string>]; readonly timestamp: number }
const conventions = {
  service: (signed: Signed) => ({ "x-service-signature": signatureHeader(signed) }),
  standard: (signed: Signed) => ({
    "webhook-id": id,
    "webhook-timestamp": String(signed.timestamp),
    "webhook-signature": standardSignature({ ...signed, id }) ?? ""
  })
} as const

for (const [convention, headersOf] of Object.entries(conventions)) {
  describe(`a delivery signed by the ${convention} convention`, () => {
    test("verifies with the secret and the body it was signed with, and says when it was signed", () => {
      fc.assert(
        fc.property(secret, body, now, (key, raw, timestamp) => {
          const headers = headersOf({ secrets: [key], timestamp, body: raw })
          const genuine = { verified: true, convention, timestamp }
          expect(verify({ body: raw, headers, secrets: [key], now: timestamp }) as unknown).toEqual(genuine)
          expect(verify({ body: raw, headers: new Headers(headers), secrets: [key], now: timestamp }) as unknown).toEqual(genuine)
        })
      )
    })

    test("fails with any changed bit of its headers", () => {
      fc.assert(
        fc.property(secret, fc.json(), now, fc.nat(), fc.nat(), fc.nat(6), (key, raw, timestamp, which, position, bit) => {
          const headers: Record<string, string> = headersOf({ secrets: [key], timestamp, body: raw })
          const name = Object.keys(headers)[which % Object.keys(headers).length] ?? ""
          const bytes = Buffer.from(headers[name] ?? "", "latin1")
          const at = position % bytes.length
          bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
          headers[name] = bytes.toString("latin1")
          const tolerance_seconds = Number.MAX_SAFE_INTEGER
          expect(verify({ body: raw, headers, secrets: [key], now: timestamp, tolerance_seconds }).verified).toBe(false)
        }),
        { numRuns: 2_000 }
      )
    })

    test("fails with any changed bit of its body", () => {
      fc.assert(
        fc.property(
          secret,
          fc.uint8Array({ minLength: 1, maxLength: 300 }),
          now,
          fc.nat(),
          fc.nat(7),
          (key, raw, timestamp, position, bit) => {
            const headers = headersOf({ secrets: [key], timestamp, body: new Uint8Array(raw) })
            const changed = new Uint8Array(raw)
            const at = position % changed.length
            changed[at] = (changed[at] ?? 0) ^ (1 << bit)
            expect(verify({ body: changed, headers, secrets: [key], now: timestamp })).toEqual({ verified: false, reason: "no_match" })
          }
        )
      )
    })

    test("may be exactly the tolerance old or early, and no second more", () => {
      fc.assert(
        fc.property(secret, fc.json(), now, fc.nat(900), (key, raw, timestamp, tolerance_seconds) => {
          const headers = headersOf({ secrets: [key], timestamp, body: raw })
          const at = (moment: number) => verify({ body: raw, headers, secrets: [key], now: moment, tolerance_seconds })
          expect(at(timestamp + tolerance_seconds).verified).toBe(true)
          expect(at(timestamp - tolerance_seconds).verified).toBe(true)
          expect(at(timestamp + tolerance_seconds + 1)).toEqual({ verified: false, reason: "too_old" })
          expect(at(timestamp - tolerance_seconds - 1)).toEqual({ verified: false, reason: "too_new" })
          expect(at(Number.NaN).verified).toBe(false)
        })
      )
    })

    test("verifies with the old and the new secret of a rotation, at either end, and with no third", () => {
      fc.assert(
        fc.property(secret, secret, secret, fc.json(), now, (fresh, old, other, raw, timestamp) => {
          fc.pre(new Set([fresh, old, other]).size === 3)
          const both = headersOf({ secrets: [fresh, old], timestamp, body: raw })
          for (const key of [fresh, old]) {
            expect(verify({ body: raw, headers: both, secrets: [key], now: timestamp }).verified).toBe(true)
            const one = headersOf({ secrets: [key], timestamp, body: raw })
            expect(verify({ body: raw, headers: one, secrets: [fresh, old], now: timestamp }).verified).toBe(true)
          }
          for (const secrets of [[other], []]) {
            expect(verify({ body: raw, headers: both, secrets, now: timestamp })).toEqual({ verified: false, reason: "no_match" })
          }
        })
      )
    })
  })
}

test("the libraries of Stripe and of Standard Webhooks agree with the helper, on what is genuine and on what was changed", async () => {
  // Neither library can be given the time in every version, so the moment is the one their clock shows.
  const timestamp = Math.floor(Date.now() / 1_000)
  const agreed = async (work: () => unknown) => {
    try {
      await work()
      return true
    } catch {
      return false
    }
  }
  await fc.assert(
    fc.asyncProperty(secret, secret, fc.json(), fc.boolean(), fc.boolean(), async (key, other, raw, spoiled, exchanged) => {
      const shown = spoiled ? `${raw} ` : raw
      const own = exchanged ? other : key
      const service = conventions.service({ secrets: [key], timestamp, body: raw })
      const standard = conventions.standard({ secrets: [key], timestamp, body: raw })
      const judged = (headers: Record<string, string>) => verify({ body: shown, headers, secrets: [own], now: timestamp }).verified
      const byStripe = await agreed(() => Stripe.webhooks.constructEventAsync(shown, service["x-service-signature"], own, 300))
      const byStandard = await agreed(() => new Webhook(own).verify(shown, standard))
      expect([judged(service), judged(standard)]).toEqual([byStripe, byStandard])
      expect(byStripe).toBe(!spoiled && (!exchanged || key === other))
    }),
    { numRuns: 60 }
  )
})

const key = mintSecret(new Uint8Array(32).fill(1))
const signed = { secrets: [key], timestamp: 5_000, body: "{}" } as const
const service = conventions.service({ ...signed, secrets: [key] })
const standard = conventions.standard({ ...signed, secrets: [key] })
const legacy = legacySignature({ secret: key, body: "{}" })
const judge = (headers: ReceivedDelivery["headers"], overrides: Partial<ReceivedDelivery> = {}) =>
  verify({ body: "{}", headers, secrets: [key], now: 5_000, ...overrides })

test("header names are read in any case, and Node's lists of one value as that value", () => {
  expect(judge({ "X-Service-Signature": service["x-service-signature"] }).verified).toBe(true)
  expect(judge({ "x-service-signature": [service["x-service-signature"]] }).verified).toBe(true)
})

test("a delivery without a signature is told from one with a wrong one", () => {
  expect(judge({})).toEqual({ verified: false, reason: "missing" })
  expect(judge({ "x-service-signature-legacy": legacy })).toEqual({ verified: false, reason: "missing" })
  expect(judge({ "x-service-signature": "" })).toEqual({ verified: false, reason: "malformed" })
})

test("a header that came twice is refused, whatever it says", () => {
  const twice = [service["x-service-signature"], service["x-service-signature"]]
  expect(judge({ "x-service-signature": twice })).toEqual({ verified: false, reason: "malformed" })
  expect(judge({ "X-Service-Signature": twice[0], "x-service-signature": twice[1] })).toEqual({ verified: false, reason: "malformed" })
})

test("one convention is no way around another that failed", () => {
  const wrong = { "x-service-signature": signatureHeader({ ...signed, body: "{} " }) }
  expect(judge({ ...wrong, ...standard })).toEqual({ verified: false, reason: "no_match" })
  const all = { ...wrong, "x-service-signature-legacy": legacy }
  expect(judge(all, { accept_legacy: true })).toEqual({ verified: false, reason: "no_match" })
})

test("Standard Webhooks headers that are not whole or not exact are refused", () => {
  for (const name of ["webhook-id", "webhook-timestamp"]) {
    expect(judge({ ...standard, [name]: undefined })).toEqual({ verified: false, reason: "malformed" })
  }
  const signature = standard["webhook-signature"]
  const wrong = ["", " ", signature.slice(3), `v1,${"A".repeat(200)}`, `${signature} `, `${signature}  ${signature}`, "v1,", "v2,AAAA"]
  for (const one of [...wrong, `${signature} `.repeat(20).trim()]) {
    expect(judge({ ...standard, "webhook-signature": one })).toEqual({ verified: false, reason: "malformed" })
  }
  expect(judge({ ...standard, "webhook-signature": `v1a,AAAA ${signature}` }).verified).toBe(true)
  expect(judge({ ...standard, "webhook-timestamp": "05000" })).toEqual({ verified: false, reason: "malformed" })
  expect(judge({ ...standard, "webhook-id": "evt.1" })).toEqual({ verified: false, reason: "malformed" })
})

test("the legacy form counts only where it is asked for, in its own header or in the first one", () => {
  const genuine = { verified: true, convention: "legacy", timestamp: null } as const
  expect(judge({ "x-service-signature-legacy": legacy }, { accept_legacy: true })).toEqual(genuine)
  expect(judge({ "x-service-signature": legacy }, { accept_legacy: true })).toEqual(genuine)
  expect(judge({ "x-service-signature": legacy })).toEqual({ verified: false, reason: "malformed" })
  expect(judge({ "x-service-signature-legacy": legacy }, { accept_legacy: true, body: "{} " })).toEqual({
    verified: false,
    reason: "no_match"
  })
  expect(judge({ "x-service-signature-legacy": legacy.toUpperCase() }, { accept_legacy: true })).toEqual({
    verified: false,
    reason: "malformed"
  })
  expect(judge({ ...service, "x-service-signature-legacy": legacy }, { accept_legacy: true })).toEqual({
    verified: true,
    convention: "service",
    timestamp: 5_000
  })
})

test("no headers whatever make it throw or accept", () => {
  const value = fc.oneof(fc.string({ unit: "binary", maxLength: 2_000 }), fc.array(fc.string()), fc.constant(undefined))
  const name = fc.oneof(fc.constantFrom("x-service-signature", "webhook-id", "webhook-timestamp", "webhook-signature", "get"), fc.string())
  fc.assert(
    fc.property(fc.dictionary(name, value), fc.boolean(), (headers, accept_legacy) => {
      expect(judge(headers, { accept_legacy }).verified).toBe(false)
    })
  )
})

test("an event is handled once, however often and however close together it comes", async () => {
  const seen = seenEvents()
  let runs = 0
  const handle = () => {
    runs += 1
    return runs
  }
  const answers = await Promise.all(Array.from({ length: 5 }, () => dedupe(seen, "evt_1", handle)))
  expect(runs).toBe(1)
  expect(answers.filter(({ repeated }) => !repeated)).toEqual([{ repeated: false, value: 1 }])
  expect(await dedupe(seen, "evt_2", handle)).toEqual({ repeated: false, value: 2 })
})

test("an event that could not be handled is handled when it comes again", async () => {
  const seen = seenEvents()
  await expect(dedupe(seen, "evt_1", () => Promise.reject(new Error("no room")))).rejects.toThrow("no room")
  expect(await dedupe(seen, "evt_1", () => "done")).toEqual({ repeated: false, value: "done" })
  expect(await dedupe(seen, "evt_1", () => "again")).toEqual({ repeated: true })
})

test("the memory of events keeps exactly the newest of its capacity", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 60 }), (capacity, count) => {
      const seen = seenEvents(capacity)
      for (let event = 0; event < count; event += 1) seen.take(`evt_${event}`)
      const kept = Math.min(capacity, count)
      for (let event = count - 1; event >= count - kept; event -= 1) expect(seen.take(`evt_${event}`)).toBe(false)
      if (count > capacity) expect(seen.take(`evt_${count - kept - 1}`)).toBe(true)
    })
  )
})

const event = (sequence: number, id = "ses_1") => ({ resource: { type: "session", id }, sequence })

test("events applied in any order leave the newest, and each that is older than what was applied is stale", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.constantFrom("ses_1", "ses_2"))), (arrivals) => {
      const sequences = appliedSequences()
      const newest = new Map<string, number>()
      for (const [sequence, id] of arrivals) {
        const before = newest.get(id)
        expect(sequences.isStale(event(sequence, id))).toBe(before !== undefined && sequence <= before)
        if (!sequences.isStale(event(sequence, id))) {
          sequences.applied(event(sequence, id))
          newest.set(id, sequence)
        }
      }
    })
  )
})

test("an event is stale only once one as new was applied, so that a failed one may come again", () => {
  const sequences = appliedSequences()
  expect(sequences.isStale(event(3))).toBe(false)
  expect(sequences.isStale(event(3))).toBe(false)
  sequences.applied(event(3))
  sequences.applied(event(2))
  expect([2, 3, 4].map((sequence) => sequences.isStale(event(sequence)))).toEqual([true, true, false])
  expect([isStale({ sequence: 1 }, undefined), isStale({ sequence: 1 }, 1), isStale({ sequence: 2 }, 1)]).toEqual([false, true, false])
})

test("the memory of resources forgets first the one without an event for longest", () => {
  const sequences = appliedSequences(2)
  for (const id of ["ses_1", "ses_2", "ses_1", "ses_3"]) sequences.applied(event(5, id))
  expect(["ses_1", "ses_2", "ses_3"].map((id) => sequences.isStale(event(1, id)))).toEqual([true, false, true])
})
