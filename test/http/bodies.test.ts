import { afterAll, describe, expect, test } from "bun:test"
import { usualUploadBytes } from "@vouchkit/core/kernel/operation/operation"
import { aForm, smallPdf, startService } from "../support/service.ts"

const service = await startService("memory")
afterAll(() => service.stop())
const key = await service.key("all")

const post = (raw: BodyInit, headers: Readonly<Record<string, string>> = { "Content-Type": "application/json" }) =>
  service.call("POST", "/sessions", { key, raw, headers })
const bytes = (...parts: ReadonlyArray<string | ReadonlyArray<number>>) =>
  new Uint8Array(Buffer.concat(parts.map((part) => new Uint8Array(Buffer.from(part as string)))))

describe("JSON bodies", () => {
  const refused: Readonly<Record<string, readonly [BodyInit, string]>> = {
    "an array": ["[]", "The body must be a JSON object."],
    "a string": ['"text"', "The body must be a JSON object."],
    "a number": ["1", "The body must be a JSON object."],
    null: ["null", "The body must be a JSON object."],
    true: ["true", "The body must be a JSON object."],
    "white space alone": [" \n ", "The body is empty."],
    "half an object": ['{"tags":[', "The body is not valid JSON."],
    "two objects": ["{}{}", "The body is not valid JSON."],
    "a trailing comma": ['{"tags":[],}', "The body is not valid JSON."],
    "single quotes": ["{'tags':[]}", "The body is not valid JSON."],
    "a comment": ["{/* */}", "The body is not valid JSON."],
    XML: ["<session/>", "The body is not valid JSON."],
    NaN: ['{"metadata":{"a":NaN}}', "The body is not valid JSON."],
    Infinity: ['{"metadata":{"a":Infinity}}', "The body is not valid JSON."],
    "1e999": ['{"metadata":{"a":1e999}}', "A number in the body is too large."],
    "-1e999": ['{"metadata":{"a":-1e999}}', "A number in the body is too large."],
    "a key twice": ['{"tags":[],"tags":[]}', "An object in the body has the same key twice."],
    "a key twice, once escaped": ['{"tags":[],"t\\u0061gs":[]}', "An object in the body has the same key twice."],
    "a key twice, deep down": ['{"metadata":{"a":{"b":1,"b":2}}}', "An object in the body has the same key twice."],
    __proto__: ['{"__proto__":{"admin":true}}', "The key __proto__ is not allowed."],
    "__proto__ in metadata, escaped": ['{"metadata":{"\\u005f_proto__":1}}', "The key __proto__ is not allowed."],
    "an escaped NUL": ['{"metadata":{"a":"\\u0000"}}', "A string in the body contains the character U+0000."],
    "an escaped NUL in a key": ['{"metadata":{"\\u0000":1}}', "A string in the body contains the character U+0000."],
    "a raw NUL": [bytes('{"tags":["a', [0], '"]}'), "The body is not valid JSON."],
    "a raw line break in a string": ['{"tags":["a\nb"]}', "The body is not valid JSON."],
    "half a surrogate pair": ['{"metadata":{"a":"\\ud800"}}', "A string in the body contains half of a surrogate pair."],
    "a pair the wrong way round": ['{"metadata":{"a":"\\udc00\\ud800"}}', "A string in the body contains half of a surrogate pair."],
    "invalid UTF-8": [bytes('{"tags":["', [0xff, 0xfe], '"]}'), "The body is not valid UTF-8."],
    "overlong UTF-8": [bytes('{"tags":["', [0xc0, 0xaf], '"]}'), "The body is not valid UTF-8."],
    "UTF-8 of a surrogate": [bytes('{"tags":["', [0xed, 0xa0, 0x80], '"]}'), "The body is not valid UTF-8."],
    "UTF-16": [new Uint8Array(Buffer.from("\ufeff{}", "utf16le")), "The body is not valid UTF-8."],
    "two byte order marks": ["\ufeff\ufeff{}", "The body is not valid JSON."]
  }
  for (const [name, [raw, detail]] of Object.entries(refused)) {
    test(`${name} is 400, told without a word of the body`, async () => {
      const answer = await post(raw)
      expect([answer.status, answer.body]).toEqual([
        400,
        {
          error: "bad_request",
          detail: expect.stringMatching(new RegExp(`^The body cannot be read: ${detail.replaceAll("+", "\\+")} \\(at byte \\d+\\)$`)),
          status_code: 400,
          request_id: expect.any(String)
        }
      ])
    })
  }

  const beyond: Readonly<Record<string, readonly [string, string]>> = {
    "a thousand levels": [`{"metadata":${'{"a":'.repeat(1000)}1${"}".repeat(1000)}}`, "too_deep"],
    "half a million open brackets": [`{"tags":${"[".repeat(500_000)}`, "too_deep"],
    "300,000 values": [`{"tags":[${"1,".repeat(300_000)}1]}`, "too_many_values"]
  }
  for (const [name, [raw, code]] of Object.entries(beyond)) {
    test(`${name} are 422, as every limit that a body exceeds`, async () => {
      const { body, status } = await post(raw)
      expect([status, body.error, body.errors.map((one: any) => [one.loc, one.code])]).toEqual([
        422,
        "validation_error",
        [[["body"], code]]
      ])
    })
  }

  test("one byte order mark is read over", async () => {
    expect((await post("\ufeff{}")).status).toBe(201)
  })

  test("a body of a megabyte is read, one more byte is not", async () => {
    const padded = (length: number) => `{}${" ".repeat(length - 2)}`
    expect((await post(padded(1024 * 1024))).status).toBe(201)
    expect((await post(padded(1024 * 1024 + 1))).status).toBe(413)
  })

  test("nothing at all reads as an empty object, whatever its type is said to be", async () => {
    for (const headers of [{}, { "Content-Type": "application/json" }, { "Content-Type": "text/plain" }]) {
      expect((await post("", headers)).status).toBe(201)
    }
    expect((await service.call("POST", "/sessions", { key })).status).toBe(201)
  })

  test("JSON goes by any name that means JSON", async () => {
    for (const type of ["application/json", "APPLICATION/JSON; charset=utf-8", "application/json;", "application/merge-patch+json"]) {
      expect((await post("{}", { "Content-Type": type })).status).toBe(201)
    }
  })

  test("another type, none, or a compressed body is 415", async () => {
    for (const type of [
      "text/plain",
      "application/xml",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "json",
      "application/jsonp",
      "+json",
      ""
    ]) {
      const answer = await post("{}", { "Content-Type": type })
      expect([answer.status, answer.body.error]).toEqual([415, "unsupported_media_type"])
    }
    // A type is only guessed for text: bytes have none.
    expect((await post(bytes("{}"), {})).status).toBe(415)
    const compressed = await post(Bun.gzipSync("{}"), { "Content-Type": "application/json", "Content-Encoding": "gzip" })
    expect([compressed.status, compressed.body.detail]).toEqual([
      415,
      "This path reads application/json without Content-Encoding. Set the headers of the body accordingly."
    ])
    expect((await post("{}", { "Content-Type": "application/json", "Content-Encoding": "identity" })).status).toBe(201)
  })

  test("names that objects are born with are names like any other", async () => {
    const metadata = { constructor: 1, toString: "x", hasOwnProperty: null, prototype: { valueOf: 1 } }
    const answer = await post(JSON.stringify({ metadata }))
    expect([answer.status, answer.body.metadata]).toEqual([201, metadata])
    for (const name of ["constructor", "toString", "hasOwnProperty", "prototype"]) {
      const refusal = await post(JSON.stringify({ [name]: 1 }))
      expect(refusal.body.errors).toEqual([{ loc: ["body", name], code: "unexpected_key", message: "This field is not known here." }])
    }
  })

  test("numbers keep their value and text every character", async () => {
    const metadata = { tiny: 5e-324, big: 1.7976931348623157e308, whole: 9007199254740991, text: "e\u0301 \u202e 👩‍👩‍👧 \u2028 \uffff" }
    expect((await post(JSON.stringify({ metadata }))).body.metadata).toEqual(metadata)
  })

  test("hundreds of unknown members are told of a few at a time", async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, one) => [`x${one}`, 1]))
    const answer = await post(JSON.stringify(many))
    expect(answer.status).toBe(422)
    expect(answer.body.errors.length).toBeLessThanOrEqual(100)
  })

  test("an action without input takes an empty object and refuses members", async () => {
    const { id } = (await post("{}")).body
    expect((await service.call("POST", `/sessions/${id}/links`, { key, body: { nope: 1 } })).status).toBe(422)
    const expire = (raw: string) =>
      service.call("POST", `/sessions/${id}/expire`, { key, raw, headers: { "Content-Type": "application/json" } })
    expect((await expire('{"nope":1}')).body.errors).toEqual([
      { loc: ["body", "nope"], code: "unexpected_key", message: "This field is not known here." }
    ])
    expect((await expire("[]")).status).toBe(400)
    expect((await expire("{}")).status).toBe(200)
  })

  test("a body with GET or DELETE is not looked at", async () => {
    const { id } = (await service.call("POST", "/webhooks/endpoints", { key, body: { url: "https://example.com/in" } })).body
    const answer = await service.call("DELETE", `/webhooks/endpoints/${id}`, { key, raw: "{", headers: { "Content-Type": "text/plain" } })
    expect(answer.status).toBe(200)
  })
})

