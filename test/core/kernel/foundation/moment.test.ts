import { describe, expect, test } from "bun:test"
import { isCalendarDate, isTimestamp, readMoment, writeMoment } from "@vouchkit/core/kernel/foundation/moment"
import { CalendarDate, Timestamp, TimestampInput } from "@vouchkit/core/kernel/foundation/text"
import { Result, Schema } from "effect"
import fc from "fast-check"

const moment = fc.date({ min: new Date("0001-01-01T00:00:00.000Z"), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true })
const two = (value: number) => String(value).padStart(2, "0")
const read = (text: string) => {
  const result = Schema.decodeUnknownResult(TimestampInput)(text)
  return Result.isSuccess(result) ? result.success : undefined
}

describe("moments", () => {
  test("what is written reads back as the same moment, and is a timestamp", () => {
    fc.assert(
      fc.property(moment, (date) => {
        const text = writeMoment(date.getTime())
        expect(text).toBe(date.toISOString())
        expect(readMoment(text)).toBe(date.getTime())
        expect(isTimestamp(text)).toBe(true)
        expect(Schema.is(Timestamp)(text)).toBe(true)
      })
    )
  })

  test("the same moment under any offset is the same timestamp", () => {
    const offset = fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 })
    const inner = fc.date({ min: new Date("0001-01-03T00:00:00Z"), max: new Date("9999-12-29T00:00:00Z"), noInvalidDate: true })
    fc.assert(
      fc.property(inner, offset, (date, minutes) => {
        const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1)
        const suffix = `${minutes < 0 ? "-" : "+"}${two(Math.trunc(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
        expect(read(`${local}${suffix}`)).toBe(date.toISOString())
      })
    )
  })

  test("short and long fractions, small letters and leap seconds are understood", () => {
    for (const [text, expected] of [
      ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z"],
      ["2026-01-01t00:00:00.5z", "2026-01-01T00:00:00.500Z"],
      ["2026-01-01T00:00:00.123456789Z", "2026-01-01T00:00:00.123Z"],
      ["2026-01-01T00:00:00.9999Z", "2026-01-01T00:00:00.999Z"],
      ["2026-01-01T00:00:00-00:00", "2026-01-01T00:00:00.000Z"],
      ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
      ["2016-12-31T15:59:60-08:00", "2017-01-01T00:00:00.000Z"],
      ["2024-02-29T12:00:00Z", "2024-02-29T12:00:00.000Z"]
    ] as const) {
      expect([text, read(text)]).toEqual([text, expected])
    }
  })

  test("what names no moment is refused, never bent into one", () => {
    for (const text of [
      "",
      "2026-01-01",
      "2026-01-01T00:00:00",
      "2026-01-01 00:00:00Z",
      "2026-01-01T00:00Z",
      "2026-01-01T24:00:00Z",
      "2026-01-01T00:60:00Z",
      "2026-01-01T00:00:61Z",
      "2026-01-01T12:00:60Z",
      "2026-02-29T00:00:00Z",
      "2026-02-30T00:00:00Z",
      "2026-13-01T00:00:00Z",
      "2026-00-01T00:00:00Z",
      "2026-01-01T00:00:00+24:00",
      "2026-01-01T00:00:00+0100",
      "2026-01-01T00:00:00.Z",
      "2026-01-01T00:00:00Z\n",
      " 2026-01-01T00:00:00Z",
      "0000-01-01T00:00:00Z",
      "0001-01-01T00:00:00+01:00",
      "9999-12-31T23:59:59-01:00",
      "+002026-01-01T00:00:00Z",
      "٢٠٢٦-01-01T00:00:00Z",
      "1767225600",
      `2026-01-01T00:00:00.${"0".repeat(100_000)}Z`
    ]) {
      expect([text.slice(0, 40), read(text)]).toEqual([text.slice(0, 40), undefined])
    }
  })

  test("a timestamp has one spelling: other spellings of a moment are input only", () => {
    for (const text of ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000+00:00", "2026-01-01t00:00:00.000z", "2026-02-30T00:00:00.000Z"]) {
      expect([text, Schema.is(Timestamp)(text)]).toEqual([text, false])
    }
  })

  test("any text is answered", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => expect(readMoment(text)).toBeUndefined()))
  })
})

describe("calendar dates", () => {
  test("a text is a date exactly when the calendar has that day", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const text = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`
          const date = new Date(0)
          date.setUTCFullYear(year, month - 1, day)
          const exists = year >= 1 && date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
          expect(isCalendarDate(text)).toBe(exists)
          expect(Schema.is(CalendarDate)(text)).toBe(exists)
        }
      ),
      { numRuns: 1_000 }
    )
  })

  test("other spellings are refused", () => {
    for (const text of ["2026-1-1", "26-01-01", "2026/01/01", "2026-01-01T00:00:00Z", " 2026-01-01", "2026-01-01\n", "20260101", ""]) {
      expect([text, isCalendarDate(text)]).toEqual([text, false])
    }
  })
})

test("the documents show formats and bounds", () => {
  const shown = Schema.toJsonSchemaDocument(Schema.Struct({ at: Timestamp, since: TimestampInput, on: CalendarDate })).schema.properties
  expect(shown).toEqual({
    at: { type: "string", format: "date-time", minLength: 24, maxLength: 24, examples: [expect.any(String)] },
    since: { type: "string", format: "date-time", maxLength: 64, description: expect.any(String), examples: [expect.any(String)] },
    on: { type: "string", format: "date", minLength: 10, maxLength: 10, examples: [expect.any(String)] }
  })
})
