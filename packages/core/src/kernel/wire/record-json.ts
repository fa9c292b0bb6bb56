import type { Json } from "./json.ts"

/** A record as the API writes it: members that are absent or undefined do not count. */
export const asJson = (value: unknown): Json => {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value
  if (typeof value === "number") return Number.isFinite(value) ? value : null
  if (Array.isArray(value)) return value.map(asJson)
  if (typeof value !== "object") return null
  return Object.fromEntries(Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[name, asJson(member)]])))
}
