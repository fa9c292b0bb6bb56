/** A value of a PDF dictionary, as far as encryption needs it: numbers and names as they are written, strings as their bytes. */
export type PdfValue =
  | { readonly type: "word"; readonly text: string }
  | { readonly type: "string"; readonly bytes: Uint8Array }
  | { readonly type: "list"; readonly items: ReadonlyArray<PdfValue> }
  | { readonly type: "dictionary"; readonly members: ReadonlyMap<string, PdfValue> }

/** Dictionaries nested deeper, or of more parts, are not read: those of an encryption have two levels and some dozen parts. */
const deepest = 6
const mostParts = 2_000

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" }
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/** Reads values out of text in which each character stands for one byte (ISO 32000-1, 7.3). */
class Reader {
  private readonly text: string
  private at: number
  private parts = 0
  constructor(text: string, at: number) {
    this.text = text
    this.at = at
  }

  private skip(): void {
    const blank = /(?:[\0\t\n\f\r ]|%[^\r\n]{0,500})*/y
    blank.lastIndex = this.at
    blank.exec(this.text)
    this.at = Math.max(this.at, blank.lastIndex)
  }

  private take(sign: string): boolean {
    if (!this.text.startsWith(sign, this.at)) return false
    this.at += sign.length
    return true
  }

  /** A string in parentheses, with its escapes; undefined where it does not end. */
  private literal(): PdfValue | undefined {
    let open = 1
    let read = ""
    while (this.at < this.text.length) {
      const letter = this.text.charAt(this.at)
      this.at += 1
      if (letter === "\\") read += this.escaped()
      else {
        if (letter === "(") open += 1
        if (letter === ")") open -= 1
        if (open === 0) return { type: "string", bytes: bytesOf(read) }
        read += letter
      }
    }
    return undefined
  }

  private escaped(): string {
    const octal = /^[0-7]{1,3}/u.exec(this.text.slice(this.at, this.at + 3))?.[0]
    if (octal !== undefined) {
      this.at += octal.length
      return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
    }
    const letter = this.text.charAt(this.at)
    this.at += 1
    // A line that ends in a backslash goes on in the next one.
    if (letter === "\r") this.take("\n")
    return letter === "\r" || letter === "\n" ? "" : (escapes[letter] ?? letter)
  }

  private hexadecimal(): PdfValue | undefined {
    const end = this.text.indexOf(">", this.at)
    if (end < 0) return undefined
    const digits = this.text.slice(this.at, end).replace(/[\0\t\n\f\r ]/g, "")
    this.at = end + 1
    return /^[0-9A-Fa-f]*$/u.test(digits)
      ? { type: "string", bytes: Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex") }
      : undefined
  }

  /** The next value; undefined where there is none that is well formed. */
  value(depth = 0): PdfValue | undefined {
    this.parts += 1
    if (depth > deepest || this.parts > mostParts) return undefined
    this.skip()
    if (this.take("<<")) return this.dictionary(depth)
    if (this.take("<")) return this.hexadecimal()
    if (this.take("(")) return this.literal()
    if (this.take("[")) return this.list(depth)
    const word = /\/?[^\0\t\n\f\r ()<>[\]{}/%]{1,200}/y
    word.lastIndex = this.at
    const found = word.exec(this.text)?.[0]
    if (found === undefined) return undefined
    this.at += found.length
    return { type: "word", text: found }
  }

  private list(depth: number): PdfValue | undefined {
    const items: Array<PdfValue> = []
    for (;;) {
      this.skip()
      if (this.take("]")) return { type: "list", items }
      const item = this.value(depth + 1)
      if (item === undefined) return undefined
      items.push(item)
    }
  }

  private dictionary(depth: number): PdfValue | undefined {
    const members = new Map<string, PdfValue>()
    for (;;) {
      this.skip()
      if (this.take(">>")) return { type: "dictionary", members }
      const name = this.value(depth + 1)
      const value = name?.type === "word" && name.text.startsWith("/") ? this.value(depth + 1) : undefined
      if (name?.type !== "word" || value === undefined) return undefined
      members.set(name.text.slice(1), this.referred(value))
    }
  }

  /** `12 0 R` refers to an object: it is one value, and is kept as one word. */
  private referred(value: PdfValue): PdfValue {
    if (value.type !== "word" || !/^\d{1,10}$/u.test(value.text)) return value
    const rest = /[\0\t\n\f\r ]{1,20}(\d{1,5})[\0\t\n\f\r ]{1,20}R(?![A-Za-z])/y
    rest.lastIndex = this.at
    const found = rest.exec(this.text)
    if (found === null) return value
    this.at += found[0].length
    return { type: "word", text: `${value.text} ${found[1]} R` }
  }
}

/** The dictionary that begins at a place of a text of bytes; undefined where none does. */
export const dictionaryAt = (text: string, at: number): ReadonlyMap<string, PdfValue> | undefined => {
  const value = new Reader(text, at).value()
  return value?.type === "dictionary" ? value.members : undefined
}
