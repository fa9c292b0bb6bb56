import { describe, expect, test } from "bun:test"
import { isUtf8 } from "node:buffer"
import { type Json, maxDepth, maxValues, parseJson, parseJsonObject } from "@vouchkit/core/kernel/wire/json"
import fc from "fast-check"

const bytesOf = (text: string) => new TextEncoder().encode(text)
const parse = (text: string) => parseJson(bytesOf(text))
const codeOf = (result: ReturnType<typeof parseJson>) => ("problem" in result ? result.problem.code : "ok")

/** The rules of the edge in their slowest and plainest form, for values the native parser has already read. */
const sound = (value: unknown): boolean => {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0")
  if (typeof value === "number") return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(sound)
  if (typeof value !== "object" || value === null) return true
  return Object.entries(value).every(([key, child]) => key !== "__proto__" && sound(key) && sound(child))
}

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.constantFrom("__proto__", "constructor", 'a"b', "\\", "\u2028", "\0", "\ud800", "a/b", "é", "😀")
)
const { value: anyJson } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), text),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.array(fc.tuple(text, tie("value")), { maxLength: 5 }).map((entries) => Object.fromEntries(entries))
  )
}))

describe("what JSON.parse reads", () => {
  test("is read alike, unless a rule of ours forbids it", () =>
    fc.assert(
      fc.property(anyJson, fc.constantFrom(undefined, 1, "\t"), (value, space) => {
        const written = JSON.stringify(value, null, space)
        const result = parse(written)
        if (sound(JSON.parse(written))) expect(result).toEqual({ ok: JSON.parse(written) })
        else expect(["forbidden_key", "nul_character", "lone_surrogate"]).toContain(codeOf(result))
      }),
      { numRuns: 500 }
    ))

  test("keeps its own key named constructor, and the prototype as it is", () => {
    const result = parseJsonObject(bytesOf('{"constructor":{"prototype":{"polluted":true}},"toString":1}'))
    expect("ok" in result && Object.keys(result.ok)).toEqual(["constructor", "toString"])
    expect(Object.getPrototypeOf("ok" in result ? result.ok : null)).toBe(Object.prototype)
    expect("polluted" in {}).toBe(false)
  })
})

describe("hostile bytes", () => {
  const mutated = fc
    .tuple(anyJson, fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.constantFrom("set", "insert", "drop")), { minLength: 1, maxLength: 4 }))
    .map(([value, edits]) => {
      const bytes = [...bytesOf(JSON.stringify(value))]
      for (const [at, byte, edit] of edits) {
        const index = at % (bytes.length + 1)
        if (edit === "set") bytes[index] = byte
        else bytes.splice(index, edit === "drop" ? 1 : 0, ...(edit === "drop" ? [] : [byte]))
      }
      return Uint8Array.from(bytes)
    })

  const check = (bytes: Uint8Array) => {
    const result = parseJson(bytes)
    const code = codeOf(result)
    if ("problem" in result) {
      expect(result.problem.offset).toBeGreaterThanOrEqual(0)
      expect(result.problem.offset).toBeLessThanOrEqual(bytes.length)
    }
    expect(code === "invalid_utf8").toBe(!isUtf8(bytes))
    if (code === "invalid_utf8") return
    const read = new TextDecoder().decode(bytes)
    let native: { value: unknown } | undefined
    try {
      native = { value: JSON.parse(read) }
    } catch {
      native = undefined
    }
    if (code === "ok") expect(native?.value).toEqual("ok" in result ? result.ok : undefined)
    // A text that is JSON is never called anything else; one that is not never gets through.
    else if (native !== undefined) expect(["invalid_json", "empty_body"]).not.toContain(code)
    if (native !== undefined && code !== "duplicate_key") expect(code === "ok").toBe(sound(native.value))
  }

  test("never throw and are judged as a plain reading of the rules judges them", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), check), { numRuns: 500 })
    fc.assert(fc.property(mutated, check), { numRuns: 1500 })
  })

  const token = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    '"a"',
    '"b"',
    '"\\u0061"',
    '"__proto__"',
    '"\\ud800"',
    '"\\u0000"',
    "1",
    "-0",
    "1e999",
    "01",
    "1.",
    "true",
    "nul",
    " ",
    "\n",
    "\\",
    '"'
  )
  test("made of JSON tokens in any order are judged alike", () =>
    fc.assert(
      fc.property(fc.array(token, { maxLength: 14 }), (tokens) => check(bytesOf(tokens.join("")))),
      { numRuns: 3000 }
    ))
})

