import { checkTypes, kindOf } from "@vouchkit/core/verification/check-kinds"
import { takenMembers } from "@vouchkit/core/resources/checks/standalone-input"
import { reference } from "./components.ts"
import type { SchemaNode } from "./schemas.ts"

const isNode = (value: unknown): value is SchemaNode => typeof value === "object" && value !== null && !Array.isArray(value)

const pascal = (name: string): string => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The definition that stands for a request for a standalone check of any type. */
export const newCheck = "NewCheck"

/**
 * A request for a check takes other members by its type, and the handler refuses the rest. One schema for each type says so, where a
 * single one could only say that all are optional.
 */
export const checksByType = (whole: SchemaNode): Readonly<Record<string, SchemaNode>> => {
  const members: SchemaNode = isNode(whole.properties) ? whole.properties : {}
  const byType: ReadonlySet<string> = new Set(takenMembers)
  const everyType = Object.keys(members).filter((name) => name !== "type" && !byType.has(name))
  const variants = checkTypes.flatMap((type) => {
    const { label, standalone } = kindOf(type)
    if (typeof standalone === "string") return []
    const taken = [...standalone.required, ...standalone.optional, ...everyType]
    const schema: SchemaNode = {
      type: "object",
      description: label,
      properties: {
        type: { type: "string", enum: [type], description: "What is checked" },
        ...Object.fromEntries(taken.map((name) => [name, members[name]]))
      },
      required: ["type", ...standalone.required],
      additionalProperties: false
    }
    return [{ type, name: `New${pascal(type)}Check`, schema }]
  })
  const refs = variants.map(({ name, type }) => ({ type, ...reference(`schemas/${name}`) }))
  return {
    [newCheck]: {
      description: "A check to make, with what it is made of by its type",
      oneOf: refs.map(({ $ref }) => ({ $ref })),
      discriminator: { propertyName: "type", mapping: Object.fromEntries(refs.map(({ $ref, type }) => [type, $ref])) }
    },
    ...Object.fromEntries(variants.map(({ name, schema }) => [name, schema]))
  }
}
