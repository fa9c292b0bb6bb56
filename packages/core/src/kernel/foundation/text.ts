import { Schema, SchemaIssue, SchemaTransformation } from "effect"
import { issueCode, type ProblemCode } from "../schema/faults.ts"
import { isCalendarDate, isTimestamp, longestMoment, readMoment, writeMoment } from "./moment.ts"
import { charactersUpTo, unprintable, unstorable } from "./unicode.ts"

/** Bounds of text fields in Unicode characters. */
export const textLimits = { label: 255, tag: 64, tags: 50, description: 2_000, note: 10_000, url: 2_048 } as const

/** What JSON Schema keeps of a field beside its bounds; marks such as `x-personal` go here. */
type TextAnnotations = { readonly description?: string; readonly examples?: readonly string[]; readonly [mark: `x-${string}`]: true }

interface Rule {
  readonly pattern: RegExp
  /** What to do about text that breaks the rule; an imperative clause, shown to callers. */
  readonly message: string
  /** Set where tabs and line ends may stand. */
  readonly prose?: true
}

interface Bounds {
  readonly min: number
  readonly max: number
  readonly rule?: Rule
  readonly annotations?: TextAnnotations | undefined
}

/** A problem of a text in words of ours, under the code that callers branch on. */
const refusal = (code: ProblemCode, message: string) => new SchemaIssue.InvalidValue({ message, [issueCode]: code })

const lengthProblem = (text: string, { min, max }: Bounds): SchemaIssue.InvalidValue | undefined => {
  const count = charactersUpTo(text, max)
  if (count > max) return refusal("too_long", `must be at most ${max} characters long`)
  if (count >= min) return undefined
  return refusal("too_short", min === 1 ? "must not be empty" : `must be at least ${min} characters long`)
}

/**
 * One check for everything rather than one each: the JSON Schema stays flat, and text of a caller's chosen size
 * is never matched against a pattern before its length is known to be bounded.
 */
const bounded = (bounds: Bounds) => {
  const { annotations, max, min, rule } = bounds
  return Schema.String.annotate(annotations ?? {}).check(
    Schema.makeFilter(
      (text: string) => {
        const length = lengthProblem(text, bounds)
        if (length !== undefined) return length
        const bad = unstorable(text)
        if (bad !== undefined) return refusal("pattern", `must not contain ${bad}`)
        if (rule?.prose === true && unprintable(text))
          return refusal("pattern", "must not contain control characters except tabs and line ends")
        return rule === undefined || rule.pattern.test(text) ? undefined : refusal("pattern", rule.message)
      },
      {
        expected: `text of ${min} to ${max} characters`,
        toJsonSchema: () => ({
          ...(min > 0 ? { minLength: min } : {}),
          maxLength: max,
          ...(rule === undefined ? {} : { pattern: rule.pattern.source })
        })
      }
    )
  )
}

/*
 * The patterns are published in JSON Schema, so they keep to what every regular expression engine reads alike
 * (no \s, no \p), and are deterministic: each character can be matched in one way only.
 */
const nul = "\\x00"
const layout = "\\t\\n\\r"
/** Control characters that show nothing: terminals and logs may obey them. */
const unseen = `${nul}-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f`
const control = `${nul}-\\x1f\\x7f-\\x9f`
/* U+2028 and U+2029 are within a range: generators of clients that undo \u escapes would break the line of the pattern at either. */
const blank = " \\xa0\\u1680\\u2000-\\u200f\\u2027-\\u202f\\u205f\\u2060\\u3000\\ufeff"
const lineRule: Rule = {
  pattern: new RegExp(`^[${blank}]*[^${blank}${control}][^${control}]*$`, "u"),
  message: "must be one line without control characters, and not only spaces"
}
const proseRule: Rule = {
  pattern: new RegExp(`^[${blank}${layout}]*[^${blank}${control}][^${unseen}]*$`, "u"),
  message: "must not be blank",
  prose: true
}
const optionalProseRule: Rule = {
  pattern: new RegExp(`^[^${unseen}]*$`, "u"),
  message: "must not contain control characters except tabs and line ends",
  prose: true
}

/** Text of one line, 1 to `max` characters, not blank and without control characters; kept exactly as written. */
export const line = (max: number, annotations?: TextAnnotations) => bounded({ min: 1, max, rule: lineRule, annotations })

/** Text of any number of lines, 1 to `max` characters, not blank; kept exactly as written. */
export const prose = (max: number, annotations?: TextAnnotations) => bounded({ min: 1, max, rule: proseRule, annotations })

