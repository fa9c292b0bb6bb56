import type { CallOptions, Service } from "./service.ts"
import { aForm } from "./service.ts"

/** The smallest beginnings of pictures that are distinguished by their bytes; the sandbox looks no further. */
export const aPicture = (mark = 0): Uint8Array => Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, mark)

export const aPictureForm = (fields: Readonly<Record<string, string>> = {}, picture: Uint8Array = aPicture()) => aForm(fields, picture)

/** A session made for what a person is to submit, and the one who holds its link. */
export const aPerson = async (service: Service, key: string, body: object = {}) => {
  const created = await service.call("POST", "/sessions", { key, body })
  if (created.status !== 201) throw new Error(`${created.status}: ${created.text}`)
  const session_id: string = created.body.id
  const token: string = created.body.verification_url.split("/").at(-1)
  const byToken = (holder: string) => ({
    get: (path = "", options: CallOptions = {}) => service.call("GET", `/verify/${holder}${path}`, options),
    post: (path: string, sent: unknown = undefined, headers: Record<string, string> = {}) =>
      service.call("POST", `/verify/${holder}${path}`, {
        headers,
        ...(sent === undefined ? {} : sent instanceof FormData ? { raw: sent } : { body: sent })
      })
  })
  return {
    session_id,
    token,
    byToken,
    ...byToken(token),
    session: async () => (await service.call("GET", `/sessions/${session_id}`, { key })).body
  }
}
export type Person = Awaited<ReturnType<typeof aPerson>>

/** The browser in which a person opens the page of a link: what it got for the button, and the cookie by which it goes on. */
export const aBrowser = async (service: Service, token: string) => {
  const opened = await service.request("POST", `/verify/${token}/open`)
  const headers = { Cookie: opened.headers.get("set-cookie")?.split(";")[0] ?? "" }
  return { opened, headers, look: () => service.request("GET", `/verify/${token}`, { headers }) }
}

/** Frames of a live capture under a challenge, at the places given. */
export const sendFrames = async (person: Pick<Person, "post">, nonce: string, places: ReadonlyArray<number>) => {
  const answers: Array<Awaited<ReturnType<Person["post"]>>> = []
  for (const place of places) {
    answers.push(await person.post("/selfie", aPictureForm({ nonce, position: String(place) }, aPicture(place))))
  }
  return answers
}
