import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { Schema } from "effect"

type Node = Readonly<Record<string, any>>

/** The paths of the members that an operation cannot be called without, as `decision.reason` or `actions[].type`. */
export const requiredMembers = ({ contract: { body = {}, params = {}, query = {} } }: AnyOperation): ReadonlyArray<string> => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(Schema.Struct({ ...params, ...query, ...body })) as {
    readonly definitions: Readonly<Record<string, Node>>
    readonly schema: Node
  }
  const found = new Set<string>()
  const walk = (node: Node, at: string, depth: number): void => {
    if (depth > 12) return
    const name = typeof node.$ref === "string" ? node.$ref.split("/").at(-1) : undefined
    if (name !== undefined) walk(definitions[name] ?? {}, at, depth + 1)
    for (const part of [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])]) walk(part, at, depth + 1)
    if (typeof node.items === "object") walk(node.items, `${at}[]`, depth + 1)
    for (const [member, of] of Object.entries<Node>(node.properties ?? {})) {
      const path = at === "" ? member : `${at}.${member}`
      if ((node.required ?? []).includes(member)) found.add(path)
      walk(of, path, depth + 1)
    }
  }
  walk(schema, "", 0)
  return [...found]
}

const isPlain = (value: unknown): value is object =>
  Array.isArray(value) || (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype)

/** The value, which notes the path of each member that is read from it, however deep. */
const recording = (value: unknown, at: string, read: (path: string) => void): unknown =>
  !isPlain(value)
    ? value
    : new Proxy(value, {
        get: (target, key, receiver) => {
          const member: unknown = Reflect.get(target, key, receiver)
          if (typeof key === "symbol" || !Object.hasOwn(target, key) || (Array.isArray(target) && key === "length")) return member
          const path = Array.isArray(target) ? `${at}[]` : at === "" ? key : `${at}.${key}`
          read(path)
          return recording(member, path, read)
        }
      })

/** Operations that note which members of their decoded input their code reads, by the name of the operation. */
export const recordedInput = () => {
  const read = new Map<string, Set<string>>()
  const observe = (op: AnyOperation): AnyOperation => {
    const paths = new Set<string>()
    read.set(op.contract.name, paths)
    const recorded = (input: unknown) => recording(input, "", (path) => paths.add(path))
    const { prepare } = op
    return {
      ...op,
      ...(prepare === undefined ? {} : { prepare: (input: unknown) => prepare(recorded(input)) }),
      handle: (input, prepared) => op.handle(recorded(input), prepared)
    }
  }
  return { observe, read }
}
