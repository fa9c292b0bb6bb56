import { makeSpecimens, type Specimen } from "@vouchkit/worker/commands/demo/specimens"
import type { Body } from "./client.ts"

/** A real bill with what its holder says of himself: the same, and a name that a person has to look at. */
export interface Papers {
  readonly upload: Body
  readonly honest: Specimen["expected"]
  readonly doubtful: Specimen["expected"]
}

const boundary = "----bill-of-the-fault-test"

/** Put together once, so that a repeated request repeats every byte. */
const uploadOf = ({ bytes, file_name, mime_type }: Specimen): Body => {
  const encoder = new TextEncoder()
  const head = [
    `--${boundary}\r\nContent-Disposition: form-data; name="kind"\r\n\r\nproof_of_address\r\n`,
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file_name}"\r\nContent-Type: ${mime_type}\r\n\r\n`
  ].join("")
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: new Uint8Array(Buffer.concat([encoder.encode(head), bytes, encoder.encode(`\r\n--${boundary}--\r\n`)]))
  }
}

export const makePapers = async (): Promise<Papers> => {
  const { utility_bill } = await makeSpecimens(new Date())
  return {
    upload: uploadOf(utility_bill),
    honest: utility_bill.expected,
    doubtful: { ...utility_bill.expected, first_name: "Emelia" }
  }
}
