import { describe, expect, test } from "bun:test"
import { listState } from "@vouchkit/core/resources/watchlists/sources/coverage"
import { changedFields, entryHash, judgeEdition } from "@vouchkit/core/resources/watchlists/editions/edition"
import type { ListEntry } from "@vouchkit/core/resources/watchlists/editions/entry"
import type { ListStatus } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { changedEntryFields, entryPrint } from "@vouchkit/core/resources/screening/fingerprint"
import { bareRecord, type ListRecord } from "@vouchkit/core/verification/screening/record"
import fc from "fast-check"

const anEntry = (more: Partial<ListEntry> = {}): ListEntry => {
  const {
    edition: _edition,
    list: _list,
    ...entry
  } = bareRecord({
    list: "x",
    edition: "x",
    uid: "1",
    type: "person",
    names: [
      { full: "Ada Lovelace", kind: "primary", parts: { given: "Ada", family: "Lovelace" }, script: null, language: null },
      { full: "Ada Byron", kind: "maiden", parts: null, script: null, language: null }
    ],
    nationalities: ["GB", "FR"]
  })
  return { ...entry, ...more }
}

describe("the hash of an entry", () => {
  test("is the same whatever the order of its lists, and another when anything it says changes", () => {
    const entry = anEntry()
    expect(entryHash(anEntry({ names: [...entry.names].reverse(), nationalities: ["FR", "GB"] }))).toBe(entryHash(entry))
    for (const changed of [
      anEntry({ gender: "female" }),
      anEntry({ nationalities: ["GB"] }),
      anEntry({ remarks: "x" }),
      anEntry({ uid: "2" })
    ]) {
      expect(entryHash(changed)).not.toBe(entryHash(entry))
    }
  })

  test("by identifying fields holds while remarks, programmes and addresses change", () => {
    const record = (over: Partial<ListEntry>): ListRecord => ({ ...anEntry(over), list: "test_list", edition: "1" })
    const before = entryPrint(record({}))
    const changed = (over: Partial<ListEntry>) => changedEntryFields(before, entryPrint(record(over)))
    expect(changed({ remarks: "new", programs: ["SDGT"], updated_on: "2026-01-01" })).toEqual([])
    expect(changed({ births: [{ from: "1815-12-10", to: "1815-12-10", precision: "day", circa: false }] })).toEqual(["births"])
  })

  test("two entries hash alike exactly when no field changed", () => {
    const some = fc.record({
      gender: fc.constantFrom("male" as const, "female" as const, null),
      remarks: fc.constantFrom(null, "a", "b"),
      nationalities: fc.shuffledSubarray(["GB", "FR", "DE"])
    })
    fc.assert(
      fc.property(some, some, (left, right) => {
        const [one, other] = [anEntry(left), anEntry(right)]
        expect(changedFields(one, other).length === 0).toBe(entryHash(one) === entryHash(other))
      })
    )
  })
})

describe("an edition is judged by what it loses", () => {
  const counts = (previous: number, removed: number) => ({ previous, removed, added: 0, changed: 0, total: previous - removed })
  test("a tenth is the most", () => {
    expect(judgeEdition(counts(100, 10), { accept_loss: false })).toBeUndefined()
    expect(judgeEdition(counts(100, 11), { accept_loss: false })).toMatchObject({ code: "shrunken" })
    expect(judgeEdition(counts(100, 99), { accept_loss: true })).toBeUndefined()
    expect(judgeEdition(counts(100, 100), { accept_loss: true })).toMatchObject({ code: "empty" })
    expect(judgeEdition({ previous: 0, removed: 0, added: 0, changed: 0, total: 0 }, { accept_loss: false })).toMatchObject({
      code: "empty"
    })
  })
})

const at = "2026-03-10T00:00:00.000Z"
const status = (more: Partial<ListStatus> = {}): ListStatus => ({
  key: "un_consolidated",
  format: "un_xml",
  title: "UN",
  sample: false,
  edition: {
    number: 3,
    published: "2026-03-09",
    content_hash: "h",
    record_count: 1,
    added: 0,
    changed: 0,
    removed: 0,
    activated_at: "2026-03-09T00:00:00.000Z",
    sources: [],
    findings: []
  },
  published: "2026-03-09",
  confirmed_at: "2026-03-09T12:00:00.000Z",
  stale: null,
  last_attempt_at: "2026-03-09T12:00:00.000Z",
  created_at: "2026-03-01T12:00:00.000Z",
  retired_at: null,
  ...more
})

describe("how a list stands", () => {
  test("one without an edition is not loaded, one whose import failed or that nobody confirmed for too long is stale, any other is current", () => {
    expect(listState(status({ edition: null }), at)).toBe("not_loaded")
    expect(listState(status(), at)).toBe("current")
    expect(listState(status({ stale: { since: at, code: "truncated", detail: "" } }), at)).toBe("stale")
    const old = status({ confirmed_at: "2026-03-01T00:00:00.000Z" })
    expect(listState(old, at)).toBe("stale")
    // No one publishes an organization's own list but itself.
    expect(listState({ ...old, format: "customer_csv" }, at)).toBe("current")
  })
})
