import { describe, expect, test } from "bun:test"
import { shortenName } from "@vouchkit/mcp/names"
import { agentView } from "@vouchkit/mcp/redaction"
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv"
import { Schema } from "effect"
import fc from "fast-check"
import { canary, Subject, subject } from "./examples.ts"

const viewOf = (schema: Schema.Codec<any, any>) => {
  const document = Schema.toJsonSchemaDocument(schema, { includeAnnotationKey: (key) => key.startsWith("x-") })
  return agentView(document.schema, document.definitions)
}
const validators = new Map<object, (value: unknown) => ReadonlyArray<string | undefined>>()
/** What a JSON Schema validator has against a value; compiled once for each schema. */
const validate = (schema: object, value: unknown) => {
  const known = validators.get(schema)
  if (known !== undefined) return known(value)
  const validator = new AjvJsonSchemaValidator().getValidator(schema as any)
  const made = (candidate: unknown) => {
    const outcome = validator(candidate)
    return outcome.valid ? [] : [outcome.errorMessage]
  }
  validators.set(schema, made)
  return made(value)
}
const personal = { "x-personal": true } as const

describe("what an agent sees of an answer", () => {
  const view = viewOf(Subject)
  const shown = view.project(subject, "initials") as any

  test("holds no personal data, nothing free-form and nothing undeclared", () => {
    expect(JSON.stringify(shown)).not.toContain(canary)
  })

  test("keeps everything else", () => {
    expect(shown).toEqual({
      id: subject.id,
      full_name: "C. Q.",
      subject: { display_name: "C. Q." },
      statement: { untrusted_text: subject.statement },
      answers: [{ untrusted_text: "yes" }],
      reference: "[withheld]",
      tags: ["vip"],
      counts: { open: 2 },
      evidence: { type: "document", pages: 3 },
      either: { b: 1 },
      graph: { id: "root", children: [{ id: "leaf", children: [] }] }
    })
  })

  test("is valid by the schema that is published, which names no personal member", () => {
    expect(validate(view.schema, shown)).toEqual([])
    for (const name of ["national_number", "issuer", "aliases", "addresses", "metadata", "anything", "city", "secret"]) {
      expect(JSON.stringify(view.schema)).not.toContain(`"${name}"`)
    }
  })

  test("is closed: the published schema refuses what was left out", () => {
    expect(validate(view.schema, { ...shown, national_number: "1" })).not.toEqual([])
  })

  test("shows no marks of ours", () => {
    expect(JSON.stringify(view.schema)).not.toContain("x-")
  })

  test("keeps null as null", () => {
    const shownNull = view.project({ ...subject, full_name: null, subject: null, statement: null }, "initials") as any
    expect([shownNull.full_name, shownNull.subject, shownNull.statement]).toEqual([null, null, null])
    expect(validate(view.schema, shownNull)).toEqual([])
  })

  test("is withheld whole when it does not follow its contract", () => {
    expect(() => view.project({ ...subject, graph: "not a graph" }, "initials")).toThrow()
    expect(() => view.project({ ...subject, evidence: { type: "other" } }, "initials")).toThrow()
    expect(() => view.project([subject], "initials")).toThrow()
  })

  test("no text of a personal member is in it, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 4, maxLength: 40 }).map((text) => `§${text}§`),
        (secret) => {
          const answer = {
            ...subject,
            full_name: secret,
            subject: { display_name: secret, city: secret },
            national_number: secret,
            issuer: secret,
            aliases: [secret],
            addresses: { [secret]: secret },
            metadata: { [secret]: secret },
            evidence: { type: "document", value: secret, pages: 1 },
            either: { a: secret }
          }
          const projected = view.project(answer, "initials")
          expect(JSON.stringify(projected)).not.toContain(JSON.stringify(secret).slice(1, -1))
          expect(validate(view.schema, projected)).toEqual([])
        }
      )
    )
  })

  test("a mark counts on the member, inside null, on a check, on a key and on a named schema alike", () => {
    const Named = Schema.String.annotate({ identifier: "Secret", ...personal })
    const view = viewOf(
      Schema.Struct({
        id: Schema.String,
        a: Schema.String.annotate(personal),
        b: Schema.NullOr(Schema.String.annotate(personal)),
        c: Schema.NullOr(Schema.String).annotate(personal),
        d: Schema.String.check(Schema.isMaxLength(9)).annotate(personal),
        e: Named,
        f: Schema.optionalKey(Schema.String).annotateKey(personal),
        g: Schema.Array(Schema.Array(Named)),
        h: Schema.Tuple([Schema.String, Named]),
        i: Schema.Union([Schema.Int, Named])
      })
    )
    const answer = { id: "1", a: "x", b: "x", c: "x", d: "x", e: "x", f: "x", g: [["x"]], h: ["x", "x"], i: "x" }
    expect(view.project(answer, "initials")).toEqual({ id: "1" })
  })
})

describe("names of people", () => {
  test.each([
    ["Ada Lovelace", "A. L.", "A*** Lo***"],
    ["anne-marie o'neill", "a. m. * n.", "an*** ma*** *** ne***"],
    ["X", "*", "***"],
    ["王", "*", "***"],
    ["王小明", "王.", "王***"],
    ["  ", "*", "*"],
    ["42", "*", "*"]
  ])("%s is shown as %s, or masked as %s", (name, initials, masked) => {
    expect(shortenName(name, "initials")).toBe(initials)
    expect(shortenName(name, "masked_names")).toBe(masked)
  })

  test("no word of a name is ever shown whole, and no name is long", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 200 }),
        fc.constantFrom("initials" as const, "masked_names" as const),
        (name, style) => {
          const shown = shortenName(name, style)
          expect(shown.length).toBeLessThanOrEqual(60)
          expect(shown.isWellFormed()).toBe(true)
          for (const word of name.normalize("NFC").match(/[\p{L}\p{M}]+/gu) ?? []) expect(shortenName(word, style)).not.toContain(word)
        }
      )
    )
  })
})

test("the items of a tuple are published as any of its kinds, because validators of earlier drafts refuse what they do not know", () => {
  const tuples = Schema.Struct({
    pair: Schema.Tuple([Schema.Literals(["mrz", "visual"]), Schema.Literals(["mrz", "visual"])]),
    mixed: Schema.Tuple([Schema.String, Schema.Finite])
  })
  const view = viewOf(tuples)
  expect(JSON.stringify(view.schema)).not.toContain("prefixItems")
  const shown = view.project({ pair: ["mrz", "visual"], mixed: ["a", 1] }, "initials")
  expect(shown).toEqual({ pair: ["mrz", "visual"], mixed: ["a", 1] })
  expect(validate(view.schema, shown)).toEqual([])
  expect(validate(view.schema, { ...shown, pair: ["mrz", "chip"] })).not.toEqual([])
})
