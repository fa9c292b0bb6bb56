import { Effect, Layer } from "effect"
import { DocumentReader, type DocumentReading, type TextLine } from "../../../verification/document-reading.ts"
import { refusalOf, simulatedForensics } from "./identity-document-reader.ts"
import { misspelled } from "./misspelling.ts"
import { dayOf, inSandbox, personIn, type SandboxScript, unscripted } from "./sandbox-script.ts"
import { dayAfter, seedOf, type SimulatedPerson } from "./simulated-person.ts"

interface Printed {
  readonly text: string
  /** Fractions of the page. */
  readonly left: number
  readonly top: number
}

/** Days since the bill was issued: fresh for every policy, or too old for any. */
const ages = { fresh: 9, old: 1_500 } as const
const periodDays = 29

/** A bill as issuers print it: letterhead, recipient, facts, a table, a total. */
const printed = (person: SimulatedPerson, { scenario, heading }: SandboxScript, issued: string): ReadonlyArray<Printed> => {
  const { given_names, surname } = scenario === "bill_name_misspelled" ? misspelled(person) : person
  const recipient = [`${given_names} ${surname}`.trim(), ...person.address]
  const facts = [
    ["Account number", "8500 1234 5678"],
    ["Date of issue", issued],
    ["Billing period", `${dayAfter(issued, -periodDays)} to ${dayAfter(issued, -1)}`],
    ["Payment due", dayAfter(issued, 14)]
  ] as const
  return [
    { text: "Northwind Energy Ltd", left: 0.094, top: 0.06 },
    { text: heading, left: 0.6, top: 0.06 },
    ...recipient.map((text, index) => ({ text, left: 0.094, top: 0.17 + index * 0.018 })),
    ...facts.flatMap(([label, value], index) => [
      { text: label, left: 0.094, top: 0.34 + index * 0.02 },
      { text: value, left: 0.32, top: 0.34 + index * 0.02 }
    ]),
    { text: "Standing charge 28 days at 0.6012", left: 0.094, top: 0.46 },
    { text: "16.83", left: 0.8, top: 0.46 },
    { text: "Energy used 212 kWh at 0.2450", left: 0.094, top: 0.48 },
    { text: "51.94", left: 0.8, top: 0.48 },
    { text: "Total", left: 0.094, top: 0.52 },
    { text: "68.77", left: 0.76, top: 0.52 }
  ]
}

const lineOf = ({ left, text, top }: Printed): TextLine => ({
  text,
  page: 1,
  left,
  top,
  width: Math.min(1 - left, text.length * 0.0092),
  height: 0.013,
  confidence: 1
})

const readingOf = (script: SandboxScript, bytes: Uint8Array, today: string): DocumentReading => {
  const issued = dayAfter(today, -(script.scenario === "bill_too_old" ? ages.old : ages.fresh))
  return {
    page_count: 1,
    source: "text_layer",
    lines: printed(personIn(script, bytes), script, issued).map(lineOf),
    forensics: simulatedForensics(script.scenario === "bill_changed_after_signing" ? ["modified_after_signing"] : []),
    quality: { focus: null, brightness: null, resolution: null, overall: null },
    perceptual_hash: Buffer.from(seedOf(bytes)).toString("hex")
  }
}

/** Reads no file: tells of a bill as a reader would that saw a flawless one, or one with the failure of the script. */
export const sandboxDocumentReader = (script: SandboxScript = unscripted): Layer.Layer<DocumentReader> =>
  Layer.succeed(DocumentReader)({
    read: (document) =>
      inSandbox(
        script,
        Effect.gen(function* () {
          const refusal = refusalOf(document)
          if (refusal !== null) return yield* refusal
          return readingOf(script, document.bytes, yield* dayOf(script))
        })
      )
  })
