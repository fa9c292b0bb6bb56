import { createCipheriv, createHash } from "node:crypto"
import { describe, expect, test } from "bun:test"
import { withPdf } from "@vouchkit/adapters/engines/pdf/document"
import { needsPassword } from "@vouchkit/core/resources/documents/pdf/password"
import fc from "fast-check"
import { protectedPdf as made } from "../../../support/protected-pdf.ts"
import { smallPdf } from "../../../support/service.ts"

/** What another reader of PDFs says: the engine that reads uploads. */
const opens = async (file: Uint8Array): Promise<boolean> => (await withPdf(file, async () => "opened")) !== "encrypted"

/** RC4 of 40 and 128 bits, AES of 128 and of 256 bits (revisions 2 to 5). */
const versions = ["1.3", "1.4", "1.6", "1.7", "1.7ext3"] as const

describe.each(versions)("a PDF that is encrypted as version %s has it", (pdfVersion) => {
  test("needs a password where it has one for its readers", async () => {
    const file = await made({ pdfVersion, userPassword: "sesame", ownerPassword: "owner" })
    expect([needsPassword(file), await opens(file)]).toEqual([true, false])
  })

  test("needs none where it only restricts printing and copying", async () => {
    const file = await made({ pdfVersion, ownerPassword: "owner", permissions: { printing: "lowResolution" } })
    expect([needsPassword(file), await opens(file)]).toEqual([false, true])
  })
})

/** ISO 32000-2, algorithm 2.B as its steps stand there, for any password. */
const hardened = (password: string, salt: Uint8Array): Buffer => {
  let key = createHash("sha256").update(password).update(salt).digest()
  for (let round = 0, end = 255; round < 64 || end > round - 32; round += 1) {
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const input = Buffer.concat(Array.from({ length: 64 }, () => Buffer.concat([Buffer.from(password), key])))
    const output = Buffer.concat([cipher.update(input), cipher.final()])
    const modulus = Number(BigInt(`0x${output.subarray(0, 16).toString("hex")}`) % 3n)
    key = createHash(["sha256", "sha384", "sha512"][modulus] ?? "")
      .update(output)
      .digest()
    end = output.at(-1) ?? 0
  }
  return key.subarray(0, 32)
}

test("the hardened hash of PDF 2.0 is told from its bytes too", async () => {
  // The newest that the generator makes is revision 5; its entry on the user password is replaced by one of revision 6.
  const file = (await made({ pdfVersion: "1.7ext3", userPassword: "sesame", ownerPassword: "owner" })).toString("latin1")
  const [salt, keySalt] = [Buffer.alloc(8, 3), Buffer.alloc(8, 5)]
  const withPassword = (password: string) =>
    Buffer.from(
      file
        .replace(/\/R 5\b/, "/R 6")
        .replace(/\/U (\(|<)[\s\S]*?(?=\n\/|\n>>)/, `/U <${Buffer.concat([hardened(password, salt), salt, keySalt]).toString("hex")}>`),
      "latin1"
    )
  const [open, closed] = [withPassword(""), withPassword("sesame")]
  expect([open.includes("/R 6"), open.length === closed.length]).toEqual([true, true])
  expect([needsPassword(open), needsPassword(closed)]).toEqual([false, true])
  expect([await opens(open), await opens(closed)]).toEqual([true, false])
})

test("an encryption that a cross-reference stream names counts like that of a trailer", async () => {
  for (const userPassword of ["sesame", undefined]) {
    const file = (
      await made({ pdfVersion: "1.6", ownerPassword: "owner", ...(userPassword === undefined ? {} : { userPassword }) })
    ).toString("latin1")
    const trailer = /trailer\s*(<<[\s\S]*?>>)\s*startxref/.exec(file)?.[1] ?? ""
    expect(trailer).toContain("/Encrypt")
    const at = file.length
    const streamed = `${file}99 0 obj\n${trailer.replace(/>>$/, "/Type /XRef /W [1 2 1] /Length 0 >>")}\nstream\n\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`
    expect(needsPassword(Buffer.from(streamed, "latin1"))).toBe(userPassword !== undefined)
  }
})

test.each([
  ["a PDF without encryption", smallPdf],
  ["bytes that are no PDF", new TextEncoder().encode("startxref 5")],
  ["a trailer that points to nothing", new TextEncoder().encode("%PDF-1.4\nstartxref\n999999\n%%EOF")],
  ["an encryption that is not there", new TextEncoder().encode("%PDF-1.4\nxref\n0 0\ntrailer<</Encrypt 9 0 R>>\nstartxref\n9\n%%EOF")],
  [
    "text that only speaks of encryption",
    new TextEncoder().encode("%PDF-1.4\n% /Encrypt 5 0 R\nxref\n0 0\ntrailer<</Root 1 0 R>>\nstartxref\n26\n%%EOF")
  ]
])("%s needs no password", (_, file) => {
  expect(needsPassword(file)).toBe(false)
})

test("whatever a file holds, the question is answered", () => {
  const parts = fc.constantFrom(
    "%PDF-1.4\n",
    "xref\n",
    "trailer",
    "<<",
    ">>",
    "/Encrypt ",
    "5 0 R",
    "5 0 obj",
    "(",
    ")",
    "\\",
    "startxref\n0\n",
    "[",
    "]"
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(parts, fc.string({ maxLength: 5 })), { maxLength: 60 }), (text) => {
      expect(typeof needsPassword(new TextEncoder().encode(text.join("")))).toBe("boolean")
    })
  )
})
