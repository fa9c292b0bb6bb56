import { type ListFile, ListUnreadable } from "@vouchkit/core/resources/watchlists/sources/reading"
import type { XmlElement } from "@vouchkit/core/resources/watchlists/sources/xml-element"
import { SaxesParser } from "saxes"
import { type TextOptions, textOf } from "./text-stream.ts"

/** Which elements a format is made of. */
export interface XmlLayout {
  readonly root: string
  /** Elements right below the root that hold entries; entries may stand right below the root as well. */
  readonly containers: ReadonlyArray<string>
}

/** Bounds on what one file may ask of the reader. */
export const xmlLimits = {
  depth: 32,
  /** Most elements inside one entry. OFAC's largest have some thousands. */
  elements: 200_000,
  /** Most characters of names, attributes and text inside one entry. */
  entry_characters: 16 * 1024 * 1024,
  attributes: 200,
  /** Most characters between two marks: one text, one comment, one tag. */
  run_characters: 8 * 1024 * 1024
} as const

interface Growing {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Array<XmlElement>
  readonly text: Array<string>
}

const local = (name: string): string => name.slice(name.indexOf(":") + 1)

/** Gathers the elements below the root, one by one. Document types are refused, so that no file can define entities. */
class Gatherer {
  readonly #file: string
  readonly #layout: XmlLayout
  readonly #options: TextOptions
  readonly #parser = new SaxesParser({ xmlns: false })
  readonly #done: Array<XmlElement> = []
  readonly #open: Array<Growing> = []
  readonly #outer: Array<string> = []
  #rootClosed = false
  #written = 0
  #lastMark = 0
  #characters = 0
  #elements = 0

  constructor(file: string, layout: XmlLayout, options: TextOptions) {
    this.#file = file
    this.#layout = layout
    this.#options = options
    const parser = this.#parser
    parser.on("xmldecl", ({ encoding }) => this.#declared(encoding))
    parser.on("doctype", () => {
      throw new ListUnreadable("document_type_declaration", `${file} declares a document type, which is not allowed in a watchlist.`)
    })
    parser.on("opentag", ({ attributes, name }) => this.#opened(local(name), attributes))
    parser.on("closetag", () => this.#closed())
    parser.on("text", (text) => this.#read(text))
    parser.on("cdata", (text) => this.#read(text))
    parser.on("comment", () => this.#mark(0))
    parser.on("processinginstruction", () => this.#mark(0))
  }

  #declared(encoding: string | undefined): void {
    if (encoding === undefined || this.#options.encoding !== undefined || /^(?:utf-?8|us-ascii)$/i.test(encoding)) return
    throw new ListUnreadable(
      "wrong_encoding",
      `${this.#file} says that it is ${encoding.slice(0, 40)}, not UTF-8. Name the encoding to read it.`
    )
  }

  #mark(characters: number): void {
    this.#lastMark = this.#written
    this.#characters += characters
    if (this.#characters > xmlLimits.entry_characters) {
      throw new ListUnreadable("too_long", `An entry of ${this.#file} has more than ${xmlLimits.entry_characters} characters.`)
    }
  }

  #opened(name: string, given: Readonly<Record<string, string>>): void {
    const pairs = Object.entries(given)
    if (pairs.length > xmlLimits.attributes) {
      throw new ListUnreadable("too_long", `An element of ${this.#file} has more than ${xmlLimits.attributes} attributes.`)
    }
    if (this.#outer.length + this.#open.length >= xmlLimits.depth) {
      throw new ListUnreadable("too_deep", `${this.#file} nests more than ${xmlLimits.depth} elements.`)
    }
    this.#elements += 1
    if (this.#elements > xmlLimits.elements) {
      throw new ListUnreadable("too_long", `An entry of ${this.#file} has more than ${xmlLimits.elements} elements.`)
    }
    this.#mark(name.length + pairs.reduce((sum, [attribute, value]) => sum + attribute.length + value.length, 0))
    const attributes = Object.fromEntries(
      pairs
        .filter(([attribute]) => attribute !== "xmlns" && !/^(?:xmlns|xsi|xml):/.test(attribute))
        .map(([attribute, value]) => [local(attribute), value])
    )
    if (this.#open.length === 0 && this.#outer.length === 0) {
      if (name !== this.#layout.root) {
        throw new ListUnreadable(
          "unexpected_format",
          `${this.#file} begins with <${name.slice(0, 60)}>; this format begins with <${this.#layout.root}>.`
        )
      }
      this.#outer.push(name)
      // What the root says of the edition is handed on as an element without children.
      this.#done.push({ name, attributes, children: [], text: "" })
    } else if (this.#open.length === 0 && this.#outer.length === 1 && this.#layout.containers.includes(name)) this.#outer.push(name)
    else this.#open.push({ name, attributes, children: [], text: [] })
  }

  #closed(): void {
    this.#mark(0)
    const element = this.#open.pop()
    if (element === undefined) {
      this.#outer.pop()
      this.#rootClosed = this.#outer.length === 0
      return
    }
    const { attributes, children, name } = element
    const made: XmlElement = { name, attributes, children, text: element.text.join("").trim() }
    const parent = this.#open.at(-1)
    if (parent !== undefined) {
      parent.children.push(made)
      return
    }
    this.#done.push(made)
    this.#characters = 0
    this.#elements = 0
  }

  #read(text: string): void {
    const element = this.#open.at(-1)
    // Between entries there is white space alone, which is not counted: a file may hold any number of entries.
    if (element === undefined) {
      this.#lastMark = this.#written
      return
    }
    this.#mark(text.length)
    element.text.push(text)
  }

  /** The elements that this piece of text completed. */
  take(text: string): ReadonlyArray<XmlElement> {
    this.#written += text.length
    this.#guarded(() => this.#parser.write(text))
    if (this.#written - this.#lastMark > xmlLimits.run_characters) {
      throw new ListUnreadable("too_long", `A text or a tag of ${this.#file} is longer than ${xmlLimits.run_characters} characters.`)
    }
    return this.#done.splice(0)
  }

  end(): ReadonlyArray<XmlElement> {
    if (!this.#rootClosed) throw new ListUnreadable("truncated", `${this.#file} ends before </${this.#layout.root}>.`)
    this.#guarded(() => this.#parser.close())
    return this.#done.splice(0)
  }

  #guarded(work: () => void): void {
    try {
      work()
    } catch (cause) {
      if (cause instanceof ListUnreadable) throw cause
      // The parser's own words may quote the file; where it stopped is enough to look.
      throw new ListUnreadable(
        "malformed",
        `${this.#file} is not well-formed XML at line ${this.#parser.line}, column ${this.#parser.column}.`
      )
    }
  }
}

/**
 * The elements right below the root and below its containers, each when it has closed: first the root itself without children, then
 * headers and entries in the order of the file. Memory holds one of them at a time, however large the file is.
 */
export async function* xmlElements(
  file: ListFile,
  layout: XmlLayout,
  options: TextOptions = {}
): AsyncGenerator<XmlElement, void, undefined> {
  const gatherer = new Gatherer(file.name, layout, options)
  for await (const text of textOf(file, options)) yield* gatherer.take(text)
  yield* gatherer.end()
}
