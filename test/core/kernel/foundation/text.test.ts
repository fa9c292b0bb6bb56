import { describe, expect, test } from "bun:test"
import * as Text from "@vouchkit/core/kernel/foundation/text"
import { Result, Schema, SchemaIssue } from "effect"
import fc from "fast-check"

const problems = (schema: Schema.Codec<any, any>, input: unknown) => {
  const result = Schema.decodeUnknownResult(Schema.toCodecJson(schema), { errors: "all" })(input)
  if (Result.isSuccess(result)) return []
  return SchemaIssue.makeFormatterStandardSchemaV1()(result.failure.issue).issues.map(({ message }) => message)
}
const fits = (schema: Schema.Codec<any, any>, input: unknown) => problems(schema, input).length === 0
const jsonSchema = (schema: Schema.Codec<any, any>) =>
  Schema.toJsonSchemaDocument(schema, { includeAnnotationKey: (key) => key.startsWith("x-") }).schema

const texts = {
  Label: [Text.Label, 1, 255],
  Tag: [Text.Tag, 1, 64],
  Description: [Text.Description, 0, 2_000],
  NoteBody: [Text.NoteBody, 1, 10_000]
} as const

describe("bounds", () => {
  for (const [name, [schema, min, max]] of Object.entries(texts)) {
    test(`${name} takes ${min} to ${max} characters and refuses one more, counting an emoji as one`, () => {
      expect(fits(schema, "x".repeat(max))).toBe(true)
      expect(fits(schema, "😀".repeat(max))).toBe(true)
      expect(problems(schema, "x".repeat(max + 1))).toEqual([`must be at most ${max} characters long`])
      expect(problems(schema, "😀".repeat(max + 1))).toEqual([`must be at most ${max} characters long`])
      expect(fits(schema, "x")).toBe(true)
      expect(fits(schema, "")).toBe(min === 0)
    })

    test(`${name} refuses a NUL, half a surrogate pair, and what is not text`, () => {
      expect(fits(schema, "a\u0000b")).toBe(false)
      expect(problems(schema, "a\ud800b")).toEqual(["must not contain an unpaired surrogate"])
      expect(problems(schema, "\udc00")).toEqual(["must not contain an unpaired surrogate"])
      for (const value of [1, null, true, [], {}]) expect(fits(schema, value)).toBe(false)
    })

    test(`${name} shows its bounds and its pattern in the documents, and both say what the decoder says`, () => {
      const shown = jsonSchema(schema)
      expect(shown).toMatchObject({ type: "string", maxLength: max, ...(min > 0 ? { minLength: min } : {}) })
      expect(shown.allOf).toBeUndefined()
      const pattern = new RegExp(shown.pattern as string, "u")
      const text = fc.oneof(
        fc.string({ unit: "binary", maxLength: max + 5 }),
        fc.string({ unit: fc.constantFrom(" ", "\t", "\n", "\u0000", "\u0085", "\u00a0", "\u200b", "a", "😀"), maxLength: 12 })
      )
      fc.assert(
        fc.property(text, (candidate) => {
          const length = [...candidate].length
          const documented = length >= min && length <= max && pattern.test(candidate) && candidate.isWellFormed()
          expect(fits(schema, candidate)).toBe(documented)
        })
      )
    })
  }

  test("a megabyte of white space is refused without being searched", () => {
    expect(problems(Text.NoteBody, " ".repeat(1_000_000))).toEqual(["must be at most 10000 characters long"])
  })
})

test("labels and tags are one line and not blank; what is taken is kept as written", () => {
  for (const schema of [Text.Label, Text.Tag]) {
    for (const text of ["a\nb", "a\tb", "\r", "\u001b[31m", "\u0085", " ", "\u00a0\u3000", "\u200b\u2060", "\u007f"]) {
      expect([text, problems(schema, text)]).toEqual([text, ["must be one line without control characters, and not only spaces"]])
    }
    for (const text of [" vip ", "Ünïcødé", "日本", "👩‍👩‍👧", "a  b", "<script>", "' or 1=1 --", "__proto__"]) {
      expect(Schema.decodeUnknownSync(schema)(text)).toBe(text)
    }
  }
})

