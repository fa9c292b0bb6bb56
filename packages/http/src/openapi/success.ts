import type { Contract } from "@vouchkit/core/kernel/operation/operation"
import type { SchemaNode } from "./schemas.ts"

const referencePath = "#/components/schemas/"

/** `ScreeningSubject` as it stands in a sentence: `screening subject`. */
const inWords = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(" ")
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(" ")

const named = (node: unknown): string | undefined => {
  const $ref = typeof node === "object" && node !== null && "$ref" in node ? node.$ref : undefined
  return typeof $ref === "string" ? $ref.slice(referencePath.length) : undefined
}

/** The definition whose objects a page holds; undefined for what is no page. */
export const itemOfPage = (output: SchemaNode): string | undefined => {
  const members: unknown = output.properties
  if (typeof members !== "object" || members === null || !("data" in members) || !("pagination" in members)) return undefined
  const { data } = members
  return typeof data === "object" && data !== null && "items" in data ? named(data.items) : undefined
}

/** What an answer of this status holds, for those who read the document. */
export const successWords = (contract: Contract, status: number, output: SchemaNode): string => {
  if (contract.file !== undefined) return `The file, as ${contract.file.join(" or ")}`
  const item = itemOfPage(output)
  if (item !== undefined) return `One page of the list: objects of type ${inWords(item)}, and where the page stands`
  const what = named(output)
  const noun = what === undefined ? "answer" : inWords(what)
  if (status === 202) return `Accepted and still running: the ${noun} as it is now`
  if (status === 201) return `Created: the new ${noun}`
  if (contract.effect === "read") return `The ${noun}`
  return `Done: the ${noun} after the request`
}
