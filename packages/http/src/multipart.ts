import { Busboy, type BusboyConfig } from "@fastify/busboy"

/** Parts of a body, text and files together. */
export const maximumParts = 50
/** Bytes of one text part and of all of them; what is longer than a part may be is cut, and no field takes that much. */
const longestText = 256 * 1024
const longestTexts = 512 * 1024

/** Where the file of a form goes while it arrives. */
interface FileSink {
  readonly write: (chunk: Uint8Array) => Promise<void>
}

export interface FormParts {
  /** Text parts in the order they came. */
  readonly texts: ReadonlyArray<readonly [name: string, value: string]>
  /** Whether there was a file part named `file`, which went to the sink. */
  readonly found: boolean
  readonly repeatedFile: boolean
  /** Names of file parts that no operation reads. */
  readonly strayFiles: ReadonlyArray<string>
}

/** The body is not what its headers say. */
export class Unreadable extends Error {}
export class TooManyParts extends Error {}

/** NUL, and what the reader of multipart bodies puts where bytes were not UTF-8: no field of ours has a use for either. */
const isUnsound = (text: string): boolean => text.includes("\u0000") || text.includes("\ufffd")

/** What the parser has said so far. */
class Collected {
  readonly texts: Array<readonly [string, string]> = []
  readonly strayFiles: Array<string> = []
  found = false
  repeatedFile = false
  /** Bytes of the file that are not in the sink yet. */
  pending: Array<Uint8Array> = []
  failure: Error | undefined
  private textBytes = 0

  fail(failure: Error): void {
    this.failure ??= failure
  }

  text(name: unknown, value: string): void {
    this.textBytes += value.length
    const sound = typeof name === "string" && !isUnsound(name) && !isUnsound(value)
    if (sound && this.textBytes <= longestTexts) this.texts.push([name, value])
    else this.fail(new Unreadable())
  }

  /** Whether the content of this file part is wanted. */
  file(name: unknown): boolean {
    if (typeof name !== "string" || isUnsound(name)) {
      this.fail(new Unreadable())
      return false
    }
    if (name === "file" && !this.found) {
      this.found = true
      return true
    }
    if (name === "file") this.repeatedFile = true
    else this.strayFiles.push(name)
    return false
  }
}

const parserOf = (contentType: string, collected: Collected) => {
  const parser = new Busboy({
    headers: { "content-type": contentType } as BusboyConfig["headers"],
    limits: { fieldSize: longestText, fieldNameSize: 1000, parts: maximumParts, headerPairs: 20, headerSize: 8 * 1024 },
    // A part is a file when it has a file name, whatever type it claims.
    isPartAFile: (_name, _type, fileName) => fileName !== undefined
  })
  parser.on("partsLimit", () => collected.fail(new TooManyParts()))
  parser.on("field", (name: unknown, value: string) => collected.text(name, value))
  parser.on("file", (name: unknown, stream) => {
    const wanted = collected.file(name)
    stream.on("error", () => collected.fail(new Unreadable()))
    stream.on("data", (chunk: Uint8Array) => {
      if (wanted) collected.pending.push(chunk)
    })
  })
  return parser
}

/**
 * Reads `multipart/form-data` as it arrives. Nothing is kept of it but its short text parts: the file goes to its sink piece by piece, and no
 * further piece of the body is asked for before that is done.
 */
export const readParts = async (chunks: AsyncIterable<Uint8Array>, contentType: string, sink: FileSink): Promise<FormParts> => {
  const collected = new Collected()
  const parser = (() => {
    try {
      return parserOf(contentType, collected)
    } catch {
      throw new Unreadable()
    }
  })()
  const finished = new Promise<void>((resolve) => {
    parser.on("finish", resolve)
    parser.on("error", () => {
      collected.fail(new Unreadable())
      resolve()
    })
  })
  const settle = async () => {
    if (collected.failure !== undefined) throw collected.failure
    const { pending } = collected
    collected.pending = []
    for (const chunk of pending) await sink.write(chunk)
  }
  const parsed = (chunk: Uint8Array) =>
    new Promise<void>((resolve) => parser.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength), () => resolve()))
  for await (const chunk of chunks) {
    // A parser that has given up calls no one back.
    await Promise.race([finished, parsed(chunk)])
    await settle()
  }
  parser.end()
  await finished
  await settle()
  return collected
}
