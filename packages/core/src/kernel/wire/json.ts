import type { Schema } from "effect"
import { diagnose } from "./json-diagnosis.ts"

export type Json = Schema.Json
export type JsonObject = Schema.JsonObject

/** Levels of arrays and objects a request body may nest, the outermost one included. */
export const maxDepth = 64

/**
 * Commas and opening brackets that a request body may hold, which is about as many values. The largest body that an operation reads has some
 * hundreds; a schema looks at every one of them, and at those it refuses longest.
 */
export const maxValues = 50_000

/** Why a body was refused, as a stable code. */
export type JsonProblemCode =
  | "invalid_utf8"
  | "empty_body"
  | "invalid_json"
  | "too_deep"
  | "too_many_values"
  | "duplicate_key"
  | "forbidden_key"
  | "number_out_of_range"
  | "nul_character"
  | "lone_surrogate"
  | "not_an_object"

/** A refused body: the message never quotes the body, and `offset` counts bytes from its start. */
export interface JsonProblem {
  readonly code: JsonProblemCode
  readonly message: string
  readonly offset: number
}

type JsonResult<Value> = { readonly ok: Value } | { readonly problem: JsonProblem }

// RFC 8259 section 8.1 lets a reader ignore one byte order mark, and some clients cannot help sending it. The decoder drops exactly one.
const decoder = new TextDecoder("utf-8", { fatal: true })
const lenient = new TextDecoder("utf-8", { ignoreBOM: true })
const encoder = new TextEncoder()

const byteOrderMarkLength = (bytes: Uint8Array) => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0)

/** Where well-formed UTF-8 ends: a lenient reading written back differs from the original first at the broken sequence. */
const firstBrokenByte = (bytes: Uint8Array): number => {
  const written = encoder.encode(lenient.decode(bytes))
  const index = bytes.findIndex((byte, at) => byte !== written[at])
  return index === -1 ? bytes.length : index
}

const quote = 0x22
const backslash = 0x5c

interface Census {
  readonly depth: number
  /** Colons outside strings: in valid JSON, exactly the number of members written. */
  readonly members: number
  /** Commas and opening brackets outside strings. */
  readonly values: number
  /** Without such an escape no string can hold NUL or half a surrogate pair, as the bytes are valid UTF-8. */
  readonly unicodeEscapes: boolean
}

/** One pass over the bytes. On text that is not JSON the figures mean nothing, and the native parser refuses it. */
const census = (bytes: Uint8Array): Census => {
  let depth = 0
  let deepest = 0
  let members = 0
  let values = 0
  let unicodeEscapes = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === quote) {
      for (at += 1; at < bytes.length && bytes[at] !== quote; at += 1) {
        if (bytes[at] !== backslash) continue
        at += 1
        if (bytes[at] === 0x75) unicodeEscapes = true
      }
    } else if (byte === 0x3a) members += 1
    else if (byte === 0x2c) values += 1
    else if (byte === 0x7b || byte === 0x5b) {
      depth += 1
      values += 1
      if (depth > deepest) deepest = depth
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1
  }
  return { depth: deepest, members, values, unicodeEscapes }
}

const soundText = (text: string) => text.isWellFormed() && !text.includes("\0")

/** The members below a value, or -1 when something in it may not enter the service. Its depth is known to be bounded. */
const countMembers = (value: Json, checkText: boolean): number => {
  if (typeof value === "string") return !checkText || soundText(value) ? 0 : -1
  if (typeof value === "number") return Number.isFinite(value) ? 0 : -1
  if (typeof value !== "object" || value === null) return 0
  let total = 0
  if (Array.isArray(value)) {
    for (const item of value) {
      const members = countMembers(item, checkText)
      if (members < 0) return -1
      total += members
    }
    return total
  }
  for (const [key, child] of Object.entries(value)) {
    if (key === "__proto__" || (checkText && !soundText(key))) return -1
    const members = countMembers(child, checkText)
    if (members < 0) return -1
    total += members + 1
  }
  return total
}

const nativeParse = (text: string): { readonly value: Json } | undefined => {
  try {
    const value: Json = JSON.parse(text)
    return { value }
  } catch {
    return undefined
  }
}

const nativeDecode = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Reads JSON text of RFC 8259 from the bytes of a request, refusing what readers disagree about (I-JSON, RFC 7493): broken UTF-8,
 * duplicate and `__proto__` keys, numbers beyond a double, NUL and lone surrogates in strings, nesting beyond `maxDepth`, more than
 * `maxValues`.
 */
export const parseJson = (bytes: Uint8Array): JsonResult<Json> => {
  const text = nativeDecode(bytes)
  if (text === undefined) {
    return { problem: { code: "invalid_utf8", message: "The body is not valid UTF-8.", offset: firstBrokenByte(bytes) } }
  }
  // The usual case costs the native parser and two short passes; only a refused body is read a second time, to say why and where.
  const { depth, members, unicodeEscapes, values } = census(bytes)
  if (depth <= maxDepth && values <= maxValues) {
    const parsed = nativeParse(text)
    if (parsed !== undefined && countMembers(parsed.value, unicodeEscapes) === members) return { ok: parsed.value }
  }
  const { code, message, index } = diagnose(text, { depth: maxDepth, values: maxValues })
  return { problem: { code, message, offset: byteOrderMarkLength(bytes) + encoder.encode(text.slice(0, index)).length } }
}

/** Tells an object from the other JSON values. */
export const isJsonObject = (value: Json): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value)

/** `parseJson` for an operation whose body is an object: an array, string, number, boolean or null is refused. */
export const parseJsonObject = (bytes: Uint8Array): JsonResult<JsonObject> => {
  const parsed = parseJson(bytes)
  if ("problem" in parsed) return parsed
  if (isJsonObject(parsed.ok)) return { ok: parsed.ok }
  return { problem: { code: "not_an_object", message: "The body must be a JSON object.", offset: byteOrderMarkLength(bytes) } }
}
