import type { LivenessAction } from "@vouchkit/core/verification/faces/liveness/challenge"
import { colourSharp } from "../../src/engines/image/decode.ts"
import type { ColourImage } from "../../src/engines/pdf/render.ts"
import { type Camera, centreOf, mouth, type Pose, posed, poseFor, ringsAround, seen } from "./head.ts"
import { type Lighting, lit } from "./lighting.ts"
import { type Chance, chance, copyOf, fill, paint, type Position, shaken, type Surface, type Vertex, withNoise } from "./raster.ts"
import { shownOnScreen } from "./screen.ts"
import { roomFor, withShoulders } from "./room.ts"
import type { Subject } from "./subjects.ts"

type Triangles = Surface["triangles"]

/** What a capture is made with. */
export interface Making {
  readonly subject: Subject
  /** Of the room, its light and the distance of the camera, which stay the same for all frames. */
  readonly scene: number
  readonly triangles: Triangles
  readonly order: ReadonlyArray<LivenessAction>
  readonly random: Chance
  /** The light of one frame; that of the photograph where it is left out. */
  readonly lighting?: Lighting
}
export type Draw = (pose: Pose, making: Making) => ColourImage

const flat = (points: ReadonlyArray<Vertex>): ReadonlyArray<Position> => points.map(([x, y]) => [x, y])

const darkMouth = (target: ColourImage, points: ReadonlyArray<Vertex>, { gap }: Pose) => {
  if (gap > 0)
    fill(
      target,
      mouth.map((index) => [points[index]?.[0] ?? 0, points[index]?.[1] ?? 0]),
      34
    )
}

/** The mesh of one photograph turned in space, and drawn over the photograph that it came from. */
export const animated: Draw = (pose, { lighting, random, subject: { mesh, picture, roll, width }, triangles }) => {
  const target = copyOf(lit(picture, lighting?.room))
  const camera: Camera = { distance: width * random.between(3, 8), shift: [0, 0], zoom: 1, pivot: -width * random.between(0, 0.3), roll }
  const to = seen(posed(mesh, pose), centreOf(mesh), pose, camera)
  darkMouth(target, to, pose)
  paint(target, { texture: lit(picture, lighting?.face), triangles, from: flat(mesh), to })
  return target
}

/** The same, where hair, neck and background are bent with the face instead of torn from it. */
const bent: Draw = (pose, making) => {
  const { random, subject, triangles } = making
  const { mesh, picture, roll, width } = subject
  const target = copyOf(picture)
  const camera: Camera = { distance: width * random.between(3, 8), shift: [0, 0], zoom: 1, pivot: -width * 0.15, roll }
  const to = seen(posed(mesh, pose), centreOf(mesh), pose, camera)
  const rings = [1, 1.2, 1.5, 2, 2.8].map((size) => ({ size, depth: 0 }))
  const [before, after] = [ringsAround(mesh, rings), ringsAround(to, rings)]
  const follows = [1, 0.8, 0.45, 0.15, 0]
  const between = before.points.map(([x, y], index): Vertex => {
    const share = follows[Math.floor(index / (before.points.length / rings.length))] ?? 0
    // Each ring goes where its innermost points go, the less the further out it lies.
    const inner = index % (before.points.length / rings.length)
    const [fromX, fromY] = before.points[inner] ?? [0, 0]
    const [toX, toY] = after.points[inner] ?? [0, 0]
    return [x + share * (toX - fromX), y + share * (toY - fromY), 0]
  })
  paint(target, { texture: picture, triangles: before.triangles, from: flat(before.points), to: between })
  darkMouth(target, to, pose)
  paint(target, { texture: picture, triangles, from: flat(mesh), to })
  return target
}

