import { afterAll, describe, expect, test } from "bun:test"
import fc from "fast-check"
import { aListService } from "./listing.ts"

describe.each(["memory", "postgres"] as const)("in %s", async (storage) => {
  const { stop, tenant } = await aListService(storage)
  afterAll(stop)

  test("rows that can be added are added, all others are reported by their number without what stands in them", async () => {
    const { aList, anEntry, call, events, importFile } = await tenant()
    const list = await aList({ key: "mail", kind: "block", entry_type: "email", default_expiry_days: 2 })
    await anEntry(list.id, "known@example.com")
    await events()
    const file = [
      "\ufeffValue;Reason;expires_at",
      'a@example.com;"said ""no""; twice";',
      "b@example.com;;2027-01-01T00:00:00+01:00",
      "",
      "not-an-address;;",
      "KNOWN@example.com;;",
      "A@EXAMPLE.COM;;",
      "c@example.com;;yesterday",
      "d@example.com;;2026-03-01T11:59:59Z",
      "e@example.com;;;one too many",
      ";no value;",
      `f@example.com;${"r".repeat(501)};`
    ].join("\r\n")
    const { body, status } = await importFile(list.id, file)
    expect(status).toBe(200)
    expect(body).toMatchObject({ list_id: list.id, rows: 10, created: 2, failed: 8 })
    expect(body.errors.map(({ code, row }: any) => [row, code])).toEqual([
      [5, "format"],
      [6, "entry_exists"],
      [7, "not_unique"],
      [8, "format"],
      [9, "too_small"],
      [10, "too_many"],
      [11, "missing"],
      [12, "format"]
    ])
    expect(JSON.stringify(body)).not.toMatch(/known@|not-an-address|yesterday|said/i)
    const entries = (await call("GET", `/lists/${list.id}/entries?source=import`)).body.data
    expect(entries.map(({ expires_at, reason, value }: any) => [value, reason, expires_at]).toSorted()).toEqual([
      ["a@example.com", 'said "no"; twice', "2026-03-03T12:00:00.000Z"],
      ["b@example.com", null, "2026-12-31T23:00:00.000Z"]
    ])
    expect((await call("GET", `/lists/${list.id}`)).body.entry_count).toBe(3)
    expect((await events()).map(({ type }) => type)).toEqual(["list-entry.created", "list-entry.created"])
    const again = (await importFile(list.id, file)).body
    expect([again.created, again.failed]).toEqual([0, 10])
  })

  test("rows replace entries that have expired", async () => {
    const { aList, call, importFile } = await tenant()
    const list = await aList({ key: "codes", kind: "flag", entry_type: "string", default_expiry_days: 1 })
    await importFile(list.id, "value\none\ntwo\n")
    await call("POST", "/sandbox/clock", { advance_seconds: 86_400 })
    expect((await importFile(list.id, "value\none\nthree")).body).toMatchObject({ created: 2, failed: 0 })
    expect((await call("GET", `/lists/${list.id}`)).body.entry_count).toBe(3)
    expect((await call("POST", "/lists/search", { values: [{ type: "string", value: "ONE" }] })).body.total).toBe(1)
  })

  test("a file that cannot be read adds nothing and says why", async () => {
    const { aList, call, importFile } = await tenant()
    const list = await aList({ key: "codes", kind: "flag", entry_type: "string" })
    const codeOf = async (file: string | Uint8Array) => {
      const { body, status } = await importFile(list.id, file)
      return [status, body.errors?.[0]?.code]
    }
    expect(await codeOf("")).toEqual([422, "missing"])
    expect(await codeOf("value\n\n \n")).toEqual([422, "too_few"])
    expect(await codeOf("name\nx\n")).toEqual([422, "missing"])
    expect(await codeOf("value,reson\nx,y\n")).toEqual([422, "unexpected_key"])
    expect(await codeOf("value,VALUE\nx,y\n")).toEqual([422, "duplicate_key"])
    expect(await codeOf('value\n"never closed\n')).toEqual([422, "format"])
    expect(await codeOf('value\n"closed" and more\n')).toEqual([422, "format"])
    expect(await codeOf(new Uint8Array([0x76, 0xff, 0xfe]))).toEqual([422, "format"])
    const messageOf = async (file: Uint8Array) => (await importFile(list.id, file)).body.errors[0].message
    expect(await messageOf(new Uint8Array(Buffer.from("\ufeffvalue\nx\n", "utf16le")))).toContain("UTF-16")
    expect(await messageOf(Bun.gzipSync(new Uint8Array(Buffer.from("value\nx\n"))))).toContain("gzip file")
    expect(await messageOf(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0xff]))).toContain("zip file")
    expect(await codeOf(`value\n${"x".repeat(4_001)}\n`)).toEqual([422, "too_long"])
    expect(await codeOf(`value\n${",".repeat(60)}\n`)).toEqual([422, "too_many"])
    expect(await codeOf(`value\n${"x\n".repeat(10_001)}`)).toEqual([422, "too_many"])
    expect(await codeOf("value\n".repeat(2_000_000).slice(0, 10_000_000))).toEqual([422, "too_many"])
    expect((await call("GET", `/lists/${list.id}`)).body.entry_count).toBe(0)
  })

  test("signs that programs take for formulas, and controls, are text or refused, never anything else", async () => {
    const { aList, call, importFile } = await tenant()
    const list = await aList({ key: "codes", kind: "flag", entry_type: "string", match_mode: "exact" })
    const { body } = await importFile(list.id, 'value\n=cmd|x\n"two\nlines"\nnul\u0000here\n"<script>, $1"\n__proto__\n')
    expect([body.created, body.errors.map(({ row }: any) => row)]).toEqual([3, [3, 4]])
    const values = (await call("GET", `/lists/${list.id}/entries`)).body.data.map(({ value }: any) => value).toSorted()
    expect(values).toEqual(["<script>, $1", "=cmd|x", "__proto__"])
  })
})

