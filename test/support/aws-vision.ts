/** What the server does with the next request: answers as it was told, or stands in the way like a real one now and then. */
export type VisionMood = "answers" | "denies" | "fails" | "throttles" | "hangs" | "talks nonsense" | { readonly refuses: string }

export interface VisionRequest {
  readonly target: string
  readonly authorization: string
  readonly body: Readonly<Record<string, any>>
}

const answer = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/x-amz-json-1.1" } })
const refusal = (name: string, status = 400): Response =>
  answer(status, { __type: name, message: "User: arn:aws:sts::111122223333:assumed-role/secret-role may not see ANNA MARIA" })

/** Operations by their target, each with the name under which requests for it are signed. */
const signedFor: Readonly<Record<string, string>> = { Textract: "textract", RekognitionService: "rekognition" }

/**
 * A server that speaks the JSON protocol of Textract and Rekognition and gives the answers of the test. It asks for a signature of version 4 over the
 * target, and for a POST; it does not verify the signature.
 */
export const startVision = () => {
  const answers = new Map<string, (body: Readonly<Record<string, any>>) => object>()
  const requests: Array<VisionRequest> = []
  const moods: Array<VisionMood> = []
  let lasting: VisionMood = "answers"

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 255,
    fetch: async (request) => {
      const target = request.headers.get("x-amz-target") ?? ""
      const authorization = request.headers.get("authorization") ?? ""
      const text = await request.text()
      const service = signedFor[target.split(".")[0] ?? ""]
      const signature =
        /^AWS4-HMAC-SHA256 Credential=\S+\/[0-9]{8}\/[a-z0-9-]+\/([a-z]+)\/aws4_request, SignedHeaders=(\S+), Signature=[0-9a-f]{64}$/
      const [, signed, headers = ""] = signature.exec(authorization) ?? []
      const isProtocol = request.method === "POST" && request.headers.get("content-type") === "application/x-amz-json-1.1"
      if (service === undefined || !isProtocol) return refusal("UnknownOperationException")
      if (signed !== service || !headers.split(";").includes("x-amz-target")) return refusal("MissingAuthenticationTokenException")
      const seen: VisionRequest = { target, authorization, body: JSON.parse(text) }
      requests.push(seen)
      const mood = moods.shift() ?? lasting
      if (typeof mood === "object") return refusal(mood.refuses)
      switch (mood) {
        case "answers": {
          const given = answers.get(target)
          return given === undefined ? refusal("UnknownOperationException") : answer(200, given(seen.body))
        }
        case "denies":
          return refusal("AccessDeniedException")
        case "fails":
          return refusal("InternalServerError", 500)
        case "throttles":
          return refusal("ProvisionedThroughputExceededException")
        case "hangs":
          return new Promise<Response>(() => {})
        case "talks nonsense":
          return new Response("<html>a proxy stands here</html>", { status: 200 })
      }
    }
  })

  return {
    service: {
      region: "eu-west-1",
      endpoint: `http://127.0.0.1:${server.port}`,
      credentials: { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "not-a-secret" }
    },
    requests: requests as ReadonlyArray<VisionRequest>,
    answers: (target: string, give: (body: Readonly<Record<string, any>>) => object) => {
      answers.set(target, give)
    },
    /** The mood of the requests to come, and afterwards of all others. */
    mood: (next: ReadonlyArray<VisionMood>, then: VisionMood = "answers") => {
      requests.length = 0
      moods.splice(0, moods.length, ...next)
      lasting = then
    },
    stop: () => server.stop(true)
  }
}
