import { type Decrypt, decryptionOf } from "./decryption.ts"
import { encryptionOf } from "./encryption.ts"
import { type Decoded, decodeStream, type Filter } from "./filters.ts"
import { TooMuchWork } from "../../too-much-work.ts"
import { isSpace, Tokens } from "./tokens.ts"
import { Budget, type PdfDictionary, type PdfValue, readValue } from "./values.ts"

export interface PdfStream {
  readonly dictionary: PdfDictionary
  readonly number: number
  readonly generation: number
  readonly packed: Uint8Array
  /** Where the dictionary begins in the file, and how it is written. */
  readonly from: number
  readonly written: string
}

/** Bounds on how a file is built. Chosen with much room; genuine files were not measured for them. */
const maxObjects = 200_000
const maxTokens = 4_000_000
const maxUnpackedBytes = 160 * 1024 * 1024
/** Encryptions that one file mentions; a genuine one has one, mentioned again by each revision. */
const maxEncryptions = 8
/** References that lead from one to the next. */
const maxReferences = 32

interface ObjectHead {
  readonly number: number
  readonly generation: number
  /** Where its value begins. */
  readonly at: number
}

const none: PdfDictionary = new Map()

const dictionaryOf = (value: PdfValue | undefined): PdfDictionary | null => (value?.kind === "dictionary" ? value.entries : null)

const numberOf = (value: PdfValue | undefined, otherwise: number): number =>
  value?.kind === "number" && Number.isFinite(value.value) ? value.value : otherwise

/**
 * The objects of a file, found wherever one begins and not by its tables of references: those can be made to say one thing to this program and
 * another to the next. A number that is defined several times has several objects, and each of them counts.
 */
export class PdfObjects {
  readonly streams: Array<PdfStream> = []
  readonly dictionaries: Array<PdfDictionary> = []
  /** False for a file that mentions a password, without which its streams cannot be looked at. */
  known = true
  /** Ways to decrypt the file without a password, one for each encryption that it mentions. */
  readonly decryptions: Array<Decrypt> = []
  private readonly decrypt: Decrypt | null
  private readonly values = new Map<number, Array<PdfValue>>()
  private readonly streamOf = new Map<PdfDictionary, PdfStream>()
  private readonly unpacked = new Map<PdfStream, Decoded>()
  private readonly tokens = new Budget(maxTokens, "objects")
  private readonly unpackedBytes = new Budget(maxUnpackedBytes, "streams that unfold without end")
  private readonly bytes: Uint8Array
  private readonly text: string
  private count = 0

  constructor(bytes: Uint8Array, decrypt: Decrypt | null) {
    this.bytes = bytes
    this.decrypt = decrypt
    this.text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")
  }

  private define(number: number, value: PdfValue): void {
    this.count += 1
    if (this.count > maxObjects) throw new TooMuchWork("objects")
    const known = this.values.get(number)
    if (known === undefined) this.values.set(number, [value])
    else known.push(value)
    const entries = dictionaryOf(value)
    if (entries !== null) this.dictionaries.push(entries)
  }

  /** Everything that a value can stand for: itself, or every object of the number that it refers to. */
  resolved(value: PdfValue | undefined): ReadonlyArray<PdfValue> {
    let values = value === undefined ? [] : [value]
    for (let step = 0; values.some(({ kind }) => kind === "reference"); step++) {
      if (step > maxReferences) throw new TooMuchWork("references that lead to references")
      const next = values.flatMap((one) => (one.kind === "reference" ? (this.values.get(one.number) ?? []) : [one]))
      this.tokens.spend(next.length)
      values = next
    }
    return values
  }

  dictionariesOf(value: PdfValue | undefined): ReadonlyArray<PdfDictionary> {
    return this.resolved(value).flatMap((one) => dictionaryOf(one) ?? [])
  }

  /** The members of every list that a value can stand for; of anything else, itself. */
  members(value: PdfValue | undefined): ReadonlyArray<PdfValue> {
    return this.resolved(value).flatMap((one) => (one.kind === "list" ? one.items : [one]))
  }

  number(value: PdfValue | undefined, otherwise: number): number {
    return Math.max(...this.resolved(value).map((one) => numberOf(one, otherwise)), Number.NEGATIVE_INFINITY) || otherwise
  }

  names(value: PdfValue | undefined): ReadonlyArray<string> {
    return this.resolved(value).flatMap((one) => (one.kind === "name" ? [one.name] : []))
  }

  stream(dictionary: PdfDictionary): PdfStream | undefined {
    return this.streamOf.get(dictionary)
  }

  private filters({ dictionary }: PdfStream): ReadonlyArray<Filter> {
    const names = this.members(dictionary.get("Filter") ?? dictionary.get("F")).flatMap((one) => this.names(one))
    const settings = this.members(dictionary.get("DecodeParms") ?? dictionary.get("DP"))
    return names.map((name, at) => {
      const [own = none] = this.dictionariesOf(settings[at])
      const setting = (key: string, otherwise: number) => this.number(own.get(key), otherwise)
      return {
        name,
        predictor: setting("Predictor", 1),
        columns: setting("Columns", 1),
        colors: setting("Colors", 1),
        bits: setting("BitsPerComponent", 8),
        earlyChange: setting("EarlyChange", 1) === 0 ? 0 : 1
      }
    })
  }

  /** True for a stream that is packed once, in the common compression. */
  isDeflated(stream: PdfStream): boolean {
    const [filter, ...others] = this.filters(stream)
    return others.length === 0 && (filter?.name === "FlateDecode" || filter?.name === "Fl")
  }

