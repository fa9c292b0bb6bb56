import type { FaceModel, FaceTemplate } from "../../../verification/faces/analysis.ts"
import { formsVersion } from "./normalize.ts"

/** The model of a template as an entry names it. Templates of two models say nothing about each other. */
export const modelKey = ({ name, version }: FaceModel): string => `${name}/${version}`

/** What one template of a face is recognised by, to the last bit: another picture of the same person has another key. */
export const templateKey = ({ model, values }: FaceTemplate): string =>
  JSON.stringify([formsVersion, "face", "face", model.name, model.version, ...Float32Array.from(values)])
