import { Schema } from "effect"
import { Broken } from "./narration.ts"

const answerMillis = 120_000
const Problem = Schema.Struct({ error: Schema.String, detail: Schema.String })
const isProblem = Schema.is(Problem)

/** What a codec reads, without services: what the demo looks at in an answer and nothing else. */
type Reads<A> = Schema.Codec<A, any>

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: BodyInit
}

const answered = async ({ body, headers = {}, method, url }: Sent, signal: AbortSignal) => {
  const what = `${method} ${new URL(url).pathname}`
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(answerMillis)])
  const response = await fetch(url, { method, headers, signal: bounded, ...(body === undefined ? {} : { body }) })
  const text = await response.text()
  const json: unknown = response.headers.get("content-type")?.includes("json") === true ? JSON.parse(text) : undefined
  if (!response.ok) throw new Broken(`${what} answered ${response.status}${isProblem(json) ? ` ${json.error}: ${json.detail}` : ""}`)
  return { what, text, json, status: response.status }
}

/** Sends a request and reads its answer; anything but a 2xx is a sentence about what the service said instead. */
export const ask = async <A>(sent: Sent, reads: Reads<A>, signal: AbortSignal): Promise<A> => {
  const { json, status, what } = await answered(sent, signal)
  try {
    return Schema.decodeUnknownSync(reads)(json)
  } catch {
    throw new Broken(`${what} answered ${status} with a body of another shape than documented`)
  }
}

/** A file as it is submitted. */
export interface DocumentFile {
  readonly file_name: string
  readonly mime_type: string
  readonly bytes: Uint8Array
}

/** The file of a specimen as a form, with what is said of it. */
export const formOf = ({ bytes, file_name, mime_type }: DocumentFile, fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set("file", new Blob([new Uint8Array(bytes)], { type: mime_type }), file_name)
  return form
}

/** The REST API with one key. */
export interface Client {
  /** What is no JSON, such as a picture. */
  readonly text: (path: string) => Promise<string>
  readonly get: <A>(path: string, reads: Reads<A>) => Promise<A>
  readonly post: <A>(path: string, body: object, reads: Reads<A>) => Promise<A>
  readonly send: <A>(path: string, form: FormData, reads: Reads<A>) => Promise<A>
}

export const clientWith = (base: string, key: string | null, signal: AbortSignal): Client => {
  const credentials: Readonly<Record<string, string>> = key === null ? {} : { "X-API-Key": key }
  const url = (path: string) => `${base}/api/v1${path}`
  return {
    text: async (path) => (await answered({ method: "GET", url: url(path), headers: credentials }, signal)).text,
    get: (path, reads) => ask({ method: "GET", url: url(path), headers: credentials }, reads, signal),
    post: (path, body, reads) =>
      ask(
        { method: "POST", url: url(path), headers: { ...credentials, "Content-Type": "application/json" }, body: JSON.stringify(body) },
        reads,
        signal
      ),
    send: (path, form, reads) => ask({ method: "POST", url: url(path), headers: credentials, body: form }, reads, signal)
  }
}
