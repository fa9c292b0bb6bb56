import { describe, expect, test } from "bun:test"
import { listReader } from "@vouchkit/adapters/lists/readers"
import type { ListFormatName } from "@vouchkit/core/resources/watchlists/sources/catalogue"
import { ReadingNotes } from "@vouchkit/core/resources/watchlists/sources/reading"

interface Made {
  readonly format: ListFormatName
  readonly head: string
  readonly row: (at: number) => string
  readonly tail: string
}

const unEntry = (at: number) =>
  `<INDIVIDUAL><DATAID>${at}</DATAID><FIRST_NAME>Ada${at}</FIRST_NAME><SECOND_NAME>Lovelace</SECOND_NAME><UN_LIST_TYPE>X</UN_LIST_TYPE></INDIVIDUAL>\n`
const entity = (at: number) =>
  `{"id":"Q${at}","schema":"Person","target":true,"properties":{"name":["Ada${at} Lovelace"],"topics":["sanction"]}}\n`

const made: ReadonlyArray<Made> = [
  { format: "un_xml", head: "<CONSOLIDATED_LIST><INDIVIDUALS>", row: unEntry, tail: "</INDIVIDUALS></CONSOLIDATED_LIST>" },
  { format: "opensanctions_ftm", head: "", row: entity, tail: "" },
  {
    format: "opensanctions_simple_csv",
    head: "id,schema,name\n",
    row: (at) => `Q${at},Person,Ada${at} Lovelace\n`,
    tail: ""
  }
]

/** A file of `count` entries that is written while it is read, and says how many entries it has given away. */
const generated = ({ head, row, tail }: Made, count: number) => {
  const encoder = new TextEncoder()
  const progress = { given: 0, closed: false }
  const open = async function* () {
    try {
      yield encoder.encode(head)
      for (let at = 0; at < count; at += 100) {
        const rows = Math.min(100, count - at)
        progress.given += rows
        yield encoder.encode(Array.from({ length: rows }, (_, step) => row(at + step)).join(""))
      }
      yield encoder.encode(tail)
    } finally {
      progress.closed = true
    }
  }
  return { file: { name: "generated", open }, progress }
}

const held = () => {
  Bun.gc(true)
  return process.memoryUsage().heapUsed
}

describe("a list is read entry by entry", () => {
  for (const one of made) {
    test(`${one.format} is never read far ahead of whoever takes its entries`, async () => {
      const { file, progress } = generated(one, 20_000)
      let taken = 0
      let farthest = 0
      for await (const _step of listReader(one.format)([file], new ReadingNotes())) {
        taken += 1
        farthest = Math.max(farthest, progress.given - taken)
      }
      expect(taken).toBe(20_000)
      // A few pieces of 100 entries wait in the buffers between file, parser and reader.
      expect(farthest).toBeLessThan(6_000)
    })

    test(`${one.format} is let go of when nobody wants the rest`, async () => {
      const { file, progress } = generated(one, 1_000_000)
      for await (const _step of listReader(one.format)([file], new ReadingNotes())) break
      // The source learns of it through the stream's own turn.
      for (let turn = 0; turn < 100 && !progress.closed; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      expect(progress.closed).toBe(true)
      expect(progress.given).toBeLessThan(10_000)
    })
  }

  test("300,000 entries take no more memory at the end than at the beginning", async () => {
    const [, lines] = made
    if (lines === undefined) throw new Error("no format")
    const { file } = generated(lines, 300_000)
    const seen: Array<number> = []
    let taken = 0
    for await (const _step of listReader(lines.format)([file], new ReadingNotes())) {
      taken += 1
      if (taken % 50_000 === 0) seen.push(held())
    }
    expect(taken).toBe(300_000)
    expect(Math.max(...seen) - (seen[0] ?? 0)).toBeLessThan(16 * 1024 * 1024)
  }, 300_000)
})