  /** The packed bytes of a stream without encryption, from which cross-references are left out. */
  private plain({ dictionary, generation, number, packed }: PdfStream): Uint8Array {
    if (this.decrypt === null || this.names(dictionary.get("Type")).includes("XRef")) return packed
    return this.decrypt(packed, number, generation)
  }

  async unpack(stream: PdfStream): Promise<Decoded> {
    const known = this.unpacked.get(stream)
    if (known !== undefined) return known
    const decoded = await decodeStream(this.plain(stream), this.filters(stream))
    this.unpackedBytes.spend(decoded.bytes.length)
    this.unpacked.set(stream, decoded)
    return decoded
  }

  /** Unpacks a stream only to see how far it unfolds. */
  async measure(stream: PdfStream): Promise<void> {
    if (this.unpacked.has(stream)) return
    this.unpackedBytes.spend((await decodeStream(this.plain(stream), this.filters(stream))).bytes.length)
  }

  /** The bytes between `stream` and `endstream`: as many as the dictionary says where they end there, and else up to the nearest end. */
  private packedFrom(dictionary: PdfDictionary, keyword: number): Uint8Array {
    const lineEnd = this.text.startsWith("\r\n", keyword + 6) ? 2 : 1
    const start = keyword + 6 + lineEnd
    const length = Math.floor(numberOf(this.resolved(dictionary.get("Length"))[0], -1))
    const claimed = start + length
    if (length >= 0 && /^\s{0,4}endstream/.test(this.text.slice(claimed, claimed + 16))) return this.bytes.subarray(start, claimed)
    const end = this.nextEnd(start)
    return this.bytes.subarray(start, end < 0 ? this.text.length : end)
  }

  private end = -2

  /** The nearest `endstream`, looked for only beyond the last one, so that many beginnings do not read the file many times. */
  private nextEnd(from: number): number {
    if (this.end !== -1 && this.end < from) this.end = this.text.indexOf("endstream", from)
    return this.end
  }

  private readObject({ at, generation, number }: ObjectHead, open: Array<() => void>): void {
    const tokens = new Tokens(this.bytes, at)
    const value = readValue(tokens, this.tokens)
    if (value === null) return
    this.define(number, value)
    const dictionary = dictionaryOf(value)
    if (dictionary === null || !tokens.next() || tokens.kind !== "word" || !tokens.text.startsWith("stream")) return
    const keyword = tokens.start
    // Its length may stand in an object further on, so that it is cut out once all of them are known.
    open.push(() => {
      const written = this.text.slice(at, keyword)
      const stream = { dictionary, number, generation, packed: this.packedFrom(dictionary, keyword), from: at, written }
      this.streams.push(stream)
      this.streamOf.set(dictionary, stream)
    })
  }

  private findEncryption(): void {
    const written = [...this.text.matchAll(/\btrailer\b/g)].map(({ index }) => readValue(new Tokens(this.bytes, index + 7), this.tokens))
    const trailers = [
      ...written.flatMap((trailer) => dictionaryOf(trailer ?? undefined) ?? []),
      ...this.streams.flatMap(({ dictionary }) => (this.names(dictionary.get("Type")).includes("XRef") ? [dictionary] : []))
    ].filter((trailer) => trailer.has("Encrypt"))
    const mentioned = new Set<PdfDictionary>()
    for (const trailer of trailers)
      for (const encrypt of this.dictionariesOf(trailer.get("Encrypt"))) {
        if (mentioned.has(encrypt)) continue
        mentioned.add(encrypt)
        if (mentioned.size > maxEncryptions) throw new TooMuchWork("encryptions of one file")
        const decrypt = decryptionOf(encryptionOf(this, trailer, encrypt))
        if (decrypt !== null) this.decryptions.push(decrypt)
        else this.known = false
      }
  }

  /** Reads the objects that a stream of objects holds. */
  private async readPacked(stream: PdfStream): Promise<void> {
    const { bytes, picture } = await this.unpack(stream)
    const first = this.number(stream.dictionary.get("First"), 0)
    if (picture !== null || first <= 0) return
    const heads = new Tokens(bytes.subarray(0, first))
    for (let number = heads.next() ? Number(heads.text) : Number.NaN; Number.isInteger(number); ) {
      if (!heads.next()) return
      const at = first + Number(heads.text)
      const value = Number.isInteger(at) && at < bytes.length ? readValue(new Tokens(bytes, at), this.tokens) : null
      if (value !== null) this.define(number, value)
      number = heads.next() ? Number(heads.text) : Number.NaN
    }
  }

  /** Finds the objects of a file, whose streams are decrypted, or taken as they are. */
  static async of(bytes: Uint8Array, decrypt: Decrypt | null = null): Promise<PdfObjects> {
    const objects = new PdfObjects(bytes, decrypt)
    const open: Array<() => void> = []
    for (const match of objects.text.matchAll(/(\d{1,10})[\0\s]{1,20}(\d{1,5})[\0\s]{1,20}obj/g)) {
      const after = match.index + match[0].length
      if (isSpace(bytes[after]) || /[<[(/%\d+-.]/.test(objects.text[after] ?? " "))
        objects.readObject({ number: Number(match[1]), generation: Number(match[2]), at: after }, open)
    }
    for (const cut of open) cut()
    objects.findEncryption()
    for (const stream of [...objects.streams]) if (stream.dictionary.has("First")) await objects.readPacked(stream)
    return objects
  }
}