describe("uploads", () => {
  const upload = (raw: BodyInit, type?: string) =>
    service.call("POST", "/documents", { key, raw, ...(type === undefined ? {} : { headers: { "Content-Type": type } }) })
  const part = (head: string, content: string | Uint8Array) => [`--B\r\nContent-Disposition: form-data; ${head}\r\n\r\n`, content, "\r\n"]
  const form = (...parts: ReadonlyArray<ReadonlyArray<string | Uint8Array>>) =>
    new Uint8Array(Buffer.concat([...parts.flat(), "--B--\r\n"].map((one) => new Uint8Array(Buffer.from(one as string)))))
  const file = part('name="file"; filename="bill.pdf"', smallPdf)
  const type = "multipart/form-data; boundary=B"
  const unreadable = "The multipart body cannot be read. Send one part named file and text parts as multipart/form-data."
  const problems = async (raw: BodyInit, contentType?: string) => {
    const answer = await upload(raw, contentType)
    expect([answer.status, answer.body.error]).toEqual([422, "validation_error"])
    return answer.body.errors.map(({ code, loc }: { code: string; loc: ReadonlyArray<string> }) => `${loc.join(".")} ${code}`)
  }

  test("one file part and known text parts make a document", async () => {
    expect((await upload(form(part('name="kind"', "proof_of_address"), file), type)).status).toBe(201)
    expect((await upload(aForm())).status).toBe(201)
  })

  const broken: Readonly<Record<string, readonly [BodyInit, string]>> = {
    "no boundary named": [form(file), "multipart/form-data"],
    "an empty boundary": [form(file), "multipart/form-data; boundary="],
    "another boundary than named": [form(file), "multipart/form-data; boundary=C"],
    "an empty body": ["", type],
    "no form at all": ["garbage", type],
    "a body cut in the content of the file": [form(file).subarray(0, 90), type],
    "a body cut before its last boundary": [form(file).subarray(0, -9), type],
    "text that is not UTF-8": [form(part('name="kind"', new Uint8Array([0xff, 0xfe])), file), type],
    "a NUL in text": [form(part('name="document_type"', "a\u0000b"), file), type]
  }
  for (const [name, [raw, contentType]] of Object.entries(broken)) {
    test(`${name} is 400`, async () => {
      const answer = await upload(raw, contentType)
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: "bad_request", detail: unreadable, status_code: 400, request_id: expect.any(String) }
      ])
    })
  }

  test("JSON, a plain form or nothing is 415", async () => {
    for (const other of ["application/json", "application/x-www-form-urlencoded", "text/plain", "multipart/mixed; boundary=B", ""]) {
      const answer = await upload("{}", other)
      expect([answer.status, answer.body.detail]).toEqual([
        415,
        "This path reads multipart/form-data. Set the headers of the body accordingly."
      ])
    }
  })

  test("no file, a text in its place, two files and files of other names are told apart", async () => {
    expect(await problems(form(part('name="kind"', "proof_of_address")), type)).toEqual(["body.file missing"])
    expect(await problems(form(part('name="file"', "hello")), type)).toEqual(["body.file type"])
    expect(await problems(form(file, file), type)).toEqual(["body.file duplicate_key"])
    expect(await problems(form(file, part('name="second"; filename="b.pdf"', "x")), type)).toEqual(["body.second unexpected_key"])
  })

  test("an unknown part, one sent twice and a wrong value are listed together", async () => {
    const raw = form(
      part('name="nope"', "1"),
      part('name="kind"', "selfie"),
      part('name="kind"', "identity"),
      part('name="side"', "top"),
      file
    )
    expect(await problems(raw, type)).toEqual(["body.nope unexpected_key", "body.kind duplicate_key", "body.side enum"])
  })

  test("names that objects are born with are unknown parts", async () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      expect(await problems(form(part(`name="${name}"`, "1"), file), type)).toEqual([`body.${name} unexpected_key`])
    }
  })

  test("a thousand parts are too many", async () => {
    const answer = await upload(form(...Array.from({ length: 1000 }, (_, one) => part(`name="x${one}"`, "1")), file), type)
    expect([answer.status, answer.body.detail]).toEqual([400, "The multipart body has more than 50 parts."])
  })

  test("an empty file and one that is no document are 422, each under its own code", async () => {
    expect(await problems(form(part('name="file"; filename="a.pdf"', "")), type)).toEqual(["body.file empty_file"])
    const answer = await upload(aForm({}, new TextEncoder().encode("#!/bin/sh\n")))
    expect([answer.status, answer.body.error]).toEqual([422, "unsupported_document"])
  })

  test("a file beyond the limit is 413, whether its length was declared or not", async () => {
    // The file, and 64 KiB for the frame of its body and the parts around it.
    const limit = usualUploadBytes + 64 * 1024
    const large = new Uint8Array(limit + 1)
    const chunked = new ReadableStream({
      start: (controller) => {
        controller.enqueue(large)
        controller.close()
      }
    })
    for (const raw of [large, chunked]) {
      const answer = await upload(raw, type)
      expect([answer.status, answer.body.error, answer.body.max_bytes]).toEqual([413, "payload_too_large", limit])
    }
  })
})