describe("the largest file", async () => {
  const { stop, tenant } = await aListService("postgres")
  afterAll(stop)

  test("ten thousand rows are one import, and ten thousand errors are told a thousand at a time", async () => {
    const { aList, call, importFile } = await tenant()
    const list = await aList({ key: "many", kind: "flag", entry_type: "string" })
    const rows = Array.from({ length: 10_000 }, (_, index) => `value ${index}`)
    expect((await importFile(list.id, `value\n${rows.join("\n")}\n`)).body).toMatchObject({ created: 10_000, failed: 0 })
    const again = (await importFile(list.id, `value\n${rows.join("\n")}\n`)).body
    expect([again.created, again.failed, again.errors.length]).toEqual([0, 10_000, 1_000])
    expect((await call("GET", `/lists/${list.id}`)).body.entry_count).toBe(10_000)
  }, 300_000)
})

describe("whatever stands in a file", async () => {
  const { stop, tenant } = await aListService("memory")
  afterAll(stop)
  const one = tenant()

  test("it is answered with a report that adds up, or with what is wrong", async () => {
    const { aList, importFile } = await one
    const list = await aList({ key: "codes", kind: "flag", entry_type: "string" })
    const piece = fc.constantFrom(
      "value",
      "reason",
      ",",
      ";",
      "\t",
      '"',
      '""',
      "\r",
      "\n",
      "\r\n",
      " ",
      "a",
      "ß",
      "\ufeff",
      "\u0000",
      "\u202e"
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const { body, status } = await importFile(list.id, `value\n${pieces.join("")}`)
        if (status === 422) return expect(body.errors[0].loc).toEqual(["body", "file"])
        expect(status).toBe(200)
        expect(body.created + body.failed).toBe(body.rows)
        expect(body.errors.length).toBe(body.failed)
      }),
      { numRuns: 150 }
    )
  })
})
