import { describe, expect, test } from "bun:test"
import {
  compileConverter,
  current,
  downConvert,
  isBefore,
  newest,
  parseVersion,
  type ServiceVersion,
  versionDates,
  versions
} from "@vouchkit/core/kernel/wire/versions"
import { Schema } from "effect"
import fc from "fast-check"

const ReasonCodes = Schema.Array(Schema.String).annotate({ identifier: "SessionReasonCodes" })
const Session = Schema.Struct({
  id: Schema.String,
  status_reason_codes: Schema.Array(Schema.String),
  decision: Schema.NullOr(Schema.Struct({ outcome: Schema.String, reason_codes: Schema.Array(Schema.String) })),
  metadata: Schema.Record(Schema.String, Schema.Json)
}).annotate({ identifier: "Session" })
const Case = Schema.Struct({ id: Schema.String, reason_codes: Schema.Array(Schema.String), session: Session }).annotate({
  identifier: "Case"
})
const Check = Schema.Struct({ kind: Schema.Literal("check"), reasons: Schema.Array(Schema.Struct({ code: Schema.String })) })
const Answer = Schema.Struct({
  data: Schema.Array(Session),
  by_country: Schema.Record(Schema.String, Session),
  latest: Schema.NullOr(Case),
  pair: Schema.Tuple([Schema.String, Session]),
  item: Schema.Union([Check, Schema.Struct({ kind: Schema.Literal("note"), codes: ReasonCodes })])
})
const { definitions, schema } = Schema.toJsonSchemaDocument(Answer)

const code = fc.constantFrom("poa_review", "poa_failed", "face_mismatch", "list_match")
const codes = fc.uniqueArray(code)
const anySession: fc.Arbitrary<typeof Session.Type> = fc.record({
  id: fc.constant("ses_1"),
  status_reason_codes: codes,
  decision: fc.option(fc.record({ outcome: fc.constant("declined"), reason_codes: codes })),
  metadata: fc.constant({ reason_codes: ["poa_review"], decision: { reason_codes: ["poa_review"] } })
})
const anyAnswer: fc.Arbitrary<typeof Answer.Type> = fc.record({
  data: fc.array(anySession, { maxLength: 3 }),
  by_country: fc.dictionary(fc.constantFrom("us", "de"), anySession),
  latest: fc.option(fc.record({ id: fc.constant("rvc_1"), reason_codes: codes, session: anySession })),
  pair: fc.tuple(fc.constant("poa_review"), anySession),
  item: fc.oneof(
    fc.record({ kind: fc.constant("check" as const), reasons: fc.array(fc.record({ code })) }),
    fc.record({ kind: fc.constant("note" as const), codes })
  )
})
const anyVersion = fc.constantFrom(...versionDates)

/** The rule in its plainest form. */
const earlier = (list: ReadonlyArray<string>) => [...new Set(list.map((one) => (one === "poa_review" ? "poa_failed" : one)))]
const earlierSession = (session: typeof Session.Type) => ({
  ...session,
  status_reason_codes: earlier(session.status_reason_codes),
  decision: session.decision === null ? null : { ...session.decision, reason_codes: earlier(session.decision.reason_codes) }
})

describe("answers", () => {
  test("show poa_failed for poa_review before 2026-08-27, in every session wherever it stands, and nowhere else", () =>
    fc.assert(
      fc.property(anyAnswer, anyVersion, (answer, version) => {
        const shown = compileConverter(schema, definitions, version)(answer)
        if (!isBefore(version, "2026-08-27")) return expect(shown).toBe(answer)
        expect(shown).toEqual({
          data: answer.data.map(earlierSession),
          by_country: Object.fromEntries(Object.entries(answer.by_country).map(([key, session]) => [key, earlierSession(session)])),
          latest:
            answer.latest === null
              ? null
              : { id: "rvc_1", reason_codes: earlier(answer.latest.reason_codes), session: earlierSession(answer.latest.session) },
          pair: ["poa_review", earlierSession(answer.pair[1])],
          item: "codes" in answer.item ? { kind: "note", codes: earlier(answer.item.codes) } : answer.item
        })
      })
    ))

  test("are the very same value when nothing in them changes, and never changed in place", () =>
    fc.assert(
      fc.property(anyAnswer, anyVersion, (answer, version) => {
        const before = structuredClone(answer)
        const shown = compileConverter(schema, definitions, version)(answer)
        expect(answer).toEqual(before)
        if (Bun.deepEquals(shown, before)) expect(shown).toBe(answer)
      })
    ))

  test("of an older version follow from those of a newer one: the chain has no memory", () =>
    fc.assert(
      fc.property(anyAnswer, anyVersion, anyVersion, (answer, one, other) => {
        const [older, newer] = one <= other ? [one, other] : [other, one]
        const convert = (version: ServiceVersion) => compileConverter(schema, definitions, version)
        expect(convert(older)(convert(newer)(answer))).toEqual(convert(older)(answer))
      })
    ))

  test("of a schema that names no changed resource cost nothing", () => {
    const plain = Schema.toJsonSchemaDocument(Schema.Struct({ status_reason_codes: Schema.Array(Schema.String) }))
    const answer = { status_reason_codes: ["poa_review"] }
    expect(compileConverter(plain.schema, plain.definitions, "2026-01-01")(answer)).toBe(answer)
  })

  test("show poa_failed before 2026-08-27 also where a run, a case or a capture page has the reasons of a session", () => {
    for (const name of ["WorkflowRun", "ListedWorkflowRun", "CaptureState", "CaptureStatus", "CaseWithNotes"]) {
      expect(downConvert("2026-05-21", "response", name, { reason_codes: ["poa_review"] })).toEqual({ reason_codes: ["poa_failed"] })
    }
    const closed = { type: "case.approved", data: { decision_reason_codes: ["poa_review"] } }
    expect(downConvert("2026-05-21", "event", closed.type, closed)).toEqual({ ...closed, data: { decision_reason_codes: ["poa_failed"] } })
    const run = { type: "workflow-run.completed", data: { reason_codes: ["poa_review"] } }
    expect(downConvert("2026-05-21", "event", run.type, run)).toEqual({ ...run, data: { reason_codes: ["poa_failed"] } })
  })

  test("that are a bare resource are converted by its identifier", () => {
    const session = { status_reason_codes: ["poa_review"] }
    expect(downConvert("2026-05-21", "response", "Session", session)).toEqual({ status_reason_codes: ["poa_failed"] })
    expect(downConvert("2026-08-27", "response", "Session", session)).toBe(session)
    expect(downConvert("2026-01-01", "response", "Identity", session)).toBe(session)
    expect(downConvert("2026-01-01", "response", "constructor", session)).toBe(session)
  })
})

