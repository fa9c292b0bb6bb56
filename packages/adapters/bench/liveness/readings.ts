import { createHash } from "node:crypto"
import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { defaultFaceBands } from "@vouchkit/core/verification/faces/bands"
import { examineFace, type ExaminedFace } from "../../src/engines/faces/analyze-face.ts"
import type { FrameJob } from "../../src/engines/faces/capture-frame.ts"
import { detectFaces } from "../../src/engines/faces/detect-faces.ts"
import type { FaceLibraries } from "../../src/engines/faces/face-libraries.ts"
import { decodeFacePicture } from "../../src/engines/faces/face-picture.ts"
import { trianglesOf } from "./head.ts"
import { loadSubjects } from "./subjects.ts"

/** A frame as the engine is given it. */
const jobOf = (bytes: Uint8Array) => ({ bytes, turned: 0, place: null })

/** A frame, and what the engine read of it. */
export interface Reading extends ExaminedFace {
  readonly job: ReturnType<typeof jobOf>
}

const nothing: ExaminedFace = { analysis: { faces: [], template: null, perceptual_hash: "0".repeat(64) }, points: [] }

/** What the engine says of a frame; with a folder, kept there by the frame, so that rules can be tried again without the engine. */
const kept = async <Said extends object>(bytes: Uint8Array, folder: string | undefined, ask: () => Promise<Said>): Promise<Said> => {
  if (folder === undefined) return ask()
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${createHash("sha256").update(bytes).digest("hex")}.json`)
  if (existsSync(path)) return Bun.file(path).json()
  const said = await ask()
  await Bun.write(path, JSON.stringify(said))
  return said
}

/** Reads frames with the engine. */
export const readerOf =
  (libraries: FaceLibraries, folder: string | undefined) =>
  async (bytes: Uint8Array): Promise<Reading> => {
    const job = jobOf(bytes)
    const said = await kept(bytes, folder, async () => {
      const examined = await examineFace(libraries, job)
      return "code" in examined ? nothing : examined
    })
    return { job, ...said }
  }

/** Finds the points of the face in a frame, and describes nothing of it. */
export const finderOf =
  (libraries: FaceLibraries, folder: string | undefined) =>
  async (bytes: Uint8Array): Promise<FrameJob> => {
    const job = jobOf(bytes)
    const { points } = await kept(bytes, folder, async () => {
      const picture = await decodeFacePicture(bytes, 0, null)
      const [face] = typeof picture === "string" ? [] : await detectFaces(libraries, picture.image)
      if (typeof picture === "string" || face === undefined) return nothing
      return { points: face.points.map(([x, y]) => [x / picture.image.width, y / picture.image.height] as const) }
    })
    return { ...job, points }
  }

/** When every capture of a bench is made. */
export const benchTime = "2026-01-01T00:00:00.000Z"
/** As if the camera were vouched for, since otherwise no capture passes by itself. */
export const benchContext = {
  session_id: "ses_bench",
  at: benchTime,
  bands: defaultFaceBands,
  portrait: null,
  seen: [],
  seen_here: [],
  assured: true
} as const

/** People of a group and their captures: so many in all, of each person as nearly the same number as possible. */
export const capturesFor = async (libraries: FaceLibraries, group: string, count: number) => {
  const people = (await loadSubjects(libraries)).filter((subject) => subject.group === group)
  const captures = Array.from({ length: count }, (_, number) => ({ subject: people[number % people.length], number })).flatMap(
    ({ number, subject }) => (subject === undefined ? [] : [{ number, subject }])
  )
  return { people: people.length, captures, triangles: trianglesOf(libraries) }
}

/** The score interval of Wilson at 95 %, in percent. */
export const wilson = (count: number, of: number): string => {
  if (of === 0) return "-"
  const z = 1.96
  const [share, rest] = [count / of, (z * z) / of]
  const middle = (share + rest / 2) / (1 + rest)
  const width = (z * Math.sqrt((share * (1 - share)) / of + rest / (4 * of))) / (1 + rest)
  const percent = (value: number) => Math.round(100 * Math.min(1, Math.max(0, value)))
  return `${count} of ${of} (${percent(middle - width)} to ${percent(middle + width)} %)`
}

export const range = (values: ReadonlyArray<number | null>): string => {
  const known = values.filter((value) => value !== null).sort((one, other) => one - other)
  const [least, most] = [known[0], known.at(-1)]
  return least === undefined || most === undefined ? "-" : `${least.toFixed(3)} to ${most.toFixed(3)}`
}
