import { isRecord, type Node } from "./schema-nodes.ts"
import { withheld } from "./views.ts"

/** The mark of a member that is personal unless another member of the same object matches a pattern. */
const mark = "x-personal-unless"

interface Condition {
  readonly member: string
  readonly pattern: RegExp
}

const conditionOf = (flat: Node | undefined): Condition | undefined => {
  const given = flat?.[mark]
  if (!isRecord(given)) return undefined
  const { matches, member } = given
  if (typeof matches !== "string" || typeof member !== "string") throw new Error(`${mark} has to name a member and what it matches`)
  return { member, pattern: new RegExp(matches, "u") }
}

/** A value with every scalar in it withheld. */
const withholding = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withholding)
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withholding(child)])) : withheld
}

/** What the members of an object whose nodes carry the mark are, by the other member that it names. */
export const conditionals = (members: ReadonlyArray<readonly [string, Node | undefined]>) => {
  const conditions = new Map(
    members.flatMap(([key, flat]) => {
      const condition = conditionOf(flat)
      return condition === undefined ? [] : [[key, condition] as const]
    })
  )
  const matches = (object: Node, { member, pattern }: Condition): boolean => {
    const other = object[member]
    return typeof other === "string" && pattern.test(other)
  }
  return {
    /** A member as it may be shown. */
    shown: (object: Node, key: string): unknown => {
      const condition = conditions.get(key)
      return condition === undefined || matches(object, condition) ? object[key] : withholding(object[key])
    },
    /** Whether a member says nothing of a person, even where its node is marked as personal. */
    isImpersonal: (object: Node, key: string): boolean => {
      const condition = conditions.get(key)
      return condition !== undefined && matches(object, condition)
    }
  }
}
