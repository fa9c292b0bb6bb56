import { Schema } from "effect"
import { serveJobs } from "../process/serve-jobs.ts"
import { drawPdf } from "./draw-pdf.ts"
import { drawPicture } from "./draw-picture.ts"
import { type PreviewAnswer, PreviewJob } from "./protocol.ts"

const decode = Schema.decodeUnknownSync(PreviewJob)

const answer = async (message: unknown): Promise<PreviewAnswer> => {
  const job = decode(message)
  return job.mime_type === "application/pdf" ? drawPdf(job) : drawPicture(job)
}

serveJobs(answer)
