import { expect, test } from "bun:test"
import { hashOf, sealedAfter, verifyAuditChain } from "@vouchkit/core/kernel/audit/chain"
import type { AuditEntry } from "@vouchkit/core/kernel/audit/entry"
import fc from "fast-check"

const at = "2026-03-01T12:00:00.000Z"
const anEntry: fc.Arbitrary<AuditEntry> = fc
  .record({
    number: fc.nat(),
    action: fc.string({ maxLength: 20 }),
    actor: fc.string({ maxLength: 8 }),
    ip: fc.option(fc.ipV4()),
    target: fc.option(fc.record({ type: fc.string({ maxLength: 8 }), id: fc.string({ maxLength: 8 }) })),
    changes: fc.array(fc.record({ path: fc.string({ maxLength: 8 }), from: fc.jsonValue(), to: fc.jsonValue() }), { maxLength: 3 }),
    outcome: fc.constantFrom("succeeded" as const, "failed" as const)
  })
  .map(({ action, actor, changes, ip, number, outcome, target }) => ({
    id: `log_${number}`,
    object: "audit_entry",
    environment: "sandbox",
    action,
    actor: { type: "api_key", id: actor, label: null, ip, user_agent: null },
    target,
    changes: changes as AuditEntry["changes"],
    outcome,
    reason: null,
    request_id: "req_1",
    at,
    prev_hash: null,
    hash: null,
    created_at: at,
    updated_at: at
  }))
const entries = fc.uniqueArray(anEntry, { minLength: 1, maxLength: 8, selector: ({ id }) => id })
const chained = (list: ReadonlyArray<AuditEntry>): ReadonlyArray<AuditEntry> => {
  let head: string | null = null
  return list.map((entry) => {
    const sealed = sealedAfter(entry, head)
    head = sealed.hash
    return sealed
  })
}

test("what was sealed in order is an unbroken chain, whole and in parts", () => {
  fc.assert(
    fc.property(entries, fc.nat(), (list, cut) => {
      const chain = chained(list)
      const place = cut % (chain.length + 1)
      const first = verifyAuditChain(chain.slice(0, place))
      expect(verifyAuditChain(chain)).toEqual({ intact: true, length: chain.length, head: chain.at(-1)?.hash ?? null })
      expect(first.intact && verifyAuditChain(chain.slice(place), first.head).intact).toBe(true)
    })
  )
})

/** Ways to change one entry so that it says something else. */
const tampering: ReadonlyArray<(entry: AuditEntry) => AuditEntry> = [
  (entry) => ({ ...entry, id: `${entry.id}0` }),
  (entry) => ({ ...entry, environment: "live" }),
  (entry) => ({ ...entry, action: `${entry.action}.` }),
  (entry) => ({ ...entry, actor: { ...entry.actor, id: `${entry.actor.id}0` } }),
  (entry) => ({ ...entry, actor: { ...entry.actor, ip: entry.actor.ip === null ? "::1" : null } }),
  (entry) => ({ ...entry, target: entry.target === null ? { type: "", id: "" } : null }),
  (entry) => ({ ...entry, changes: [...entry.changes, { path: "", from: null, to: null }] }),
  (entry) => ({ ...entry, outcome: entry.outcome === "failed" ? "succeeded" : "failed" }),
  (entry) => ({ ...entry, request_id: `${entry.request_id}0` }),
  (entry) => ({ ...entry, created_at: "2026-03-01T12:00:00.001Z" }),
  (entry) => ({ ...entry, prev_hash: "0".repeat(64) }),
  (entry) => ({ ...entry, hash: "0".repeat(64) }),
  (entry) => ({ ...entry, hash: null })
]

test("any change of any entry breaks the chain at that entry", () => {
  fc.assert(
    fc.property(entries, fc.nat(), fc.constantFrom(...tampering), (list, which, tamper) => {
      const chain = chained(list)
      const position = which % chain.length
      const verdict = verifyAuditChain(chain.map((entry, index) => (index === position ? tamper(entry) : entry)))
      expect(verdict).toMatchObject({ intact: false, position })
    })
  )
})

test("an entry changed and sealed anew no longer carries the entry behind it", () => {
  fc.assert(
    fc.property(entries, fc.nat(), (list, which) => {
      const chain = chained(list)
      fc.pre(chain.length > 1)
      const position = which % (chain.length - 1)
      const forged = chain.map((entry, index) =>
        index === position ? sealedAfter({ ...entry, action: `${entry.action}!` }, entry.prev_hash) : entry
      )
      expect(verifyAuditChain(forged)).toMatchObject({ intact: false, position: position + 1, fault: "link" })
    })
  )
})

test("any other order, a missing entry and a repeated entry break the chain", () => {
  fc.assert(
    fc.property(entries, fc.nat(), fc.nat(), (list, left, right) => {
      const chain = chained(list)
      const [from, to] = [left % chain.length, right % chain.length]
      const moved = chain.toSpliced(from, 1).toSpliced(to, 0, ...chain.slice(from, from + 1))
      expect(verifyAuditChain(moved).intact).toBe(from === to)
      expect(verifyAuditChain([...chain.slice(0, from + 1), ...chain.slice(from)]).intact).toBe(false)
      // Cutting off the end cannot be seen from what is left: that is what the head is for.
      const shortened = verifyAuditChain(chain.toSpliced(from, 1))
      expect(shortened.intact).toBe(from === chain.length - 1)
    })
  )
})

test("the digest is SHA-256 over the canonical JSON of the entry as the API shows it, without its hash and its reason", () => {
  const entry: AuditEntry = {
    id: "log_01jgfjjz00e8r4v2m9k3txqwpn",
    object: "audit_entry",
    environment: "live",
    action: "cases.approve",
    actor: { type: "user", id: "usr_1", label: null, ip: null, user_agent: null },
    target: { type: "case", id: "rvc_1" },
    changes: [{ path: "status", from: "open", to: { b: 1, a: [2] } }],
    outcome: "succeeded",
    reason: "ignored",
    request_id: "req_1",
    at,
    prev_hash: null,
    hash: "ignored",
    created_at: at,
    updated_at: at
  }
  const text = `{"action":"cases.approve","actor":{"id":"usr_1","ip":null,"label":null,"type":"user","user_agent":null},"at":"${at}","changes":[{"from":"open","path":"status","to":{"a":[2],"b":1}}],"created_at":"${at}","environment":"live","id":"log_01jgfjjz00e8r4v2m9k3txqwpn","object":"audit_entry","outcome":"succeeded","prev_hash":null,"request_id":"req_1","target":{"id":"rvc_1","type":"case"},"updated_at":"${at}"}`
  expect(hashOf(entry)).toBe(new Bun.CryptoHasher("sha256").update(text).digest("hex"))
})
