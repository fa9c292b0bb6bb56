import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"

/** What the test server does with the next requests: answers, or stands in the way like a real one now and then. */
export type KmsMood = "answers" | "denies" | "fails" | "throttles" | "hangs" | "answers without bytes" | "talks nonsense"

export interface KmsRequest {
  readonly action: string
  readonly authorization: string
  readonly body: Readonly<Record<string, any>>
}

const region = "eu-central-1"
const arnOf = (id: string): string => `arn:aws:kms:${region}:111122223333:key/${id}`

const answer = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/x-amz-json-1.1" } })
const refusal = (name: string, status = 400): Response =>
  answer(status, { __type: name, message: "User: arn:aws:sts::111122223333:assumed-role/secret-role is not authorized" })

/** One spelling for each context. */
const spelled = (context: Readonly<Record<string, string>> = {}): Buffer => Buffer.from(JSON.stringify(Object.entries(context).toSorted()))

/**
 * A server that speaks the JSON protocol of AWS KMS for symmetric keys. It encrypts with keys of its own, and its ciphertext names the key and
 * opens under the same context only, as that of the real one does. It asks for a signature of version 4 and does not verify it.
 */
export const startKms = (ids: ReadonlyArray<string>) => {
  const keys = new Map(ids.map((id) => [id, { secret: randomBytes(32), enabled: true }]))
  const requests: Array<KmsRequest> = []
  const moods: Array<KmsMood> = []
  let lasting: KmsMood = "answers"

  const keyOf = (given: unknown) => {
    const id = String(given).replace(/^(?:arn:[^/]*:key\/|alias\/)/, "")
    const key = keys.get(id)
    return key === undefined ? undefined : { id, ...key }
  }
  const encrypt = (id: string, secret: Buffer, context: Record<string, string>, plaintext: Buffer): string => {
    const iv = randomBytes(12)
    const cipher = createCipheriv("aes-256-gcm", secret, iv).setAAD(spelled(context))
    const name = Buffer.from(id)
    // Followed by bytes that KMS keeps for itself: a real wrapped key of 32 bytes has well over a hundred.
    return Buffer.concat([Buffer.from([name.length]), name, iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]).toString(
      "base64"
    )
  }
  const decrypt = (blob: Buffer, context: Record<string, string>) => {
    const end = 1 + (blob[0] ?? 0)
    const key = keyOf(blob.subarray(1, end).toString())
    if (key === undefined) return undefined
    const decipher = createDecipheriv("aes-256-gcm", key.secret, blob.subarray(end, end + 12), { authTagLength: 16 })
    decipher.setAAD(spelled(context)).setAuthTag(blob.subarray(-16))
    try {
      const plaintext = Buffer.concat([decipher.update(blob.subarray(end + 12, -16)), decipher.final()])
      return { id: key.id, plaintext }
    } catch {
      return undefined
    }
  }

  const perform = ({ action, body }: KmsRequest): Response => {
    const key = keyOf(body.KeyId)
    if (key === undefined) return refusal("NotFoundException")
    if (!key.enabled) return refusal("DisabledException")
    const KeyId = arnOf(key.id)
    switch (action) {
      case "Encrypt":
        return answer(200, {
          KeyId,
          CiphertextBlob: encrypt(key.id, key.secret, body.EncryptionContext, Buffer.from(body.Plaintext, "base64"))
        })
      case "GenerateDataKeyWithoutPlaintext":
        return answer(200, { KeyId, CiphertextBlob: encrypt(key.id, key.secret, body.EncryptionContext, randomBytes(body.NumberOfBytes)) })
      case "Decrypt": {
        const opened = decrypt(Buffer.from(body.CiphertextBlob, "base64"), body.EncryptionContext)
        if (opened === undefined) return refusal("InvalidCiphertextException")
        if (opened.id !== key.id) return refusal("IncorrectKeyException")
        return answer(200, { KeyId, Plaintext: opened.plaintext.toString("base64") })
      }
      default:
        return refusal("UnknownOperationException")
    }
  }

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 255,
    fetch: async (request) => {
      const [service, action = ""] = (request.headers.get("x-amz-target") ?? "").split(".")
      const authorization = request.headers.get("authorization") ?? ""
      const seen: KmsRequest = { action, authorization, body: JSON.parse(await request.text()) }
      requests.push(seen)
      if (service !== "TrentService" || request.method !== "POST") return refusal("UnknownOperationException")
      if (
        !/^AWS4-HMAC-SHA256 Credential=\S+\/kms\/aws4_request, SignedHeaders=\S*x-amz-target\S*, Signature=[0-9a-f]{64}$/.test(
          authorization
        )
      )
        return refusal("MissingAuthenticationTokenException")
      switch (moods.shift() ?? lasting) {
        case "answers":
          return perform(seen)
        case "denies":
          return refusal("AccessDeniedException")
        case "fails":
          return refusal("KMSInternalException", 500)
        case "throttles":
          return refusal("ThrottlingException")
        case "hangs":
          return new Promise<Response>(() => {})
        case "answers without bytes":
          return answer(200, {})
        case "talks nonsense":
          return new Response("<html>a proxy stands here</html>", { status: 502 })
      }
    }
  })

  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    region,
    arnOf,
    requests: requests as ReadonlyArray<KmsRequest>,
    /** The mood of the requests to come, and afterwards of all others. */
    mood: (next: ReadonlyArray<KmsMood>, then: KmsMood = "answers") => {
      requests.length = 0
      moods.splice(0, moods.length, ...next)
      lasting = then
    },
    disable: (id: string) => {
      const key = keys.get(id)
      if (key !== undefined) keys.set(id, { ...key, enabled: false })
    },
    stop: () => server.stop(true)
  }
}

export type Kms = ReturnType<typeof startKms>