describe("events", () => {
  const flagged = {
    id: "evt_1",
    type: "identity.flagged",
    actor: { type: "user", id: "usr_1" },
    data: { id: "idn_1", has_reason: true }
  }

  test("identity.flagged names who and why before 2026-04-17 only", () => {
    for (const version of versionDates) {
      const shown = downConvert(version, "event", "identity.flagged", flagged)
      if (version === "2026-01-01") {
        expect(shown).toEqual({ ...flagged, data: { id: "idn_1", has_reason: true, flagged_by: "usr_1", flag_reason: null } })
      } else expect(shown).toBe(flagged)
    }
  })

  test("identity.flagged without an actor still has both keys", () =>
    expect(downConvert("2026-01-01", "event", "identity.flagged", { data: { has_reason: false } })).toEqual({
      data: { has_reason: false, flagged_by: null, flag_reason: null }
    }))

  test("other identity events have neither", () => {
    const created = { ...flagged, type: "identity.created" }
    expect(downConvert("2026-01-01", "event", "identity.created", created)).toBe(created)
  })

  test("session and case events show the earlier reason before 2026-08-27", () => {
    const envelope = {
      type: "session.review-required",
      data: { status_reason_codes: ["poa_review"], reason_codes: ["poa_review", "poa_failed"] }
    }
    const before = { ...envelope, data: { status_reason_codes: ["poa_failed"], reason_codes: ["poa_failed"] } }
    for (const type of ["session.review-required", "case.created"]) {
      expect(downConvert("2026-05-21", "event", type, envelope)).toEqual(before)
      expect(downConvert("2026-08-27", "event", type, envelope)).toBe(envelope)
    }
    expect(downConvert("2026-01-01", "event", "check.completed", envelope)).toBe(envelope)
  })

  test("any payload at all is converted without throwing, and twice is once", () =>
    fc.assert(
      fc.property(
        anyVersion,
        fc.oneof(fc.constantFrom("identity.flagged", "session.approved", "case.created", "", ".", "toString"), fc.string()),
        fc.oneof(fc.jsonValue(), fc.record({ data: fc.jsonValue(), actor: fc.jsonValue() })),
        (version, type, value) => {
          const shown = downConvert(version, "event", type, value)
          expect(downConvert(version, "event", type, shown)).toEqual(shown)
        }
      )
    ))
})

describe("versions", () => {
  test("are the five dates of the contract, in order, each with a title and a summary", () => {
    expect(versions.map(({ date }) => date)).toEqual(["2026-01-01", "2026-04-17", "2026-05-21", "2026-08-27", "2026-08-31"])
    expect([...versionDates].sort()).toEqual([...versionDates])
    for (const { summary, title } of versions) expect([title.length > 0, summary.length > 0]).toEqual([true, true])
  })

  test("a way back exists exactly where something broke", () => {
    for (const { breaking, date, event, response } of versions) {
      expect([date, event !== undefined || response !== undefined]).toEqual([date, breaking.length > 0])
    }
  })

  test("new keys are pinned to the current one, and the core speaks the newest", () => {
    expect(current).toBe("2026-01-01")
    expect(versions.at(-1)?.date).toBe(newest)
  })

  test("only a known date is read, in exactly this spelling", () => {
    for (const version of versionDates) expect(parseVersion(version)).toEqual({ version })
    for (const text of ["", "2026-01-02", "2026-1-1", " 2026-01-01", "latest", "2026-01-01T00:00:00Z", "__proto__"]) {
      expect(parseVersion(text)).toMatchObject({ problem: { code: "invalid_service_version", loc: ["header", "Service-Version"] } })
    }
  })
})
