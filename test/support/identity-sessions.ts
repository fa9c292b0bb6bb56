import type { SpecimenChip } from "@vouchkit/worker/commands/demo/specimen-chip"
import type { RunningService } from "./running-service.ts"
import { organizationOfShared, receiverOfShared } from "./shared-service.ts"

/** What a test submits as a file. */
export interface HandedIn {
  readonly bytes: Uint8Array
  readonly kind: "identity" | "selfie"
  readonly type?: string
}

export const decisions = ["session.approved", "session.declined", "session.review-required", "session.resubmission-required"]

/** Events of sessions as webhooks bring them, and a wait for the one that says how a session was judged. */
const heardDecisions = () => {
  const judged = new Map<string, string>()
  const waiting = new Map<string, (type: string) => void>()
  const receive = async (request: Request): Promise<Response> => {
    const { resource, type } = (await request.json()) as any
    if (decisions.includes(type)) {
      judged.set(resource.id, type)
      waiting.get(resource.id)?.(type)
    }
    return new Response("ok")
  }
  const of = (session: string): Promise<string> => {
    const already = judged.get(session)
    if (already !== undefined) return Promise.resolve(already)
    return new Promise((resolve) => waiting.set(session, resolve))
  }
  return { receive, of }
}

/** A new organization of the shared service with what is needed to follow its live sessions. */
export const sharedSessions = async () => {
  const service = await organizationOfShared()
  const heard = heardDecisions()
  const api = identityApi(service)
  const endpoint = await api.call("POST", "/webhooks/endpoints", { url: await receiverOfShared(heard.receive) })
  if (endpoint.status !== 201) throw new Error(`no endpoint: ${JSON.stringify(endpoint.body)}`)
  return { service, api, decisions: { of: heard.of } }
}

export interface Answer {
  readonly status: number
  readonly body: any
}

/** The API of a running service, by its live key and by the tokens of links. */
export const identityApi = ({ keys, url }: Pick<RunningService, "keys" | "url">) => {
  const call = async (method: string, path: string, body?: unknown, key: string | null = keys.live): Promise<Answer> => {
    const multipart = body instanceof FormData
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { "X-API-Key": key }),
        ...(multipart || body === undefined ? {} : { "Content-Type": "application/json" })
      },
      ...(body === undefined ? {} : { body: multipart ? body : JSON.stringify(body) })
    })
    return { status: response.status, body: await response.json() }
  }
  const open = async (required_steps: ReadonlyArray<string>, more: object = {}) => {
    const { body, status } = await call("POST", "/sessions", { required_steps, ...more })
    if (status !== 201) throw new Error(`no session: ${JSON.stringify(body)}`)
    const token = new URL(body.verification_url).pathname.split("/").at(-1) ?? ""
    return { id: body.id as string, token }
  }
  const upload = (session: string, { bytes, kind, type = "image/jpeg" }: HandedIn): Promise<Answer> => {
    const form = new FormData()
    form.set("kind", kind)
    if (kind === "identity") form.set("document_type", "passport")
    form.set("file", new Blob([new Uint8Array(bytes)], { type }), "file")
    return call("POST", `/sessions/${session}/documents`, form)
  }
  const submitChip = async (
    token: string,
    chip: SpecimenChip,
    changed: Partial<Record<"dg1" | "dg2" | "sod", Uint8Array>> & { readonly copied?: true } = {}
  ) => {
    await call("POST", `/verify/${token}/start`, {}, null)
    const { body } = await call("GET", `/sdk/nfc?token=${token}`, undefined, null)
    const { copied, sod = chip.sod, ...groups } = changed
    // Who copied a chip can read everything but its private keys, and need not send the public ones.
    const { dg1, dg2 } = chip.data_groups
    const files = { ...(copied ? { dg1, dg2 } : chip.data_groups), ...groups }
    return call(
      "POST",
      `/verify/${token}/nfc`,
      {
        nonce: body.nonce,
        sod: base64(sod),
        data_groups: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, base64(file)])),
        ...(copied ? {} : { active_authentication: base64(chip.answer(Buffer.from(body.nonce, "hex"))) })
      },
      null
    )
  }
  const submit = (session: string): Promise<Answer> => call("POST", `/sessions/${session}/submit`)
  const resultOf = async (session: string): Promise<any> => (await call("GET", `/sessions/${session}/result`)).body
  return { call, open, upload, submitChip, submit, resultOf }
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64")

/** The outcome of each check of a result; of two checks of a type the later stands. */
export const outcomesOf = (result: any): Readonly<Record<string, string | null>> =>
  Object.fromEntries(result.checks.map(({ outcome, type }: any) => [type, outcome]))

export const reasonsOf = (result: any, type: string): ReadonlyArray<string> =>
  result.checks.filter((check: any) => check.type === type).flatMap(({ reasons }: any) => reasons.map(({ code }: any) => code))
