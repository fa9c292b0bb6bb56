import { Schema } from "effect"
import { serveJobs } from "../process/serve-jobs.ts"
import { examineFace } from "./analyze-face.ts"
import { motionOf } from "./capture-motion.ts"
import { loadFaceLibraries } from "./face-libraries.ts"
import { FaceJob } from "./face-protocol.ts"

const decode = Schema.decodeUnknownSync(FaceJob)
const libraries = loadFaceLibraries()
// Awaited with the first job; until then a rejection is not to end the process with no one to tell.
libraries.catch(() => {})

const answer = async (message: unknown): Promise<object> => {
  const job = decode(message)
  const result = job.kind === "motion" ? await motionOf(job) : await examineFace(await libraries, job)
  return "code" in result ? { unread: result } : result
}

serveJobs(answer)
