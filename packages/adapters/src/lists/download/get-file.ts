import { createHash } from "node:crypto"
import { type FileHandle, open } from "node:fs/promises"
import { type IncomingMessage, request as plainRequest, type RequestOptions } from "node:http"
import { request as tlsRequest } from "node:https"
import type { Validator } from "@vouchkit/core/resources/watchlists/fetching/list-fetches"
import { type DownloadCode, DownloadFailed } from "@vouchkit/core/resources/watchlists/fetching/list-fetching"
import { type InsecureTargets, judgeTarget, type Target } from "@vouchkit/core/resources/webhooks/targets/target"
import { Effect, Result } from "effect"
import { dialableAddresses } from "../../webhook-sender/addresses.ts"
import type { Resolve } from "../../webhook-sender/resolver.ts"
import { pinned } from "../../webhook-sender/exchange.ts"

/** Bounds of one download. */
export interface DownloadLimits {
  readonly maximum_bytes: number
  /** Until the connection stands and the server begins to answer. */
  readonly answer_ms: number
  /** Between two pieces of the file. */
  readonly idle_ms: number
  readonly whole_ms: number
  readonly redirects: number
}

export interface DownloadOptions {
  readonly limits: DownloadLimits
  /** `host:port` that may be private, or without TLS. */
  readonly exceptions: InsecureTargets
  readonly resolve: Resolve
  /** PEM certificates trusted instead of the public authorities. */
  readonly certificate_authorities?: ReadonlyArray<string>
}

export interface GotFile {
  readonly bytes: number
  readonly sha256: string
  readonly validator: Validator
}

const maximumHeaderBytes = 32_768
const longestValidator = 500
const moved: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const passingCodes: ReadonlySet<DownloadCode> = new Set<DownloadCode>(["dns", "connect", "timeout", "truncated"])

const failed = (code: DownloadCode, detail: string, passing = passingCodes.has(code)) => new DownloadFailed({ code, detail, passing })

const shortened = (value: string | ReadonlyArray<string> | undefined): string | null =>
  typeof value === "string" && value.length > 0 && value.length <= longestValidator ? value : null

const conditions = (known: Validator | null): Readonly<Record<string, string>> => ({
  ...(known?.etag == null ? {} : { "if-none-match": known.etag }),
  ...(known?.last_modified == null ? {} : { "if-modified-since": known.last_modified })
})

/** Sends a GET to the address that was judged. Rejects with `DownloadFailed`. */
const answerOf = (target: Target, address: string, known: Validator | null, options: DownloadOptions, signal: AbortSignal) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { certificate_authorities, limits } = options
    const asked: RequestOptions = {
      method: "GET",
      hostname: target.hostname.replace(/^\[|\]$/gu, ""),
      port: target.port,
      path: target.path,
      lookup: pinned(address),
      agent: false,
      maxHeaderSize: maximumHeaderBytes,
      headers: { accept: "*/*", "accept-encoding": "identity", connection: "close", "user-agent": "vouchkit", ...conditions(known) }
    }
    const outgoing =
      target.scheme === "http"
        ? plainRequest(asked)
        : tlsRequest({
            ...asked,
            // Stated, so that no variable of the environment can turn the check off.
            rejectUnauthorized: true,
            minVersion: "TLSv1.2",
            ...(certificate_authorities === undefined ? {} : { ca: [...certificate_authorities] })
          })
    const stop = () => outgoing.destroy()
    const refuse = (failure: DownloadFailed) => {
      clearTimeout(timer)
      reject(failure)
      stop()
    }
    const timer = setTimeout(() => refuse(failed("timeout", `${target.hostname} did not answer in time.`)), limits.answer_ms)
    signal.addEventListener("abort", stop, { once: true })
    outgoing.once("response", (incoming) => {
      clearTimeout(timer)
      resolve(incoming)
    })
    // Stays attached: a destroyed request may still report an error, which would otherwise end the process.
    outgoing.on("error", () => refuse(failed("connect", `No connection to ${target.hostname} came about, or it broke off.`)))
    outgoing.end()
  })

/** The pieces of a body; ends by `DownloadFailed` when none comes for too long or the connection breaks off. */
async function* pieces(incoming: IncomingMessage, hostname: string, idle_ms: number): AsyncGenerator<Uint8Array, void, undefined> {
  let idle = false
  const watch = () =>
    setTimeout(() => {
      idle = true
      incoming.destroy()
    }, idle_ms)
  let timer = watch()
  try {
    for await (const chunk of incoming) {
      clearTimeout(timer)
      yield chunk
      timer = watch()
    }
  } catch {
    if (!idle) throw failed("truncated", `${hostname} ended the transfer before the file was complete.`)
  } finally {
    clearTimeout(timer)
    incoming.destroy()
  }
  if (idle) throw failed("timeout", `${hostname} stopped sending in the middle of the file.`)
  if (!incoming.complete) throw failed("truncated", `${hostname} ended the transfer before the file was complete.`)
}

