import type { FaceAnalysis } from "@vouchkit/core/verification/faces/analysis"
import { colouredFrames, type LightColour } from "@vouchkit/core/verification/faces/liveness/light"

/** Degrees to the side from which a head has turned enough for its hair and ears to have moved, and up to which a face looks into the camera. */
const yaws = { turned: 18, rest: 14 } as const
/** Turned frames that are compared; the measurements of a few are enough, and each takes time. */
const mostTurns = 4

/** Which frames of a capture are compared: the one that looks most straight into the camera, and those that are turned most. Null without both. */
export const framesToCompare = <Frame extends { readonly analysis: FaceAnalysis }>(
  frames: ReadonlyArray<Frame>
): { readonly rest: Frame; readonly turned: ReadonlyArray<Frame> } | null => {
  const shown = frames.flatMap((frame) => {
    const yaw = frame.analysis.faces[0]?.yaw
    return yaw === undefined ? [] : [{ frame, yaw }]
  })
  const bySide = shown.toSorted((one, other) => Math.abs(one.yaw) - Math.abs(other.yaw))
  const [rest] = bySide
  if (rest === undefined || Math.abs(rest.yaw) > yaws.rest) return null
  const turned = bySide.filter(({ yaw }) => Math.abs(yaw - rest.yaw) >= yaws.turned).slice(-mostTurns)
  return turned.length === 0 ? null : { rest: rest.frame, turned: turned.map(({ frame }) => frame) }
}

/** The frame under white, and those under the colours that follow it; null where either is missing. */
export const framesUnderLight = <Frame>(frames: ReadonlyArray<{ readonly light?: LightColour; readonly seen: Frame }>) => {
  const white = frames.find(({ light }) => light === "white")?.seen
  const coloured = frames.flatMap(({ light, seen }) => (light === undefined || light === "white" ? [] : [{ colour: light, frame: seen }]))
  return white === undefined || coloured.length === 0 ? null : { white, coloured: coloured.slice(0, colouredFrames) }
}
