import type { LivenessAction } from "@vouchkit/core/verification/faces/liveness/challenge"
import { Schema } from "effect"
import type { FaceLibraries } from "../../src/engines/faces/face-libraries.ts"
import type { Position, Vertex } from "./raster.ts"

/** Outline of the face and of the opening of the mouth among the points of the mesh, each in a circle. */
export const oval = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136, 172, 58, 132, 93,
  234, 127, 162, 21, 54, 103, 67, 109
] as const
export const mouth = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308, 324, 318, 402, 317, 14, 87, 178, 88, 95] as const
const lowerLip: ReadonlySet<number> = new Set([14, 87, 178, 88, 95, 317, 402, 318, 324])

const Triangulation = Schema.Array(Schema.Int)

const inMouth: ReadonlySet<number> = new Set(mouth)

/** The triangles that the library draws its mesh with, without those that close the mouth. */
export const trianglesOf = ({ human }: FaceLibraries): ReadonlyArray<readonly [number, number, number]> => {
  const corners = Schema.decodeUnknownSync(Triangulation)(Reflect.get(human, "faceTriangulation"))
  const all = Array.from(
    { length: corners.length / 3 },
    (_, index) => [corners[index * 3] ?? 0, corners[index * 3 + 1] ?? 0, corners[index * 3 + 2] ?? 0] as const
  )
  return all.filter((triangle) => !triangle.every((corner) => inMouth.has(corner)))
}

/** How a head is held: degrees to its own left, degrees down, and the gap of its lips as a share of the height of the face. */
export interface Pose {
  readonly yaw: number
  readonly pitch: number
  readonly gap: number
}
/** The pose of an action, or of a face at rest, by how far the photograph shows the head turned already. */
export const poseFor = (
  action: LivenessAction | null,
  already: number,
  { degrees, gap }: { readonly degrees: number; readonly gap: number }
): Pose => {
  switch (action) {
    case "turn_left":
      return { yaw: degrees - already, pitch: 0, gap: 0 }
    case "turn_right":
      return { yaw: -degrees - already, pitch: 0, gap: 0 }
    case "open_mouth":
      return { yaw: -already, pitch: 0, gap }
    case null:
      return { yaw: -already, pitch: 0, gap: 0 }
  }
}

export const centreOf = (points: ReadonlyArray<Vertex>): Vertex => {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2, 0]
}

/** Lips and chin moved apart; what lies far to the side of the mouth stays. */
const opened = (mesh: ReadonlyArray<Vertex>, gap: number): ReadonlyArray<Vertex> => {
  const [top, chin, upper, lower] = [mesh[10], mesh[152], mesh[13], mesh[14]]
  const [left, right] = [mesh[234], mesh[454]]
  if (gap === 0 || !top || !chin || !upper || !lower || !left || !right) return mesh
  const [middleX, middleY] = [(upper[0] + lower[0]) / 2, (upper[1] + lower[1]) / 2]
  const drop = gap * Math.abs(chin[1] - top[1])
  const reach = 0.42 * Math.abs(right[0] - left[0])
  return mesh.map(([x, y, z], index) => {
    const below = lowerLip.has(index) || y > middleY + 1
    const share = below ? Math.max(0, 1 - ((x - middleX) / reach) ** 2) : 0
    return [x, y + drop * share, z]
  })
}

export interface Camera {
  /** Of the camera from the middle of the head. */
  readonly distance: number
  readonly shift: Position
  readonly zoom: number
  /** Depth of the axis that the head turns on, and how far it leans clockwise in degrees. */
  readonly pivot: number
  readonly roll: number
}

/** A head turned in space and seen by a camera. */
export const seen = (head: ReadonlyArray<Vertex>, around: Vertex, { pitch, yaw }: Pose, camera: Camera): ReadonlyArray<Vertex> => {
  const [turn, nod, lean] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180, (camera.roll * Math.PI) / 180]
  return head.map(([px, py, pz]) => {
    const [u, v, z] = [px - around[0], py - around[1], pz - camera.pivot]
    const [x, y] = [u * Math.cos(lean) + v * Math.sin(lean), v * Math.cos(lean) - u * Math.sin(lean)]
    const [turnedX, deep] = [x * Math.cos(turn) - z * Math.sin(turn), x * Math.sin(turn) + z * Math.cos(turn)]
    const [turnedY, depth] = [y * Math.cos(nod) - deep * Math.sin(nod), y * Math.sin(nod) + deep * Math.cos(nod)]
    const near = (camera.zoom * camera.distance) / (camera.distance + depth)
    const [backX, backY] = [turnedX * Math.cos(lean) - turnedY * Math.sin(lean), turnedX * Math.sin(lean) + turnedY * Math.cos(lean)]
    return [around[0] + camera.shift[0] + backX * near, around[1] + camera.shift[1] + backY * near, depth]
  })
}

/** The mesh of a face in a pose, before a camera sees it. */
export const posed = (mesh: ReadonlyArray<Vertex>, { gap }: Pose): ReadonlyArray<Vertex> => opened(mesh, gap)

/** Rings of points around the face: the same shape at these sizes, and so much deeper; with the triangles between them. */
export const ringsAround = (mesh: ReadonlyArray<Vertex>, rings: ReadonlyArray<{ readonly size: number; readonly depth: number }>) => {
  const [middleX, middleY] = centreOf(mesh)
  const points = rings.flatMap(({ depth, size }) =>
    oval.map((index): Vertex => {
      const [x, y, z] = mesh[index] ?? [middleX, middleY, 0]
      return [middleX + (x - middleX) * size, middleY + (y - middleY) * size, z + depth]
    })
  )
  const count = oval.length
  const triangles = rings.slice(1).flatMap((_, ring) =>
    oval.flatMap((__, index): ReadonlyArray<readonly [number, number, number]> => {
      const [a, b] = [ring * count + index, ring * count + ((index + 1) % count)]
      return [
        [a, b, a + count],
        [b, b + count, a + count]
      ]
    })
  )
  return { points, triangles }
}