const written = async (incoming: IncomingMessage, file: FileHandle, hostname: string, limits: DownloadLimits) => {
  const digest = createHash("sha256")
  const declared = incoming.headers["content-length"]
  if (declared !== undefined && Number(declared) > limits.maximum_bytes) {
    incoming.destroy()
    throw failed("too_large", `The file of ${hostname} is larger than ${limits.maximum_bytes} bytes.`)
  }
  let bytes = 0
  for await (const chunk of pieces(incoming, hostname, limits.idle_ms)) {
    bytes += chunk.length
    if (bytes > limits.maximum_bytes) throw failed("too_large", `The file of ${hostname} is larger than ${limits.maximum_bytes} bytes.`)
    digest.update(chunk)
    for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
  }
  if (declared !== undefined && Number(declared) !== bytes) {
    throw failed("truncated", `${hostname} sent ${bytes} bytes of a file of ${Number(declared)}.`)
  }
  return { bytes, sha256: digest.digest("hex") }
}

/** The file of an answer with status 200. */
const kept = async (incoming: IncomingMessage, path: string, hostname: string, limits: DownloadLimits): Promise<GotFile> => {
  const encoding = incoming.headers["content-encoding"] ?? "identity"
  if (encoding !== "identity") {
    incoming.destroy()
    throw failed("encoded", `${hostname} compressed the file although the request forbids it.`)
  }
  const { etag, "last-modified": last_modified } = incoming.headers
  const file = await open(path, "wx", 0o600)
  try {
    const got = await written(incoming, file, hostname, limits)
    return { ...got, validator: { etag: shortened(etag), last_modified: shortened(last_modified) } }
  } finally {
    await file.close()
  }
}

const exchanged = (target: Target, address: string, known: Validator | null, path: string, options: DownloadOptions) =>
  Effect.tryPromise({
    try: async (signal) => {
      const incoming = await answerOf(target, address, known, options, signal)
      signal.addEventListener("abort", () => incoming.destroy(), { once: true })
      const { headers, statusCode: status = 0 } = incoming
      if (status === 200) return { file: await kept(incoming, path, target.hostname, options.limits) }
      incoming.destroy()
      if (status === 304 && known !== null) return { file: null }
      if (moved.has(status) && headers.location !== undefined) return { location: headers.location }
      throw failed("bad_status", `${target.hostname} answered with status ${status}.`, status >= 500 || status === 429 || status === 408)
    },
    catch: (cause) => (cause instanceof DownloadFailed ? cause : failed("disk", "The file could not be written to disk."))
  })

const refusedUrl = (message: string) => failed("url_refused", `The address of the list ${message}.`)

/** The addresses of a target are judged as those of webhooks are: an address in a private network is an exception that an operator has to name. */
const dialled = (target: Target, { resolve }: DownloadOptions) =>
  Effect.mapError(dialableAddresses(target, resolve), (code) =>
    code === "blocked_address"
      ? failed(
          "blocked_address",
          `${target.hostname} leads to an address that is not public. SCREENING_LIST_ALLOW_INSECURE_TARGETS allows it.`
        )
      : failed("dns", `No address of ${target.hostname} was found.`)
  )

const following = (
  url: string,
  known: Validator | null,
  path: string,
  options: DownloadOptions,
  redirects: number
): Effect.Effect<GotFile | null, DownloadFailed> =>
  Effect.gen(function* () {
    const judged = judgeTarget(url, options.exceptions)
    if (Result.isFailure(judged)) return yield* refusedUrl(judged.failure.message)
    const target = judged.success
    const [address = ""] = yield* dialled(target, options)
    const answer = yield* exchanged(target, address, known, path, options)
    if ("file" in answer) return answer.file
    if (redirects <= 0) return yield* failed("too_many_redirects", `${target.hostname} redirects too often.`)
    const next = URL.parse(answer.location, url)
    if (next === null) return yield* refusedUrl("redirects to something that is not a URL")
    next.hash = ""
    return yield* following(next.href, known, path, options, redirects - 1)
  })

/** Fetches one file to a path that does not exist yet. Answers null when the server says that it is what `known` stands for. */
export const getFile = (
  url: string,
  known: Validator | null,
  path: string,
  options: DownloadOptions
): Effect.Effect<GotFile | null, DownloadFailed> =>
  Effect.timeoutOrElse(following(url, known, path, options, options.limits.redirects), {
    duration: options.limits.whole_ms,
    orElse: () => Effect.fail(failed("timeout", "The download took too long."))
  })
