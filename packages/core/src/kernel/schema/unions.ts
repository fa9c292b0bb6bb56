import type { SchemaAST, SchemaIssue } from "effect"

/** Follows a suspended schema to what it stands for; only recursive schemas have any. */
const resolved = (ast: SchemaAST.AST): SchemaAST.AST => {
  let found = ast
  for (let hop = 0; found._tag === "Suspend" && hop < 8; hop += 1) found = found.thunk()
  return found
}

/** The values a schema lists one by one; undefined when it admits anything else. */
export const literalsOf = (ast: SchemaAST.AST): Discriminator["literals"] | undefined => {
  const node = resolved(ast)
  if (node._tag === "Literal") return [node.literal]
  if (node._tag === "Enum") return node.enums.map(([, value]) => value)
  if (node._tag === "Null") return [null]
  if (node._tag !== "Union" || node.types.length === 0) return undefined
  const members = node.types.map(literalsOf)
  return members.every((member) => member !== undefined) ? members.flat() : undefined
}

/** A key that every object member of a union has, and the values it may have. */
export interface Discriminator {
  readonly key: string
  readonly literals: ReadonlyArray<string | number | bigint | boolean | null>
}

/** The keys by which the object members of a union can be distinguished, in the order they are declared. */
export const discriminatorsOf = (ast: SchemaAST.Union): ReadonlyArray<Discriminator> => {
  const objects = ast.types.map(resolved).filter((member) => member._tag === "Objects")
  const [first] = objects
  return (first?.propertySignatures ?? []).flatMap(({ name }) => {
    if (typeof name !== "string") return []
    const values = objects.map(({ propertySignatures }) => {
      const found = propertySignatures.find((property) => property.name === name)
      return found === undefined || found.type.context?.isOptional === true ? undefined : literalsOf(found.type)
    })
    return values.every((literals) => literals !== undefined) ? [{ key: name, literals: [...new Set(values.flat())] }] : []
  })
}

const leaves = (issue: SchemaIssue.Issue): number => {
  switch (issue._tag) {
    case "Composite":
    case "AnyOf":
      return Math.max(
        1,
        issue.issues.reduce((sum, inner) => sum + leaves(inner), 0)
      )
    case "Filter":
    case "Encoding":
    case "Pointer":
      return leaves(issue.issue)
    case "InvalidType":
    case "InvalidValue":
    case "MissingKey":
    case "UnexpectedKey":
    case "Forbidden":
    case "OneOf":
      return 1
  }
}

/** Whether an input is of another member, by one of the keys that distinguish them. */
const isOfAnother = (issue: SchemaIssue.Issue, keys: ReadonlySet<PropertyKey>): boolean =>
  issue._tag === "Composite" &&
  issue.issues.some((inner) => inner._tag === "Pointer" && inner.path.slice(0, 1).some((key) => keys.has(key)))

/** The member of a union that the input came nearest to: of those that it may be by the keys that distinguish them, the one with the fewest things wrong. */
export const closestBranch = ({ ast, issues }: SchemaIssue.AnyOf): SchemaIssue.Issue | undefined => {
  const keys = new Set<PropertyKey>(discriminatorsOf(ast).map(({ key }) => key))
  const own = issues.filter((issue) => !isOfAnother(issue, keys))
  let closest: SchemaIssue.Issue | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const issue of own.length === 0 ? issues : own) {
    const wrong = leaves(issue)
    if (wrong >= fewest) continue
    closest = issue
    fewest = wrong
  }
  return closest
}