/** As `prose`, but may be empty or blank. */
export const optionalProse = (max: number, annotations?: TextAnnotations) => bounded({ min: 0, max, rule: optionalProseRule, annotations })

/** A name that people give to things: one line of 1 to 255 characters. */
export const Label = line(textLimits.label)

/** A free-form mark for grouping and filtering: one line of 1 to 64 characters. */
export const Tag = line(textLimits.tag, { description: "Mark for grouping and filtering", examples: ["vip"] })

/** A whole set of tags: at most 50, none twice, in the order given. */
export const Tags = Schema.Array(Tag).check(
  Schema.isMaxLength(textLimits.tags, { message: `must hold at most ${textLimits.tags} tags` }),
  Schema.makeFilter(
    (tags: readonly string[]) => {
      // Only so many are compared as may be there; the check on the number speaks about longer lists.
      const seen = new Set<string>()
      return tags.slice(0, textLimits.tags).flatMap((tag, index) => {
        const repeated = seen.has(tag)
        seen.add(tag)
        return repeated ? [{ path: [index], issue: refusal("not_unique", "repeats an earlier tag") }] : []
      })
    },
    { expected: "tags without repetition", toJsonSchema: () => ({ uniqueItems: true }) }
  )
)

/** An explanation of what something is for: 0 to 2,000 characters. */
export const Description = optionalProse(textLimits.description)

/** The text of a reviewer's note: 1 to 10,000 characters, not blank. */
export const NoteBody = prose(textLimits.note)

/* Letters, digits and signs of RFC 3986 only: a backslash or a space would be read differently by different parsers. */
const urlRule: Rule = {
  pattern: /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[A-Za-z0-9._~%[-][A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]*$/u,
  message: "must be an absolute http or https URL; international names in punycode, other signs percent-encoded"
}

/** An absolute http or https address without user name or password, at most 2,048 characters (RFC 3986). */
export const Url = Schema.String.check(
  Schema.makeFilter(
    (text: string) => {
      if (text.length > textLimits.url) return refusal("too_long", `must be at most ${textLimits.url} characters long`)
      const url = urlRule.pattern.test(text) ? URL.parse(text) : null
      if (url === null) return refusal("format", urlRule.message)
      return url.username === "" && url.password === "" ? undefined : refusal("format", "must not carry a user name or a password")
    },
    {
      expected: "an absolute http or https URL",
      examples: ["https://example.com/callback"],
      toJsonSchema: () => ({ minLength: 8, maxLength: textLimits.url, format: "uri", pattern: urlRule.pattern.source })
    }
  )
)

/** A moment as this service writes it: ISO 8601, UTC, milliseconds, such as `2026-01-01T00:00:00.000Z`. */
export const Timestamp = Schema.String.check(
  Schema.makeFilter((text: string) => isTimestamp(text) || "must be a UTC date-time with milliseconds, such as 2026-01-01T00:00:00.000Z", {
    [issueCode]: "format",
    expected: "a UTC date-time with milliseconds",
    examples: ["2026-01-01T00:00:00.000Z"],
    toJsonSchema: () => ({ format: "date-time", minLength: 24, maxLength: 24 })
  })
)

/** A moment as callers may write it: any RFC 3339 date-time with an offset. It decodes to a `Timestamp`. */
export const TimestampInput = Schema.String.check(
  Schema.makeFilter(
    (text: string) => readMoment(text) !== undefined || "must be a date-time with an offset, such as 2026-01-01T00:00:00Z",
    {
      [issueCode]: "format",
      expected: "a date-time with an offset",
      description: "A time with its offset, ISO 8601",
      examples: ["2026-01-01T00:00:00Z"],
      toJsonSchema: () => ({ format: "date-time", maxLength: longestMoment })
    }
  )
).pipe(
  Schema.decodeTo(
    Timestamp,
    SchemaTransformation.transform({
      decode: (text: string) => writeMoment(readMoment(text) ?? 0),
      encode: (text: string) => text
    })
  )
)

/** A day of the Gregorian calendar as `YYYY-MM-DD`, without a time zone. */
export const CalendarDate = Schema.String.check(
  Schema.makeFilter((text: string) => isCalendarDate(text) || "must be a calendar date, such as 2026-01-31", {
    [issueCode]: "format",
    expected: "a calendar date",
    examples: ["2026-01-31"],
    toJsonSchema: () => ({ format: "date", minLength: 10, maxLength: 10 })
  })
)