/** A sheet with the photograph, flat or bent around an upright cylinder, turned in a room. The mouth is a hole that is covered or not. */
export const sheet =
  (bend: number): Draw =>
  (pose, { lighting, random, scene, subject: { mesh, picture, width } }) => {
    const printed = copyOf(lit(picture, lighting?.face))
    const open = posed(mesh, pose)
    darkMouth(printed, open, pose)
    const [middleX, middleY] = centreOf(mesh)
    const columns = 24
    const [halfWidth, halfHeight] = [width * 0.75, width * 0.95]
    const from: Array<Position> = []
    const at: Array<Vertex> = []
    for (let row = 0; row < 2; row++)
      for (let column = 0; column <= columns; column++) {
        const along = (column / columns) * 2 - 1
        const [x, y] = [middleX + along * halfWidth, middleY + (row * 2 - 1) * halfHeight]
        from.push([x, y])
        const angle = bend === 0 ? 0 : (along * halfWidth) / (bend * width)
        at.push(bend === 0 ? [x, y, 0] : [middleX + bend * width * Math.sin(angle), y, bend * width * (1 - Math.cos(angle))])
      }
    const strips = Array.from(
      { length: columns },
      (_, column): Triangles => [
        [column, column + 1, column + columns + 1],
        [column + 1, column + columns + 2, column + columns + 1]
      ]
    ).flat()
    const target = lit(roomFor(scene, { clutter: 1, offset: [0, 0] }), lighting?.room)
    const camera: Camera = { distance: width * 3, shift: [random.between(-8, 8), random.between(-8, 8)], zoom: 1, pivot: 0, roll: 0 }
    paint(target, { texture: printed, triangles: strips, from, to: seen(at, centreOf(mesh), { ...pose, yaw: pose.yaw * 1.3 }, camera) })
    return target
  }

/** Light from one side on a head, by how its points lie: it changes as the head turns, where a photograph carries its light with it. */
const lightOn = (points: ReadonlyArray<Vertex>, [middleX]: Vertex, width: number, lamp: number): ReadonlyArray<number> =>
  points.map(([x]) => 1 + lamp * Math.max(-1, Math.min(1, (x - middleX) / (0.6 * width))))

interface Scene {
  readonly clutter: number
  /** 0 on a stand, 1 in a hand. */
  readonly hand: number
}

/**
 * A head with hair and ears that turn with the face and cover what lies behind, in a room that does not: what stands for a person here. Its
 * texture is one photograph too, so that it shows depth and what is hidden and nothing of how skin looks from aside.
 */
export const headInRoom =
  ({ clutter, hand }: Scene): Draw =>
  (pose, { lighting, random, scene, subject: { mesh, picture, roll, width }, triangles }) => {
    const own = chance(scene)
    const [lamp, distance, hair] = [own.between(-0.25, 0.25), width * own.between(2.6, 4.5), own.between(1.2, 1.45)]
    const offset: Position = [hand * random.between(-12, 12), hand * random.between(-12, 12)]
    const texture = lit(picture, lighting?.face)
    const target = withShoulders(lit(roomFor(scene, { clutter, offset }), lighting?.room), centreOf(mesh), width, scene)
    const camera: Camera = {
      distance,
      shift: [random.between(-0.05, 0.05) * width, random.between(-0.03, 0.03) * width],
      zoom: random.between(0.97, 1.04),
      pivot: -0.05 * width,
      roll
    }
    const held = { ...pose, pitch: pose.pitch + random.between(-3, 3), yaw: pose.yaw + random.between(-2, 2) }
    const face = posed(mesh, held)
    const rings = [
      { size: 1, depth: 0 },
      { size: (1 + hair) / 2, depth: 0.12 * width },
      { size: hair, depth: 0.32 * width },
      { size: hair + 0.05, depth: 0.45 * width }
    ]
    const [before, around] = [ringsAround(mesh, rings), ringsAround(face, rings)]
    const to = seen(face, centreOf(mesh), held, camera)
    const outer = seen(around.points, centreOf(mesh), held, camera)
    const light = (points: ReadonlyArray<Vertex>) => lightOn(points, centreOf(to), width, lamp)
    const cover = outer.map((_, index) => (index >= outer.length - outer.length / rings.length ? 0 : 1))
    paint(target, { texture, triangles: before.triangles, from: flat(before.points), to: outer, light: light(outer), cover })
    darkMouth(target, to, held)
    paint(target, { texture, triangles, from: flat(mesh), to, light: light(to) })
    return target
  }

