import { Schema } from "effect"
import { readIdentityPictures } from "../identity/read-identity.ts"
import { readDocument } from "../read-document.ts"
import { serveJobs } from "./serve-jobs.ts"
import { answerLimits, Job } from "./protocol.ts"

const decode = Schema.decodeUnknownSync(Job)

const answer = async (message: unknown): Promise<object> => {
  const job = decode(message)
  switch (job.kind) {
    case "document": {
      const result = await readDocument(job)
      return "code" in result ? { unread: result } : { reading: { ...result, lines: result.lines.slice(0, answerLimits.lines) } }
    }
    case "identity": {
      const result = await readIdentityPictures(job)
      return "code" in result ? { unread: result } : result
    }
  }
}

serveJobs(answer)
