import { createHash, createHmac } from "node:crypto"
import type { Credentials } from "@vouchkit/adapters/blobs/s3-client"

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")
const hmac = (key: string | Uint8Array, text: string): Uint8Array => new Uint8Array(createHmac("sha256", key).update(text).digest())

/** A request without body and query, signed in its headers (AWS Signature Version 4), by code that shares nothing with the SDK. */
export const signedRequest = (
  method: string,
  address: string,
  region: string,
  { accessKeyId, secretAccessKey }: Credentials
): Promise<Response> => {
  const { host, pathname } = new URL(address)
  const instant = new Date().toISOString().replace(/[:-]|\.\d{3}/g, "")
  const day = instant.slice(0, 8)
  const content = sha256("")
  const names = "host;x-amz-content-sha256;x-amz-date"
  const canonical = [method, pathname, "", `host:${host}`, `x-amz-content-sha256:${content}`, `x-amz-date:${instant}`, "", names, content]
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ["AWS4-HMAC-SHA256", instant, scope, sha256(canonical.join("\n"))].join("\n")
  const key = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day))
  const signature = Buffer.from(hmac(key, toSign)).toString("hex")
  return fetch(address, {
    method,
    headers: {
      Authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
      "x-amz-content-sha256": content,
      "x-amz-date": instant
    }
  })
}
