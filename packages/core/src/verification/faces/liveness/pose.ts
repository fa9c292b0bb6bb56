import type { Face } from "../analysis.ts"
import type { LivenessAction } from "./challenge.ts"

/** A pose that a frame shows; `between` is a head on its way, which says nothing. */
type Pose = LivenessAction | "frontal" | "between"

/** Degrees and shares at which a pose begins. Between frontal and turned lies a gap, so that no frame can be both by the error of a measurement. */
const poseLimits = {
  most_frontal_yaw: 12,
  least_turned_yaw: 20,
  most_turned_yaw: 75,
  most_pitch: 30,
  least_open_mouth: 0.5,
  /** A mouth that was shut before has opened by at least this much: lips at rest and smiles differ between people. */
  least_mouth_opening: 0.3
} as const

/** The yaw towards the person's own left, in degrees. */
const ownYaw = ({ yaw }: Face, mirrored: boolean): number => (mirrored ? -yaw : yaw)

/** The pose of a face. `rest` is how far the mouth is open when the person does nothing. */
export const poseOf = (face: Face, mirrored: boolean, rest: number): Pose => {
  const yaw = ownYaw(face, mirrored)
  const { least_mouth_opening, least_open_mouth, least_turned_yaw, most_frontal_yaw, most_pitch, most_turned_yaw } = poseLimits
  if (Math.abs(face.pitch) > most_pitch || Math.abs(yaw) > most_turned_yaw) return "between"
  if (yaw >= least_turned_yaw) return "turn_left"
  if (yaw <= -least_turned_yaw) return "turn_right"
  if (Math.abs(yaw) > most_frontal_yaw) return "between"
  if (face.mouth_open >= least_open_mouth && face.mouth_open - rest >= least_mouth_opening) return "open_mouth"
  return face.mouth_open < least_open_mouth ? "frontal" : "between"
}

/** How far the mouth is open at rest: the least of the frames that look into the camera, 0 when none does. */
export const mouthAtRest = (faces: ReadonlyArray<Face>): number => {
  const frontal = faces.filter(({ yaw }) => Math.abs(yaw) <= poseLimits.most_frontal_yaw).map(({ mouth_open }) => mouth_open)
  return frontal.length === 0 ? 0 : Math.min(...frontal)
}

/** The actions among poses, in their order: a pose that lasts for several frames is one action. A frontal frame in between ends it. */
export const actionsOf = (poses: ReadonlyArray<Pose>): ReadonlyArray<LivenessAction> => {
  const actions: Array<LivenessAction> = []
  let last: Pose = "frontal"
  for (const pose of poses) {
    if (pose === "between" || pose === last) continue
    if (pose !== "frontal") actions.push(pose)
    last = pose
  }
  return actions
}

/** The same actions as a mirror shows them. */
export const mirrored = (actions: ReadonlyArray<LivenessAction>): ReadonlyArray<LivenessAction> =>
  actions.map((action) => (action === "turn_left" ? "turn_right" : action === "turn_right" ? "turn_left" : action))
