import { graphLimits, type NodeState } from "../graph.ts"
import type { Link, LinkedGraph, LinkedNode } from "../links.ts"
import { type Layered, layered } from "./layers.ts"
import { placesOf } from "./places.ts"
import { escaped, labelOf, purposeOf, shortened, stateTexts, unitsIn } from "./texts.ts"

/** What a run has come to, where the picture shows one. */
export interface ShownRun {
  readonly states: ReadonlyMap<string, NodeState>
  /** Places of the edges that were taken. */
  readonly taken: ReadonlySet<number>
}

const sizes = { margin: 24, title: 34, unit: 7.2, pad: 14, least: 96, node: 44, state: 16, rows: 56, letters: 30, condition: 400 } as const

const looks = {
  pending: { fill: "#ffffff", dash: "2 4", width: 1 },
  running: { fill: "#dbeafe", dash: "", width: 3 },
  waiting: { fill: "#fef3c7", dash: "8 4", width: 3 },
  succeeded: { fill: "#dcfce7", dash: "", width: 1.5 },
  failed: { fill: "#fee2e2", dash: "", width: 4 },
  skipped: { fill: "#f3f4f6", dash: "4 4", width: 1 },
  cancelled: { fill: "#e5e7eb", dash: "10 3 2 3", width: 1.5 }
} as const satisfies Record<NodeState, { readonly fill: string; readonly dash: string; readonly width: number }>
const plain = { fill: "#ffffff", dash: "", width: 1.5 } as const

const linesOf = ({ id, node }: LinkedNode): readonly [string, string] => [
  shortened(node.name ?? id, sizes.letters),
  shortened(purposeOf(node), sizes.letters)
]

const widthOf = (linked: LinkedNode): number =>
  Math.max(sizes.least, Math.max(...linesOf(linked).map(unitsIn)) * sizes.unit + 2 * sizes.pad)

const round = (value: number): string => String(Math.round(value * 10) / 10)

const text = (x: number, y: number, content: string, more = ""): string =>
  `<text x="${round(x)}" y="${round(y)}" text-anchor="middle"${more}>${escaped(content)}</text>`

/** Ends are round, branches have points, and what only forks or joins is narrow; all else is a box. */
const outline = ({ node: { type } }: LinkedNode, x: number, y: number, width: number, height: number, look: string): string => {
  const [left, right, middle] = [x - width / 2, x + width / 2, y + height / 2]
  if (type === "branch") {
    const points = [
      [left - 10, middle],
      [left + 8, y],
      [right - 8, y],
      [right + 10, middle],
      [right - 8, y + height],
      [left + 8, y + height]
    ]
    return `<polygon points="${points.map((point) => point.map((value) => round(value ?? 0)).join(",")).join(" ")}"${look}/>`
  }
  const radius = type === "start" || type === "end" ? height / 2 : type === "parallel" || type === "join" ? 0 : 6
  return `<rect x="${round(left)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${round(radius)}"${look}/>`
}

/** The points of a picture: the middle of each spot, and the top of each layer. */
interface Frame {
  readonly graph: Layered
  readonly x: (key: string) => number
  readonly y: (layer: number) => number
  readonly height: number
}

const drawnNode = (linked: LinkedNode, layer: number, { height, x, y }: Frame, run: ShownRun | null): string => {
  const { id, node } = linked
  const state = run === null ? null : (run.states.get(id) ?? "pending")
  const { dash, fill, width } = state === null ? plain : looks[state]
  const look = ` fill="${fill}" stroke="#1f2937" stroke-width="${width}"${dash === "" ? "" : ` stroke-dasharray="${dash}"`}`
  const [name, purpose] = linesOf(linked)
  const [middle, top] = [x(id), y(layer)]
  const lines = [
    `<title>${escaped([node.name ?? id, id, purposeOf(node), ...(state === null ? [] : [state])].join(" · "))}</title>`,
    outline(linked, middle, top, widthOf(linked), height, look),
    text(middle, top + 19, name, ' font-weight="bold"'),
    text(middle, top + 35, purpose, ' fill="#4b5563" font-size="11"'),
    ...(state === null ? [] : [text(middle, top + 51, stateTexts[state], ' font-size="11"')])
  ]
  return `<g id="${escaped(id)}">${lines.join("")}</g>`
}

