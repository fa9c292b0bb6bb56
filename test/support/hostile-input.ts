import fc from "fast-check"
import type { Node } from "./json-schema.ts"

/** Text that has broken parsers, databases, templates and shells before. */
export const hostileText = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "\udfff\ud800",
    "\ufeff",
    "\u202e",
    "\u2028",
    "😀".repeat(40),
    "e\u0301".repeat(30),
    "'; drop table sessions; --",
    '"><script>alert(1)</script>',
    "{{7*7}}<%= 7*7 %>",
    "../../../etc/passwd",
    "%00",
    "%ff",
    "\r\nSet-Cookie: a=b",
    "null",
    "undefined",
    "NaN",
    "true",
    "-0",
    "1e999",
    "0x10",
    "1_000",
    "٣",
    "constructor",
    "__proto__",
    "toString",
    "hasOwnProperty",
    "a".repeat(300),
    "a".repeat(5_000),
    "9".repeat(400)
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 80 })
)

const hostileNumber = fc.constantFrom(
  0,
  -0,
  -1,
  1,
  0.5,
  100,
  101,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 63),
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  1e21
)

/** Any JSON at all, small, with members that objects of JavaScript have by birth. */
export const hostileJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    hostileText,
    hostileNumber,
    fc.constantFrom(null, true, false),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(hostileText, fc.constantFrom("id", "status", "metadata")), tie("value"), { maxKeys: 4 })
  )
})).value

const textOf = (node: Node): fc.Arbitrary<string> => {
  const { examples = [], format, maxLength = 64, minLength = 0, pattern } = node
  const known: ReadonlyArray<fc.Arbitrary<string>> = examples.length > 0 ? [fc.constantFrom(...(examples as Array<string>))] : []
  if (format === "date") return fc.constantFrom("2026-01-31", "1900-02-28", "2024-02-29", "9999-12-31")
  if (format === "date-time") return fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00+14:00", "1970-01-01T00:00:00Z")
  if (format === "uri") return fc.constantFrom("https://hooks.acme-example.com/in", "https://example.com/a?b=c#d", "http://example.com")
  const plain = fc.string({ unit: "grapheme-ascii", minLength, maxLength: Math.min(maxLength, minLength + 40) })
  const longest = fc.constant("a".repeat(Math.min(maxLength, 12_000)))
  if (pattern === undefined) return fc.oneof(plain, longest, ...known)
  const fits = (text: string) => new RegExp(pattern, "u").test(text) && [...text].length <= maxLength && [...text].length >= minLength
  const matching = /\\u|\[\^/.test(pattern)
    ? fc.oneof(
        plain.map((text) => `a${text}`.slice(0, maxLength)),
        longest
      )
    : fc.stringMatching(new RegExp(pattern, "u"))
  // Pieces put together, where one alone is hardly ever long enough.
  const pieces = minLength > 4 ? { minLength: Math.ceil(minLength / 4), maxLength: minLength } : { minLength: 1, maxLength: 1 }
  const longEnough = fc.array(matching, pieces).map((parts) => parts.join("").slice(0, maxLength))
  return fc.oneof(fc.oneof(matching, longEnough).filter(fits), ...known)
}

const numberOf = (node: Node): fc.Arbitrary<number> => {
  const whole = node.type === "integer"
  const min = node.minimum ?? (node.exclusiveMinimum === undefined ? -1_000 : node.exclusiveMinimum + (whole ? 1 : 0.001))
  const max = node.maximum ?? (node.exclusiveMaximum === undefined ? 1_000_000 : node.exclusiveMaximum - (whole ? 1 : 0.001))
  return fc.oneof(
    fc.constantFrom(min, max),
    whole ? fc.integer({ min, max: Math.min(max, min + 10_000) }) : fc.double({ min, max, noNaN: true })
  )
}

/** Values that a schema allows, its edges among them. */
export const validFor = (node: Node, resolve: (reference: string) => Node, depth = 0): fc.Arbitrary<unknown> => {
  const below = (child: Node) => validFor(child, resolve, depth + 1)
  if (node.$ref !== undefined) return below(resolve(node.$ref))
  if ("const" in node) return fc.constant(node.const)
  if (node.enum !== undefined) return fc.constantFrom(...node.enum)
  const members: ReadonlyArray<Node> = node.anyOf ?? node.oneOf ?? []
  if (members.length > 0) return fc.oneof(...members.map(below))
  switch (node.type) {
    case "string":
      return textOf(node)
    case "integer":
    case "number":
      return numberOf(node)
    case "boolean":
      return fc.boolean()
    case "null":
      return fc.constant(null)
    case "array": {
      const { items = {}, maxItems = 5, minItems = 0, uniqueItems } = node
      const bounds = { minLength: minItems, maxLength: Math.min(maxItems, minItems + (depth > 3 ? 1 : 4)) }
      return uniqueItems === true
        ? fc.uniqueArray(below(items), { ...bounds, selector: (item) => JSON.stringify(item) })
        : fc.array(below(items), bounds)
    }
    case "object": {
      const { additionalProperties, properties = {}, required = [] } = node
      if (typeof additionalProperties === "object") {
        const keys =
          node.propertyNames === undefined
            ? fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 20 })
            : below({ type: "string", minLength: 1, maxLength: 20, ...node.propertyNames })
        return fc.dictionary(keys.filter((key) => key !== "__proto__").map(String), below(additionalProperties), {
          maxKeys: 3
        })
      }
      return fc.record(Object.fromEntries(Object.entries(properties).map(([name, child]) => [name, below(child as Node)])), {
        requiredKeys: required,
        noNullPrototype: true
      })
    }
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value)

/** A value with one thing changed somewhere in it: another type, a hostile text, a member too many or too few. */
export const mutated = (value: unknown): fc.Arbitrary<unknown> => {
  if (!isObject(value) || Object.keys(value).length === 0) {
    return isObject(value) ? fc.dictionary(hostileText, hostileJson, { minKeys: 1, maxKeys: 2 }) : hostileJson
  }
  const names = Object.keys(value)
  return fc.oneof(
    fc.tuple(fc.constantFrom(...names), hostileJson).map(([name, other]) => ({ ...value, [name]: other })),
    fc.tuple(hostileText, hostileJson).map(([name, other]) => ({ ...value, [name]: other })),
    fc.constantFrom(...names).map((name) => Object.fromEntries(Object.entries(value).filter(([one]) => one !== name))),
    fc.constantFrom(...names).chain((name) => mutated(value[name]).map((other) => ({ ...value, [name]: other })))
  )
}
