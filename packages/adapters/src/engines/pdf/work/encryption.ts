import type { Encryption } from "./decryption.ts"
import type { PdfDictionary, PdfValue } from "./values.ts"

/** What resolves the values of a file. */
interface Resolver {
  readonly resolved: (value: PdfValue | undefined) => ReadonlyArray<PdfValue>
  readonly dictionariesOf: (value: PdfValue | undefined) => ReadonlyArray<PdfDictionary>
  readonly members: (value: PdfValue | undefined) => ReadonlyArray<PdfValue>
  readonly names: (value: PdfValue | undefined) => ReadonlyArray<string>
  readonly number: (value: PdfValue | undefined, otherwise: number) => number
}

const methods: Readonly<Record<string, Encryption["method"]>> = { AESV3: "aes256", AESV2: "aes128", V2: "rc4" }

/** How streams are encrypted: by name among the filters of the file from version 4 on, and by RC4 before. */
const methodOf = (file: Resolver, encrypt: PdfDictionary, version: number): Encryption["method"] => {
  if (version < 4) return "rc4"
  const names = file.names(encrypt.get("StmF"))
  const filters = file.dictionariesOf(encrypt.get("CF")).flatMap((all) => names.flatMap((name) => file.dictionariesOf(all.get(name))))
  const [method = ""] = filters.flatMap((filter) => file.names(filter.get("CFM")))
  return methods[method] ?? "none"
}

/** Reads the dictionary of a file's encryption. */
export const encryptionOf = (file: Resolver, trailer: PdfDictionary, encrypt: PdfDictionary): Encryption => {
  const text = (value: PdfValue | undefined): Uint8Array =>
    file.resolved(value).flatMap((one) => (one.kind === "text" ? [one.bytes] : []))[0] ?? new Uint8Array(0)
  const version = file.number(encrypt.get("V"), 0)
  const bits = version === 1 ? 40 : version === 4 ? 128 : file.number(encrypt.get("Length"), 40)
  return {
    revision: file.number(encrypt.get("R"), 0),
    length: Math.min(16, Math.max(5, bits >> 3)),
    owner: text(encrypt.get("O")),
    user: text(encrypt.get("U")),
    userKey: text(encrypt.get("UE")),
    permissions: file.number(encrypt.get("P"), 0),
    metadata: !file.resolved(encrypt.get("EncryptMetadata")).some((one) => one.kind === "word" && one.word === "false"),
    method: methodOf(file, encrypt, version),
    id: text(file.members(trailer.get("ID"))[0])
  }
}