describe("refusals", () => {
  const refused: ReadonlyArray<readonly [string, string, number]> = [
    ["", "empty_body", 0],
    [" \n", "empty_body", 0],
    ["{", "invalid_json", 1],
    ['{"a":1,}', "invalid_json", 7],
    ["[1,]", "invalid_json", 3],
    ["NaN", "invalid_json", 0],
    ["-Infinity", "invalid_json", 0],
    ["undefined", "invalid_json", 0],
    ["{'a':1}", "invalid_json", 1],
    ["01", "invalid_json", 1],
    ["1 2", "invalid_json", 2],
    ["// a\n1", "invalid_json", 0],
    ["<a/>", "invalid_json", 0],
    ['"a\nb"', "invalid_json", 2],
    ['"\\x41"', "invalid_json", 1],
    ['"\\u12g4"', "invalid_json", 1],
    ['{"a":1,"a":1}', "duplicate_key", 7],
    ['{"é":{"b":1,"\\u0062":2}}', "duplicate_key", 13],
    ['[{"1":0},{"1":0,"x":0,"1":0}]', "duplicate_key", 22],
    ['{"__proto__":{"admin":true}}', "forbidden_key", 1],
    ['{"a":[{"\\u005f_proto__":1}]}', "forbidden_key", 7],
    ["[1,1e999]", "number_out_of_range", 3],
    ["-1E+400", "number_out_of_range", 0],
    [`[${"9".repeat(400)}]`, "number_out_of_range", 1],
    ['{"a":"x\\u0000"}', "nul_character", 5],
    ['{"\\u0000":1}', "nul_character", 1],
    ['["\\ud800"]', "lone_surrogate", 1],
    ['["\\udc00\\ud800"]', "lone_surrogate", 1],
    ['{"\\udfff":1}', "lone_surrogate", 1]
  ]
  for (const [body, code, offset] of refused) {
    test(`${JSON.stringify(body).slice(0, 60)} is ${code} at byte ${offset}`, () =>
      expect(parse(body)).toMatchObject({ problem: { code, offset } }))
  }

  test("two keys that share their text in different objects are no duplicates", () =>
    expect(parse('{"a":{"a":{"a":[{"a":1},{"a":2}]}}}')).toEqual({ ok: { a: { a: { a: [{ a: 1 }, { a: 2 }] } } } }))

  test("colons, braces and escaped quotes inside strings count for nothing", () =>
    expect(parse('{"a:{[":"\\":{}[]:\\\\","b":":"}')).toEqual({ ok: { "a:{[": '":{}[]:\\', b: ":" } }))

  test("a full surrogate pair written as escapes is a character", () => expect(parse('"\\ud83d\\ude00"')).toEqual({ ok: "😀" }))

  test("a number that is merely tiny or long is a number", () =>
    expect(parse(`[1e-999,-0,${"1".repeat(300)}]`)).toEqual({ ok: [0, -0, Number("1".repeat(300))] }))

  test("no message repeats what was sent", () => {
    for (const [body] of refused) {
      const result = parse(body.replaceAll("a", "secretive"))
      expect("problem" in result ? result.problem.message : "").not.toContain("secretive")
    }
  })
})

