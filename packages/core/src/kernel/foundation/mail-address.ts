import { Schema } from "effect"

const longestAddress = 254
const atom = String.raw`[^\p{C}\p{Z}"(),.:;<>@\\[\]]+`
const label = String.raw`[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const mailable = new RegExp(`^(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@${label}(?:\\.${label})*$`, "u")

/**
 * Whether mail can be addressed so: a dot-atom before the @ and a host name after it (RFC 5321, RFC 6531). Quoted local parts, comments,
 * lists and address literals are left out: they are how headers and commands are smuggled.
 */
export const isMailable = (address: string): boolean => address.length <= longestAddress && mailable.test(address)

/** An address that mail can be sent to. */
export const MailAddress = Schema.String.check(
  Schema.makeFilter((text: string) => isMailable(text) || "must be one mail address without a name, such as operations@your-company.com", {
    expected: "a mail address",
    examples: ["operations@your-company.com"],
    toJsonSchema: () => ({ format: "email", minLength: 3, maxLength: longestAddress })
  })
)
