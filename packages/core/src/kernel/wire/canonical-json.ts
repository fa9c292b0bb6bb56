import { isJsonObject, type Json } from "./json.ts"

/**
 * One spelling for every JSON value of the same content: keys in UTF-16 order, no white space, numbers and strings as ECMAScript writes
 * them (RFC 8785). Fingerprints are taken over it. The value is one that `parseJson` accepted or that a schema encoded.
 */
export const canonicalJson = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members: Array<string> = []
  // Without a comparison of its own, sort compares UTF-16 code units, as RFC 8785 asks.
  for (const key of Object.keys(value).sort()) {
    const child = value[key]
    if (child !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(child)}`)
  }
  return `{${members.join(",")}}`
}
