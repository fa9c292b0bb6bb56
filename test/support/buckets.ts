import { type Bucket, type Credentials, usualTimeout } from "@vouchkit/adapters/blobs/s3-client"
import { fauxqsCredentials, fauxqsRegion } from "./fauxqs.ts"

/** A new bucket of a server that checks no signatures. */
export const createBucket = async (endpoint: string, bucket: string): Promise<Bucket> => {
  const answer = await fetch(`${endpoint}/${bucket}`, { method: "PUT" })
  if (!answer.ok) throw new Error(`the bucket cannot be created: ${answer.status}`)
  return { bucket, region: fauxqsRegion, endpoint, force_path_style: true, server_side_encryption: null }
}

/** Looks into a bucket past the adapter under test. */
export const objectsIn = ({ bucket, endpoint, region }: Bucket, credentials: Credentials = fauxqsCredentials) => {
  const client = new Bun.S3Client({ ...credentials, bucket, region, ...(endpoint === null ? {} : { endpoint }) })
  return {
    keys: async () => ((await client.list()).contents ?? []).map(({ key }) => key),
    read: (key: string) => client.file(key).bytes(),
    write: (key: string, bytes: Uint8Array) => client.write(key, bytes),
    remove: (key: string) => client.delete(key)
  }
}

/** Gives up soon. */
export const hasty = { ...usualTimeout, connect: 1_000, request: 250, silence: 250, operation: 10_000, tries: 3 } as const
