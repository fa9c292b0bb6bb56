import { TooMuchWork } from "../../too-much-work.ts"
import type { Tokens } from "./tokens.ts"

export type PdfDictionary = ReadonlyMap<string, PdfValue>

/** A value of PDF syntax, as far as weighing a file needs it. */
export type PdfValue =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "text"; readonly bytes: Uint8Array }
  | { readonly kind: "reference"; readonly number: number }
  | { readonly kind: "list"; readonly items: ReadonlyArray<PdfValue> }
  | { readonly kind: "dictionary"; readonly entries: PdfDictionary }
  | { readonly kind: "word"; readonly word: string }

/** Lists and dictionaries inside one another. Chosen with much room; genuine files were not measured for it. */
export const maxNesting = 500

/** Bytes of a token, and of what stands before it, that count as one token more. */
const bytesAToken = 64
/** The same of a string: libraries put it together letter by letter, and a string without an end once for each object that begins in it. */
const stringBytesAToken = 8

/** Counts what was looked at in a file, and ends the looking. */
export class Budget {
  private left: number
  private readonly what: string

  constructor(left: number, what: string) {
    this.left = left
    this.what = what
  }

  spend(amount: number): void {
    this.left -= amount
    if (this.left < 0) throw new TooMuchWork(this.what)
  }
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" }

/** The bytes that a string stands for, written in parentheses or in hexadecimal. */
const stringBytes = (written: string): Uint8Array => {
  if (written.startsWith("<")) {
    const hex = written.replace(/[^0-9a-fA-F]/g, "")
    return new Uint8Array(Buffer.from(hex.length % 2 === 0 ? hex : `${hex}0`, "hex"))
  }
  const plain = written.slice(1, -1).replace(/\\(\r\n|[0-7]{1,3}|[\s\S])/g, (_, sign: string) => {
    if (/^[0-7]/.test(sign)) return String.fromCharCode(Number.parseInt(sign, 8) & 255)
    return sign === "\n" || sign.startsWith("\r") ? "" : (escapes[sign] ?? sign)
  })
  return new Uint8Array(Buffer.from(plain, "latin1"))
}

const nameOf = (text: string): string =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

interface Open {
  readonly items: Array<PdfValue>
  readonly dictionary: boolean
}

/** `number generation R` is one value, whose three tokens were read as three. */
const joinReference = (items: Array<PdfValue>): void => {
  const [number, generation] = items.slice(-2)
  if (number?.kind !== "number" || generation?.kind !== "number") return
  items.splice(-2, 2, { kind: "reference", number: number.value })
}

const closed = ({ dictionary, items }: Open): PdfValue => {
  if (!dictionary) return { kind: "list", items }
  const entries = new Map<string, PdfValue>()
  for (let at = 0; at + 1 < items.length; at += 2) {
    const [key, value] = [items[at], items[at + 1]]
    if (key?.kind === "name" && value !== undefined) entries.set(key.name, value)
  }
  return { kind: "dictionary", entries }
}

const plainValue = (tokens: Tokens): PdfValue => {
  const { kind, text } = tokens
  if (kind === "number") return { kind: "number", value: Number.parseFloat(text) || 0 }
  if (kind === "name") return { kind: "name", name: nameOf(text) }
  if (kind === "text") return { kind: "text", bytes: stringBytes(text) }
  return { kind: "word", word: text }
}

/** Words after which nothing belongs to the value any more, however many lists are open. */
const ends: ReadonlySet<string> = new Set(["endobj", "stream", "endstream", "obj", "xref", "trailer"])

/** Reads one value; null where there is none. What is left open at its end is closed. */
export const readValue = (tokens: Tokens, budget: Budget): PdfValue | null => {
  const open: Array<Open> = []
  const root: Array<PdfValue> = []
  const finish = (): PdfValue | null => {
    for (let last = open.pop(); last !== undefined; last = open.pop()) (open.at(-1)?.items ?? root).push(closed(last))
    return root[0] ?? null
  }
  for (let from = tokens.end; tokens.next(); from = tokens.end) {
    // By its length as well: many objects may begin within one long token, which is then gone over for each.
    budget.spend(1 + Math.floor((tokens.end - from) / (tokens.kind === "text" ? stringBytesAToken : bytesAToken)))
    const items = open.at(-1)?.items ?? root
    if (tokens.kind === "open_list" || tokens.kind === "open_dictionary") {
      open.push({ items: [], dictionary: tokens.kind === "open_dictionary" })
      if (open.length > maxNesting) throw new TooMuchWork("nesting of objects")
      continue
    }
    if (tokens.kind === "close_list" || tokens.kind === "close_dictionary") {
      const last = open.pop()
      if (last === undefined) return finish()
      ;(open.at(-1)?.items ?? root).push(closed(last))
    } else {
      const value = plainValue(tokens)
      if (value.kind === "word" && ends.has(value.word)) {
        tokens.end = tokens.start
        return finish()
      }
      if (value.kind === "word" && value.word === "R") joinReference(items)
      else items.push(value)
    }
    // A number alone may be the beginning of a reference.
    const [first] = root
    if (open.length === 0 && first !== undefined && (first.kind !== "number" || root.length > 2)) return first
  }
  return finish()
}
