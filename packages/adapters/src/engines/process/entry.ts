import { Schema } from "effect"
import { cropPlace } from "../identity/crop-place.ts"
import { readIdentityPictures } from "../identity/read-identity.ts"
import { readDocument } from "../read-document.ts"
import { serveJobs } from "./serve-jobs.ts"
import { Job } from "./protocol.ts"

const decode = Schema.decodeUnknownSync(Job)

const answer = async (message: unknown): Promise<object> => {
  const job = decode(message)
  switch (job.kind) {
    case "document": {
      const result = await readDocument(job)
      return "code" in result ? { unread: result } : { reading: result }
    }
    case "identity": {
      const result = await readIdentityPictures(job)
      return "code" in result ? { unread: result } : result
    }
    case "crop": {
      const result = await cropPlace(job.bytes, job.page, job.place, job)
      return "code" in result ? { unread: result } : { picture: result }
    }
  }
}

serveJobs(answer)