describe("depth", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels)
  const nestedObjects = (levels: number) => ['{"a":'.repeat(levels - 1), "{}", "}".repeat(levels - 1)].join("")

  test("goes as far as the bound and not a level further", () => {
    expect(codeOf(parse(nested(maxDepth)))).toBe("ok")
    expect(codeOf(parse(nestedObjects(maxDepth)))).toBe("ok")
    expect(parse(nested(maxDepth + 1))).toMatchObject({ problem: { code: "too_deep", offset: maxDepth } })
    expect(codeOf(parse(nestedObjects(maxDepth + 1)))).toBe("too_deep")
  })

  test("a million brackets do not overflow the stack, closed or not", () => {
    expect(codeOf(parse(nested(500_000)))).toBe("too_deep")
    expect(codeOf(parse("[".repeat(1_000_000)))).toBe("too_deep")
    expect(codeOf(parse('{"a":'.repeat(200_000)))).toBe("too_deep")
  })

  test("brackets inside strings are no depth", () => expect(codeOf(parse(JSON.stringify({ a: "[".repeat(1000) })))).toBe("ok"))
})

describe("values", () => {
  const numbers = (count: number) => `[${"1,".repeat(count - 1)}1]`

  test("are as many as the bound and not one more", () => {
    expect(codeOf(parse(numbers(maxValues)))).toBe("ok")
    expect(parse(numbers(maxValues + 1))).toMatchObject({ problem: { code: "too_many_values", offset: 2 * maxValues } })
  })

  test("are counted in objects, and where arrays are empty", () => {
    const members = Array.from({ length: maxValues + 1 }, (_, at) => [`k${at}`, at])
    expect(codeOf(parse(JSON.stringify(Object.fromEntries(members))))).toBe("too_many_values")
    expect(codeOf(parse(`[${"[],".repeat(maxValues / 2)}1]`))).toBe("too_many_values")
  })

  test("inside strings are none", () => expect(codeOf(parse(JSON.stringify([",".repeat(2 * maxValues)])))).toBe("ok"))
})

describe("encoding", () => {
  const broken: ReadonlyArray<readonly [string, ReadonlyArray<number>, number]> = [
    ["a stray continuation byte", [0x22, 0x80, 0x22], 1],
    ["an overlong slash", [0x22, 0xc0, 0xaf, 0x22], 1],
    ["an encoded surrogate", [0x22, 0xed, 0xa0, 0x80, 0x22], 1],
    ["a character beyond Unicode", [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], 1],
    ["a cut-off character", [0x22, 0x61, 0xe2, 0x82], 2],
    ["UTF-16", [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00], 0]
  ]
  for (const [name, bytes, offset] of broken) {
    test(`${name} is invalid_utf8 at byte ${offset}`, () =>
      expect(parseJson(Uint8Array.from(bytes))).toMatchObject({ problem: { code: "invalid_utf8", offset } }))
  }

  test("one byte order mark is ignored and still counted, a second one is not JSON", () => {
    expect(parse("\ufeff{}")).toEqual({ ok: {} })
    expect(parse('\ufeff{"a":1,"a":2}')).toMatchObject({ problem: { code: "duplicate_key", offset: 10 } })
    expect(parse("\ufeff\ufeff{}")).toMatchObject({ problem: { code: "invalid_json" } })
  })
})

describe("where an object is asked", () => {
  for (const body of ["[]", "[{}]", '"{}"', "1", "null", "true"]) {
    test(`${body} is not_an_object`, () => expect(parseJsonObject(bytesOf(body))).toMatchObject({ problem: { code: "not_an_object" } }))
  }
  test("an object is read and other refusals stay what they are", () => {
    expect(parseJsonObject(bytesOf(' {"tag":"vip"} '))).toEqual({ ok: { tag: "vip" } })
    expect(parseJsonObject(bytesOf("[1,"))).toMatchObject({ problem: { code: "invalid_json" } })
  })
})
