import { foundNear, texturedSpots } from "./blocks.ts"
import { outlineOf, scaledOutline } from "./outline.ts"
import { type ComparedFrame, faceIn, movementBeside } from "./picture-movement.ts"

/** Pixels between blocks beside the face. */
const apart = 4
/** Fewer blocks say nothing. */
const fewestBlocks = 12
/** How far hair and ears reach, in terms of the face's own outline. */
const hair = 1.3
/** Share of the height down from which a face has neck and shoulders beside it, which stay while a head turns. */
const aboveShoulders = 0.72

/**
 * Of what stands beside a face at rest, the share (0 to 1) that has not moved while the face turned; null where too little has texture. When
 * a head turns, its hair and ears turn with it; a face that is painted again over a photograph leaves them where they were. The picture as a
 * whole may have moved: that movement is found first, and taken off.
 */
export const stillBeside = (rest: ComparedFrame, turned: ComparedFrame): number | null => {
  if (rest.image.width !== turned.image.width || rest.image.height !== turned.image.height) return null
  const before = outlineOf(rest.points)
  const isFace = faceIn(rest, turned)
  const around = scaledOutline(before, hair)
  const ys = around.map(([, y]) => y)
  const lowest = Math.min(...ys) + aboveShoulders * (Math.max(...before.map(([, y]) => y)) - Math.min(...ys))
  const beside = texturedSpots(rest.image, around, apart, (at) => at[1] < lowest && !isFace(at))
  if (beside.length < fewestBlocks) return null
  const movement = movementBeside(rest, turned, isFace)
  if (movement === null) return 0
  const stayed = beside.filter((at) => {
    const [x, y] = movement(at)
    return foundNear(rest.image, at, turned.image, [Math.round(x), Math.round(y)], 1) !== null
  })
  return stayed.length / beside.length
}
