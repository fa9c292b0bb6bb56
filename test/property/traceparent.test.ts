import { expect, test } from "bun:test"
import { formatTraceparent, parseTraceparent } from "@vouchkit/core/kernel/foundation/traceparent"
import fc from "fast-check"

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length }).filter((text) => !/^0+$/.test(text))
const contexts = fc.record({ trace_id: hex(32), span_id: hex(16), sampled: fc.boolean() })

test("what is written is read again, and has the length of the standard", () => {
  fc.assert(
    fc.property(contexts, (context) => {
      const header = formatTraceparent(context)
      expect(header).toHaveLength(55)
      expect(parseTraceparent(header)).toEqual(context)
    })
  )
})

test("no text makes it fail, and what it reads has the shape of the standard", () => {
  const texts = fc.oneof(
    fc.string({ maxLength: 300 }),
    contexts.chain((context) => fc.mixedCase(fc.constant(formatTraceparent(context))))
  )
  fc.assert(
    fc.property(texts, (text) => {
      const read = parseTraceparent(text)
      if (read === undefined) return
      expect(read.trace_id).toMatch(/^[0-9a-f]{32}$/)
      expect(read.span_id).toMatch(/^[0-9a-f]{16}$/)
    })
  )
})

const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
const span = "00f067aa0ba902b7"

test("what the standard calls invalid counts as none", () => {
  for (const header of [
    null,
    "",
    `00-${trace}-${span}`,
    `00-${trace}-${span}-1`,
    `00-${trace}-${span}-01-more`,
    `00-${trace}-${span}-01 `,
    `ff-${trace}-${span}-01`,
    `00-${"0".repeat(32)}-${span}-01`,
    `00-${trace}-${"0".repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${trace}-${span}-0g`,
    `00-${trace}-${span}-01, 00-${trace}-${span}-01`,
    `01-${trace}-${span}-01-${"x".repeat(300)}`
  ]) {
    expect([header, parseTraceparent(header)]).toEqual([header, undefined])
  }
})

test("of a later version, what we know is read; of the flags, the one for sampled", () => {
  expect(parseTraceparent(`01-${trace}-${span}-03-more`)).toEqual({ trace_id: trace, span_id: span, sampled: true })
  expect(parseTraceparent(`00-${trace}-${span}-02`)).toEqual({ trace_id: trace, span_id: span, sampled: false })
})
