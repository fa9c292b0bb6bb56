import { isDeepStrictEqual } from "node:util"
import type { JsonSchema } from "effect"

type Definitions = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const referencePath = "#/components/schemas/"

/** A schema that is described where it is used counts as another definition of its name, which is then numbered. */
const unnumbered = (name: string): string => name.replace(/_\d+$/, "")

const withoutWords = (node: unknown): unknown => {
  if (!isNode(node)) return node
  const { description: _words, ...rest } = node
  return rest
}

/**
 * Definitions of one name that differ in their words alone become one definition; what each said of itself stands where it is referred to.
 * So a client has one type for one thing.
 */
export const oneOfEachName = <Node>(
  definitions: JsonSchema.Definitions,
  schemas: ReadonlyArray<Node>
): { readonly definitions: Definitions; readonly schemas: ReadonlyArray<unknown> } => {
  const bases = new Map<string, string>()
  for (const [name, node] of Object.entries(definitions)) {
    const base = unnumbered(name)
    if (base === name || !Object.hasOwn(definitions, base)) continue
    if (isDeepStrictEqual(withoutWords(node), withoutWords(definitions[base]))) bases.set(name, base)
  }
  const merged = new Set(bases.values())
  const wordsOf = (name: string): unknown => {
    const node: unknown = definitions[name]
    return isNode(node) ? node.description : undefined
  }
  const redirected = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(redirected)
    if (!isNode(node)) return node
    const { $ref } = node
    const inner = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, redirected(value)]))
    if (typeof $ref !== "string" || !$ref.startsWith(referencePath)) return inner
    const name = $ref.slice(referencePath.length)
    const base = bases.get(name) ?? name
    if (!merged.has(base)) return inner
    const words = wordsOf(name)
    return { ...(words === undefined ? {} : { description: words }), ...inner, $ref: `${referencePath}${base}` }
  }
  return {
    definitions: Object.fromEntries(
      Object.entries(definitions).flatMap(([name, node]): ReadonlyArray<readonly [string, unknown]> => {
        if (bases.has(name)) return []
        return [[name, redirected(merged.has(name) ? withoutWords(node) : node)]]
      })
    ),
    schemas: schemas.map(redirected)
  }
}