test("notes and descriptions keep their line breaks; a note is not blank, a description may be", () => {
  expect(Schema.decodeUnknownSync(Text.NoteBody)("\n first\r\n\tsecond")).toBe("\n first\r\n\tsecond")
  expect(problems(Text.NoteBody, " \n\t\u3000 ")).toEqual(["must not be blank"])
  expect(fits(Text.Description, " \n ")).toBe(true)
  for (const schema of [Text.NoteBody, Text.Description]) {
    for (const control of ["\u0001", "\u0008", "\u000b", "\f", "\u001b", "\u007f", "\u0085", "\u009b"]) {
      expect(problems(schema, `a${control}b`)).toEqual(["must not contain control characters except tabs and line ends"])
    }
  }
})

test("tags: fifty are taken and one more is not, and a repeated one is named by its place", () => {
  const fifty = Array.from({ length: 50 }, (_, index) => `tag ${index}`)
  expect(fits(Text.Tags, [])).toBe(true)
  expect(fits(Text.Tags, fifty)).toBe(true)
  expect(problems(Text.Tags, [...fifty, "one more"])).toEqual(["must hold at most 50 tags"])
  const result = Schema.decodeUnknownResult(Text.Tags, { errors: "all" })(["a", "b", "a", "A", "b"])
  const issues = Result.isFailure(result) ? SchemaIssue.makeFormatterStandardSchemaV1()(result.failure.issue).issues : []
  expect(issues.map(({ path }) => path)).toEqual([[2], [4]])
  expect(jsonSchema(Text.Tags)).toMatchObject({ type: "array", maxItems: 50, uniqueItems: true, items: { type: "string", maxLength: 64 } })
})

test("fields of one's own take their bounds and marks", () => {
  const name = Text.line(20, { "x-personal": true, description: "Given name" })
  expect(jsonSchema(name)).toMatchObject({ type: "string", maxLength: 20, minLength: 1, "x-personal": true, description: "Given name" })
  expect(fits(Text.optionalProse(3), "")).toBe(true)
  expect(fits(Text.optionalProse(3), "\n")).toBe(true)
  expect(fits(Text.prose(3), "\n")).toBe(false)
})

describe("Url", () => {
  test("absolute http and https addresses are taken as written", () => {
    for (const url of [
      "https://example.com",
      "http://example.com:8080/a/b?c=d&e=%20#f",
      "HTTPS://EXAMPLE.com/",
      "https://[2001:db8::1]:443/x",
      "https://xn--r8jz45g.jp/",
      "https://example.com/a@b:c",
      `https://example.com/${"a".repeat(2_028)}`
    ]) {
      expect([url, problems(Text.Url, url)]).toEqual([url, []])
      expect(Schema.decodeUnknownSync(Text.Url)(url)).toBe(url)
    }
  })

  test("anything else is refused", () => {
    for (const url of [
      "",
      "example.com",
      "/path",
      "//example.com",
      "ftp://example.com",
      "javascript:alert(1)",
      "data:text/html,x",
      "https:",
      "https://",
      "https:///example.com",
      "https://?x",
      "https:example.com",
      "https://exa mple.com",
      " https://example.com",
      "https://example.com\n",
      "https://example.com\\@evil.example",
      "https://例え.jp/",
      "https://example.com/<x>",
      "https://example.com:99999/",
      "https://[::1",
      "https://user@example.com/",
      "https://user:secret@example.com/",
      "https://example.com/\u0000",
      `https://example.com/${"a".repeat(2_029)}`,
      `https://${"a".repeat(1_000_000)}`,
      7
    ]) {
      expect([String(url).slice(0, 40), fits(Text.Url, url)]).toEqual([String(url).slice(0, 40), false])
    }
  })

  test("a refused address with a password is not repeated in the message", () => {
    expect(problems(Text.Url, "https://user:hunter2@example.com/").join()).not.toContain("hunter2")
  })

  test("the documents show its bounds", () => {
    expect(jsonSchema(Text.Url)).toMatchObject({ type: "string", format: "uri", maxLength: 2048, pattern: expect.any(String) })
  })
})
