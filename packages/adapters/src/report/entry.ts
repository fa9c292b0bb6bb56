import { Report } from "@vouchkit/core/flows/report/model"
import { Schema } from "effect"
import { serveJobs } from "../engines/process/serve-jobs.ts"
import { drawReport } from "./draw-report.ts"

const decode = Schema.decodeUnknownSync(Schema.Struct({ report: Report }))

serveJobs(async (message) => ({ pdf: await drawReport(decode(message).report) }))
