import { isJsonObject, type Json } from "@vouchkit/core/kernel/wire/json"

// An underscore may stand before or behind: requests of jobs are named after the record that they are about.
const identifier = /(?<![a-z])([a-z]{2,4}|decision)_[0-9a-hjkmnp-tv-z]{26}(?![0-9a-z])/g
const requestId = /\breq_[0-9a-f]{32}\b/g
const apiKey = /\bvk_(sandbox|live)_[0-9A-Za-z]{46}\b/g
const webhookSecret = /\bwhsec_[A-Za-z0-9+/=]+/g
const token = /(\/verify\/)[A-Za-z0-9_-]{43}\b/g
/** What is drawn by chance outside of the service's own entropy, by the names of the members that hold it. */
const drawn: Readonly<Record<string, string>> = {
  signature: "A".repeat(86),
  public_key: "A".repeat(43),
  preview_token: `VE9LRU4.${"0".repeat(64)}`,
  challenge: "Y2hhbGxlbmdl"
}

/** Texts without what no reader can use again: identifiers are counted from 1 in each example, and secrets are words. */
const textReader = () => {
  const seen = new Map<string, string>()
  return (text: string): string =>
    text
      .replace(requestId, "req_0123456789abcdef0123456789abcdef")
      .replace(apiKey, (_, environment: string) => `vk_${environment}_${"EXAMPLE".repeat(6)}0000`)
      .replace(webhookSecret, "whsec_RVhBTVBMRV9FWEFNUExFX0VYQU1QTEU=")
      .replace(token, "$1TOKEN")
      .replace(identifier, (whole, prefix: string) => {
        const known = seen.get(whole) ?? `${prefix}_0198c0de00${String(seen.size + 1).padStart(16, "0")}`
        seen.set(whole, known)
        return known
      })
}

const mostObjects = 2
const mostTexts = 6
/** Lists and maps show how they begin: an example is no reference. */
const shortened = (list: ReadonlyArray<Json>): ReadonlyArray<Json> =>
  list.slice(0, list.some((one) => typeof one === "object") ? mostObjects : mostTexts)

/** An answer as it is kept: the same whenever and wherever it is recorded. */
export const normalised = (value: Json): Json => {
  const read = textReader()
  const visit = (one: Json, name: string): Json => {
    if (typeof one === "string") return drawn[name] === undefined ? read(one) : (drawn[name] ?? "")
    if (Array.isArray(one)) return shortened(one).map((item) => visit(item, name))
    if (!isJsonObject(one)) return one
    return Object.fromEntries(Object.entries(one).map(([key, child]) => [key, visit(child ?? null, key)]))
  }
  return visit(value, "")
}
