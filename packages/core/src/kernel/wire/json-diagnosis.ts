import type { JsonProblemCode } from "./json.ts"

/** What is wrong with a text, and at which UTF-16 index. */
interface Diagnosis {
  readonly code: JsonProblemCode
  readonly message: string
  readonly index: number
}

const messages = {
  empty_body: "The body is empty.",
  invalid_json: "The body is not valid JSON.",
  too_deep: "The body nests too deeply.",
  too_many_values: "The body has too many values.",
  duplicate_key: "An object in the body has the same key twice.",
  forbidden_key: "The key __proto__ is not allowed.",
  number_out_of_range: "A number in the body is too large.",
  nul_character: "A string in the body contains the character U+0000.",
  lone_surrogate: "A string in the body contains half of a surrogate pair."
} as const satisfies Partial<Record<JsonProblemCode, string>>

/** How reading stops early: an exception of our own that `diagnose` alone throws and catches. */
class Refusal extends Error {
  readonly diagnosis: Diagnosis
  constructor(code: keyof typeof messages, index: number) {
    super(code)
    this.diagnosis = { code, message: messages[code], index }
  }
}

const numberGrammar = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const escapes: Readonly<Record<string, string>> = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" }
const fourHexDigits = /^[0-9a-fA-F]{4}$/

/** Levels of arrays and objects, and commas and opening brackets, that a text may have. */
interface Bounds {
  readonly depth: number
  readonly values: number
}

class Reader {
  private at = 0
  private values = 0
  private readonly text: string
  private readonly bounds: Bounds

  constructor(text: string, bounds: Bounds) {
    this.text = text
    this.bounds = bounds
  }

  document(): void {
    this.space()
    if (this.at === this.text.length) throw new Refusal("empty_body", 0)
    this.value(1)
    if (this.at !== this.text.length) throw this.syntax()
  }

  private syntax(): Refusal {
    return new Refusal("invalid_json", this.at)
  }

  private space(): void {
    for (;;) {
      const unit = this.text.charCodeAt(this.at)
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return
      this.at += 1
    }
  }

  /** Consumes one character and the space after it, when it comes next. */
  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false
    this.at += 1
    this.space()
    return true
  }

  /** Consumes a comma or an opening bracket when it comes next, and counts it. */
  private begin(character: "," | "{" | "["): boolean {
    const start = this.at
    if (!this.take(character)) return false
    this.values += 1
    if (this.values > this.bounds.values) throw new Refusal("too_many_values", start)
    return true
  }

  private value(depth: number): void {
    const first = this.text[this.at]
    if ((first === "{" || first === "[") && depth > this.bounds.depth) throw new Refusal("too_deep", this.at)
    if (this.begin("{")) this.members(depth)
    else if (this.begin("[")) this.items(depth)
    else if (first === '"') this.string()
    else if (!["true", "false", "null"].some((word) => this.word(word))) this.number()
    this.space()
  }

  private word(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false
    this.at += word.length
    return true
  }

  private number(): void {
    numberGrammar.lastIndex = this.at
    const found = numberGrammar.exec(this.text)
    if (found === null) throw this.syntax()
    if (!Number.isFinite(Number(found[0]))) throw new Refusal("number_out_of_range", this.at)
    this.at += found[0].length
  }

  private items(depth: number): void {
    if (this.take("]")) return
    do this.value(depth + 1)
    while (this.begin(","))
    if (!this.take("]")) throw this.syntax()
  }

  private members(depth: number): void {
    if (this.take("}")) return
    const keys = new Set<string>()
    do {
      const start = this.at
      if (this.text[start] !== '"') throw this.syntax()
      const key = this.string()
      if (key === "__proto__") throw new Refusal("forbidden_key", start)
      if (keys.has(key)) throw new Refusal("duplicate_key", start)
      keys.add(key)
      this.space()
      if (!this.take(":")) throw this.syntax()
      this.value(depth + 1)
    } while (this.begin(","))
    if (!this.take("}")) throw this.syntax()
  }

  private string(): string {
    const start = this.at
    const parts: Array<string> = []
    this.at += 1
    let plain = this.at
    for (;;) {
      const unit = this.text.charCodeAt(this.at)
      if (unit === 0x22) break
      // Control characters and the end of the text (NaN) both end the string before its time.
      if (!(unit >= 0x20)) throw this.syntax()
      if (unit === 0x5c) {
        parts.push(this.text.slice(plain, this.at), this.escape())
        plain = this.at
      } else this.at += 1
    }
    parts.push(this.text.slice(plain, this.at))
    this.at += 1
    const value = parts.join("")
    if (value.includes("\0")) throw new Refusal("nul_character", start)
    if (!value.isWellFormed()) throw new Refusal("lone_surrogate", start)
    return value
  }

  private escape(): string {
    const letter = this.text[this.at + 1] ?? ""
    if (letter === "u") {
      const digits = this.text.slice(this.at + 2, this.at + 6)
      if (!fourHexDigits.test(digits)) throw this.syntax()
      this.at += 6
      return String.fromCharCode(Number.parseInt(digits, 16))
    }
    const meant = escapes[letter]
    if (meant === undefined) throw this.syntax()
    this.at += 2
    return meant
  }
}

/** Finds the first thing in a refused text that may not enter the service; it reads on only as far as that, and never throws. */
export const diagnose = (text: string, bounds: Bounds): Diagnosis => {
  try {
    new Reader(text, bounds).document()
  } catch (cause) {
    if (cause instanceof Refusal) return cause.diagnosis
  }
  // The native parser refused what the grammar above admits, which no known text does. It stays refused.
  return { code: "invalid_json", message: messages.invalid_json, index: 0 }
}
