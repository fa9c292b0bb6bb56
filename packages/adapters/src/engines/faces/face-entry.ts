import { Schema } from "effect"
import { serveJobs } from "../process/serve-jobs.ts"
import { examineFace } from "./analyze-face.ts"
import { motionOf } from "./capture-motion.ts"
import { loadFaceLibraries } from "./face-libraries.ts"
import { FaceJob } from "./face-protocol.ts"
import { lightOf } from "./screen-light.ts"

const decode = Schema.decodeUnknownSync(FaceJob)
const libraries = loadFaceLibraries()
// Awaited with the first job; until then a rejection is not to end the process with no one to tell.
libraries.catch(() => {})

const resultOf = async (job: FaceJob) => {
  switch (job.kind) {
    case "picture":
      return examineFace(await libraries, job)
    case "motion":
      return motionOf(job)
    case "light":
      return lightOf(job)
  }
}

const answer = async (message: unknown): Promise<object> => {
  const job = decode(message)
  const result = await resultOf(job)
  return "code" in result ? { unread: result } : result
}

serveJobs(answer)
