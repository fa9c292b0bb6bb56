import { following } from "./monitoring.ts"
import { rescreening } from "./rescreen.ts"

export const jobs = [rescreening, following] as const