export interface Kind {
  readonly name: string
  readonly honest: boolean
  readonly draw: Draw
  /** How far the picture is shaken as a whole, its noise, and whether a camera takes it from a screen. */
  readonly shake: number
  readonly noise: readonly [number, number]
  readonly screen: boolean
}

const onStand = headInRoom({ clutter: 1, hand: 0 })
const inHand = headInRoom({ clutter: 1, hand: 1 })
export const filmed = { shake: 0, noise: [1.2, 3.5], screen: false } as const

export const kinds: ReadonlyArray<Kind> = [
  { name: "animated photograph, surroundings bent with the face", honest: false, draw: bent, ...filmed },
  { name: "rendered head in a room, camera in a hand", honest: true, draw: inHand, ...filmed },
  {
    name: "animated photograph, torn, shaken as by a hand, with noise",
    honest: false,
    draw: animated,
    shake: 1,
    noise: [1.2, 3.5],
    screen: false
  },
  { name: "screen that shows the torn animation", honest: false, draw: animated, shake: 1, noise: [1.2, 3.5], screen: true },
  { name: "rendered head in a room, camera on a stand", honest: true, draw: onStand, ...filmed },
  { name: "screen that shows a rendered head", honest: false, draw: inHand, shake: 1, noise: [1.2, 3.5], screen: true },
  { name: "print bent as a mask, turned", honest: false, draw: sheet(0.55), ...filmed },
  { name: "flat print, turned", honest: false, draw: sheet(0), ...filmed },
  { name: "rendered head before a plain wall", honest: true, draw: headInRoom({ clutter: 0, hand: 0 }), ...filmed }
]

/** A frame as a device sends it. */
type Send = (drawn: ColourImage) => Promise<Uint8Array>

/** What one camera makes of what is before it, in every frame of a capture. */
export const cameraOf = (kind: Pick<Kind, "noise" | "screen" | "shake">, random: Chance): Send => {
  const [noise, quality] = [random.between(...kind.noise), Math.round(random.between(78, 92))]
  const screen = shownOnScreen(random)
  return async (drawn) => {
    const shown = kind.screen ? screen(drawn) : drawn
    const image = withNoise(shaken(shown, kind.shake, random), noise, random)
    return new Uint8Array(await colourSharp(image).jpeg({ quality }).toBuffer())
  }
}

/** Degrees and gaps of the lips that are tried one after the other, because faces differ in what the engine reads of them. */
const tries = [
  { degrees: 43, gap: 0.17 },
  { degrees: 48, gap: 0.21 },
  { degrees: 39, gap: 0.14 },
  { degrees: 54, gap: 0.25 }
] as const

/**
 * The frames of a capture: the face at rest, then one for each action. Who makes them looks at each with the engine of the service before sending it, and
 * draws it again up to three times if it does not show the action: so would a skilled attacker, and a page that guides an honest person.
 */
export const captureOf = async <Read>(
  kind: Kind,
  making: Making,
  read: (bytes: Uint8Array, action: LivenessAction | null) => Promise<{ readonly reading: Read; readonly shown: boolean }>
): Promise<ReadonlyArray<Read>> => {
  const { order, random, subject } = making
  const send = cameraOf(kind, random)
  const frames: Array<Read> = []
  for (const action of [null, ...order]) {
    let last: Read | undefined
    for (const { degrees, gap } of tries) {
      const pose = poseFor(action, subject.yaw, { degrees: degrees + random.between(-1.5, 1.5), gap: gap + random.between(-0.01, 0.01) })
      const { reading, shown } = await read(await send(kind.draw(pose, making)), action)
      last = reading
      if (shown) break
    }
    if (last !== undefined) frames.push(last)
  }
  return frames
}