const drawnEdge = (
  from: LinkedNode,
  { edge, place }: Link,
  { graph, height, x, y }: Frame,
  layerOf: (key: string) => number,
  run: ShownRun | null
) => {
  const way = graph.passed.get(place) ?? []
  const points = way.map((key, index) => ({
    x: x(key),
    in: y(layerOf(key)) - (index === way.length - 1 ? 6 : 0),
    out: y(layerOf(key)) + height
  }))
  const [first] = points
  if (first === undefined) return ""
  let path = `M${round(first.x)} ${round(first.out)}`
  for (const [index, { in: top, out, x: to }] of points.entries()) {
    const before = points[index - 1]
    if (before === undefined) continue
    const half = (before.out + top) / 2
    path += `C${round(before.x)} ${round(half)} ${round(to)} ${round(half)} ${round(to)} ${round(top)}`
    if (index < points.length - 1) path += `V${round(out)}`
  }
  const taken = run?.taken.has(place) === true
  const look = run === null ? ' stroke-width="1.3"' : taken ? ' stroke-width="3"' : ' stroke-width="1" stroke-dasharray="3 4"'
  const label = labelOf(from, edge)
  const [, second] = points
  const words = shortened(label, sizes.letters)
  const beside =
    second === undefined || words === ""
      ? ""
      : text((first.x + second.x * 3) / 4, second.in - 16, words, ' font-size="11" stroke="#ffffff" stroke-width="4" paint-order="stroke"')
  const condition = edge.when === undefined ? "" : ` when ${JSON.stringify(edge.when)}`
  const title = shortened(
    `${edge.from} to ${edge.to}${label === "" ? "" : ` (${label})`}${condition}${taken ? ", taken" : ""}`,
    sizes.condition
  )
  return `<g><title>${escaped(title)}</title><path d="${path}" fill="none" stroke="#1f2937"${look} marker-end="url(#arrow)"/>${beside}</g>`
}

const arrow =
  '<defs><marker id="arrow" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z" fill="#1f2937"/></marker></defs>'

/** Draws a valid graph as SVG: from the start at the top down to its ends, with what a run came to if one is shown. It holds no style sheet and no script. */
export const drawn = (linked: LinkedGraph, title: string, run: ShownRun | null): string => {
  const byId = new Map(linked.map((node) => [node.id, node]))
  const graph = layered(linked, (id) => {
    const node = byId.get(id)
    return node === undefined ? sizes.least : widthOf(node) + (node.node.type === "branch" ? 20 : 0)
  })
  const { at, width } = placesOf(graph)
  const height = sizes.node + (run === null ? 0 : sizes.state)
  const layers = new Map(graph.layers.flatMap((row, layer) => row.map(({ key }) => [key, layer] as const)))
  const layerOf = (key: string) => layers.get(key) ?? 0
  const frame: Frame = {
    graph,
    height,
    x: (key) => sizes.margin + (at.get(key) ?? 0),
    y: (layer) => sizes.margin + sizes.title + layer * (height + sizes.rows)
  }
  const whole = {
    width: Math.max(width, Math.min(unitsIn(title), graphLimits.nodes) * 9) + 2 * sizes.margin,
    height: frame.y(graph.layers.length) - sizes.rows + sizes.margin
  }
  const edges = linked.flatMap((node) => node.out.map((link) => drawnEdge(node, link, frame, layerOf, run)))
  const nodes = linked.map((node) => drawnNode(node, layerOf(node.id), frame, run))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${round(whole.width)} ${round(whole.height)}" width="${round(whole.width)}" height="${round(whole.height)}" font-family="system-ui, sans-serif" font-size="12" fill="#111827">`,
    `<title>${escaped(title)}</title>`,
    arrow,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    `<text x="${sizes.margin}" y="${sizes.margin + 10}" font-size="15" font-weight="bold">${escaped(shortened(title, graphLimits.nodes))}</text>`,
    ...edges,
    ...nodes,
    "</svg>"
  ].join("\n")
}
