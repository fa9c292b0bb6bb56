import { Schema } from "effect"
import { serveJobs } from "../process/serve-jobs.ts"
import { analyzeFace } from "./analyze-face.ts"
import { loadFaceLibraries } from "./face-libraries.ts"
import { FaceJob } from "./face-protocol.ts"

const decode = Schema.decodeUnknownSync(FaceJob)
const libraries = loadFaceLibraries()
// Awaited with the first job; until then a rejection is not to end the process with no one to tell.
libraries.catch(() => {})

const answer = async (message: unknown): Promise<object> => {
  const result = await analyzeFace(await libraries, decode(message))
  return "code" in result ? { unread: result } : { analysis: result }
}

serveJobs(answer)
