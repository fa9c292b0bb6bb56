import { createHash } from "node:crypto"
import { record } from "@vouchkit/core/kernel/audit/log"
import { idPrefixes, isId } from "@vouchkit/core/kernel/foundation/id"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { canonicalJson } from "@vouchkit/core/kernel/wire/canonical-json"
import type { Json } from "@vouchkit/core/kernel/wire/json"
import { Effect, Schema } from "effect"
import type { RawArguments } from "./arguments.ts"

const isJson = Schema.is(Schema.Json)

/** SHA-256 of the canonical JSON of a call's arguments, in hexadecimal: equal for equal calls, and nothing of them can be read from it. */
export const argumentsDigest = (raw: RawArguments): string => {
  const content: Json = isJson(raw) ? raw : null
  return createHash("sha256").update(canonicalJson(content)).digest("hex")
}

const prefixes = Object.entries(idPrefixes)

/** The resource an identifier names, by its prefix; undefined for any other text, which might say anything. */
const resourceOf = (value: unknown): { readonly type: string; readonly id: string } | undefined => {
  if (typeof value !== "string") return undefined
  const found = prefixes.find(([prefix]) => isIdOf(prefix, value))
  return found === undefined ? undefined : { type: found[1], id: value }
}
const isPrefix = (text: string): text is keyof typeof idPrefixes => Object.hasOwn(idPrefixes, text)
const isIdOf = (prefix: string, value: string): boolean => isPrefix(prefix) && isId(prefix, value)

/** What a call was about: what it made or answered, else the first resource its arguments name. */
const targetOf = (output: unknown, raw: RawArguments) => {
  const made = typeof output === "object" && output !== null && "id" in output ? resourceOf(output.id) : undefined
  return (
    made ??
    Object.values(raw)
      .map(resourceOf)
      .find((found) => found !== undefined) ??
    null
  )
}

interface CallRecord {
  /** Name of the tool; null when the call named none that there is. */
  readonly tool: string | null
  readonly raw: RawArguments
  readonly output: unknown
  /** The code of what went wrong; null when nothing did. */
  readonly failed: string | null
}

/** Writes the entry of one call, `mcp.<tool>`: who, on what, with which digest of arguments, how it ended. The arguments themselves stay out. */
export const recordCall = Effect.fnUntraced(function* ({ failed, output, raw, tool }: CallRecord) {
  const { environment, organization } = yield* Caller
  const { transaction } = yield* UnitOfWork
  const changes = [
    { path: "arguments_sha256", from: null, to: argumentsDigest(raw) },
    ...(failed === null ? [] : [{ path: "error", from: null, to: failed }])
  ]
  const entry = record({
    action: `mcp.${tool ?? "unknown_tool"}`,
    target: targetOf(output, raw),
    changes,
    outcome: failed === null ? "succeeded" : "failed"
  })
  yield* Effect.provideService(transaction(entry), Tenant, { organization, environment })
})
