import type { GraphEdge } from "./graph.ts"

const countIn = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + countIn(one), 0)
  return Object.entries(value).reduce((sum, [key, one]) => sum + (key === "fuzzy_match" ? 1 : 0) + countIn(one), 0)
}

/**
 * How often the conditions of edges compare names by how alike they are. Such a comparison takes as long as thousands of others, and nothing else is done meanwhile.
 */
export const likenessesIn = (edges: ReadonlyArray<Pick<GraphEdge, "when">>): number =>
  edges.reduce((sum, { when }) => sum + countIn(when), 0)
