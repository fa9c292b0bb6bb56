import { expect, test } from "bun:test"
import type { LayoutFingerprint, LayoutPart } from "@vouchkit/core/verification/layout-templates/fingerprint"
import { layoutAgreement, templatesOf } from "@vouchkit/core/verification/layout-templates/template"

const part = (key: string, left: number, top: number, rest: Partial<LayoutPart> = {}): LayoutPart => ({
  kind: "phrase",
  key,
  page: 1,
  left,
  top,
  height: 0.012,
  width: 0.1,
  font: "Helvetica",
  ...rest
})

const names = ["bill date", "invoice number", "due date", "amount", "description", "account number", "electricity bill", "standing charge"]
const genuine = (change: (one: LayoutPart) => LayoutPart = (one) => one, rest: Partial<LayoutFingerprint> = {}): LayoutFingerprint => ({
  medium: "text",
  proportions: [0.7],
  producer: "itext",
  parts: [
    ...names.map((key, index) => part(key, 0.1 + 0.3 * (index % 2), 0.1 + 0.07 * index)),
    part("holder", 0.1, 0.8, { kind: "value", width: null })
  ].map(change),
  repeated: [],
  ...rest
})
const known = (fingerprints: ReadonlyArray<LayoutFingerprint>) =>
  fingerprints.map((fingerprint, index) => ({ id: `doc_${index}/0`, fingerprint }))
const three = known([genuine(), genuine(), genuine()])
const resultOf = (fingerprint: LayoutFingerprint, of = three) => layoutAgreement(fingerprint, of).result
const only = (key: string, change: Partial<LayoutPart>) => (one: LayoutPart) => (one.key === key ? { ...one, ...change } : one)

test("two accepted documents are no template, and three are one that names them", () => {
  expect(resultOf(genuine(), three.slice(0, 2))).toBe("no_template")
  expect(layoutAgreement(genuine(), three)).toEqual({ result: "agrees", templates: 1, rests_on: ["doc_0/0", "doc_1/0", "doc_2/0"] })
})

test.each([
  ["a moved label", genuine(only("due date", { left: 0.106 }))],
  ["a label that moved down", genuine(only("due date", { top: 0.25 }))],
  ["a moved value", genuine(only("holder", { top: 0.81 }))],
  ["a value out of its column", { ...genuine(), parts: genuine().parts.filter(({ kind }) => kind !== "value") }],
  ["another font", genuine(only("amount", { font: "Times-Roman" }))],
  ["another size", genuine(only("amount", { height: 0.014 }))],
  ["other widths of the same words", genuine(only("amount", { width: 0.11 }))],
  ["another page", genuine(undefined, { proportions: [0.7727] })],
  ["another producer", genuine(undefined, { producer: "skia" })],
  [
    "a second label that hides the first",
    { ...genuine(), parts: genuine().parts.filter(({ key }) => key !== "due date"), repeated: ["1 due date"] }
  ]
])("%s differs from the template", (_, fingerprint) => {
  expect(resultOf(fingerprint)).toBe("differs")
})

test("a document that shows too little of its layout says nothing of it", () => {
  expect(resultOf({ ...genuine(), parts: genuine().parts.slice(0, 4) })).toBe("unknown")
})

test("what follows a table stands where the table ends, and a template made of such bills does not mind", () => {
  const longer = (by: number) => genuine((one) => (one.top > 0.55 && one.kind === "phrase" ? { ...one, top: one.top + by } : one))
  const template = known([longer(0), longer(0.04), longer(0.1)])
  expect(templatesOf(template)).toHaveLength(1)
  expect(resultOf(longer(0.07), template)).toBe("agrees")
  expect(resultOf(genuine(only("standing charge", { left: 0.5 })), template)).toBe("differs")
})

test("documents of two layouts make two templates, and each agrees with its own", () => {
  const other = (one: LayoutPart) => ({ ...one, left: one.left + 0.15 })
  const both = known([genuine(), genuine(other), genuine(), genuine(other), genuine(), genuine(other)])
  expect(templatesOf(both).map(({ ids }) => ids.length)).toEqual([3, 3])
  expect([resultOf(genuine(), both), resultOf(genuine(other), both)]).toEqual(["agrees", "agrees"])
})

/** The same document, photographed in another frame and a little turned. */
const photographed =
  (turn: number, scale: number, [right, down]: readonly [number, number]) =>
  (one: LayoutPart) => ({
    ...one,
    font: null,
    left: one.left * scale + one.top * turn + right,
    top: one.top * scale - one.left * turn + down,
    height: one.height * scale,
    width: one.width === null ? null : one.width * scale
  })
const picture = { medium: "picture" as const, proportions: [], producer: null }
const pictures = known([
  genuine(photographed(0, 0.9, [0.05, 0.02]), picture),
  genuine(photographed(0.02, 0.8, [0.1, 0.1]), picture),
  genuine(photographed(-0.02, 0.95, [0.01, 0.03]), picture)
])

test("pictures are laid over one another before they are compared", () => {
  const shown = photographed(0.01, 0.7, [0.15, 0.1])
  expect(resultOf(genuine(shown, picture), pictures)).toBe("agrees")
  expect(
    resultOf(
      genuine((one) => shown(only("due date", { left: 0.13 })(one)), picture),
      pictures
    )
  ).toBe("differs")
  expect(resultOf(genuine(undefined, { ...picture, medium: "text" }), pictures)).toBe("no_template")
})
