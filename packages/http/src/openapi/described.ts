import type { SchemaNode } from "./schemas.ts"
import { wordsFor } from "./words/words.ts"

const isNode = (value: unknown): value is SchemaNode => typeof value === "object" && value !== null && !Array.isArray(value)

const alternatives = ["anyOf", "oneOf", "allOf", "prefixItems"] as const
const below = ["items", "additionalProperties"] as const

/** A member says what it means beside its `$ref`; one that is null or else described need not say it twice. */
const saysItself = (node: SchemaNode): boolean =>
  typeof node.description === "string" ||
  alternatives.some((keyword) => {
    const members = node[keyword]
    const reported = Array.isArray(members) ? members.filter(isNode).filter(({ type }) => type !== "null") : []
    return reported.length === 1 && reported.every(saysItself)
  })

/** Describes every member that its schema leaves without words, by the list of words. `scopes` name where the schema stands, the nearest first. */
export const described = (node: SchemaNode, scopes: ReadonlyArray<string>): SchemaNode => {
  const worded = (name: string, member: SchemaNode): SchemaNode => {
    const words = saysItself(member) ? undefined : wordsFor(scopes, name)
    const inner = described(member, [name, ...scopes])
    return words === undefined ? inner : { ...inner, description: words }
  }
  return Object.fromEntries(
    Object.entries(node).map(([keyword, value]) => {
      if (keyword === "properties" && isNode(value)) {
        return [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isNode(one) ? worded(name, one) : one]))]
      }
      if (alternatives.some((one) => one === keyword) && Array.isArray(value)) {
        return [keyword, value.map((one) => (isNode(one) ? described(one, scopes) : one))]
      }
      return [keyword, below.some((one) => one === keyword) && isNode(value) ? described(value, scopes) : value]
    })
  )
}
