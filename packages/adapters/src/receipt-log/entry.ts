import { LoggedErasure } from "@vouchkit/core/resources/erasure/receipt-log"
import { Schema } from "effect"

export const entriesAtOnce = 1_000
/** Where the log begins among other files or objects. */
export const logFolder = "receipts"

const idPattern = /^rcp_[0-9a-f]{26}$/u

/** Identifiers of receipts are digests, so that the first digits spread them evenly over 256 folders. */
export const pathOf = (id: string): string => {
  if (!idPattern.test(id)) throw new Error("a receipt has an id of another form")
  return `${folderOf(id)}/${id}.json`
}
const folderOf = (id: string): string => `${logFolder}/${id.slice(4, 6)}`

/** The receipt that a path of the log names; undefined for anything else that lies there. */
export const idOf = (path: string): string | undefined => {
  const id =
    path
      .split("/")
      .at(-1)
      ?.replace(/\.json$/u, "") ?? ""
  return idPattern.test(id) && path.endsWith(pathOf(id)) ? id : undefined
}

const codec = Schema.fromJsonString(LoggedErasure)
export const encodeEntry = (entry: LoggedErasure): string => `${Schema.encodeSync(codec)(entry)}\n`
export const decodeEntry = Schema.decodeUnknownSync(codec)
