import { afterAll, describe, expect, test } from "bun:test"
import { aBrowser, aPerson, aPictureForm } from "../support/capture.ts"
import { aForm, startService } from "../support/service.ts"

describe("the page of a verification link", async () => {
  const service = await startService("memory")
  afterAll(() => service.stop())
  const key = await service.key("all")
  const page = async (token: string) => (await (await aBrowser(service, token)).look()).text
  const kindsAsked = (html: string) => [...html.matchAll(/name="kind" value="([a-z_]+)"/g)].map(([, kind]) => kind)

  test("has a form for each step that takes a file, and says what it cannot take", async () => {
    const { token } = await aPerson(service, key, { required_steps: ["document", "selfie", "proof_of_address", "consent"] })
    const html = await page(token)
    expect(kindsAsked(html)).toEqual(["identity", "selfie", "proof_of_address"])
    expect(html).toContain("<h1>Verify your details</h1>")
    expect(html).toContain("Also needed: your consent.")
  })

  test("asks for an address alone where nothing else is wanted", async () => {
    const { token } = await aPerson(service, key, { required_steps: ["proof_of_address"] })
    const html = await page(token)
    expect(kindsAsked(html)).toEqual(["proof_of_address"])
    expect(html).toContain("<h1>Verify your address</h1>")
    expect(html).not.toContain("Also needed")
  })

  test("takes document and face by its forms, and lets the person submit once both are there", async () => {
    const { session, token } = await aPerson(service, key, { required_steps: ["document", "selfie"] })
    // The link belongs to the browser in which the person opened it.
    const browser = await aBrowser(service, token)
    const { headers } = browser
    const look = async () => (await browser.look()).text
    const send = async (path: string, form?: FormData) =>
      (await service.request("POST", `/verify/${token}${path}`, { headers, ...(form === undefined ? {} : { raw: form }) })).status
    expect(await send("/documents", aForm({ kind: "identity" }))).toBe(303)
    const half = await look()
    expect(half).not.toContain(`action="/verify/${token}/submit"`)
    // What is missing stands first, and what is there is folded away.
    expect(kindsAsked(half)).toEqual(["selfie", "identity"])
    expect(half.indexOf('value="identity"')).toBeGreaterThan(half.indexOf("<summary>Identity document: sent. Send another one</summary>"))
    expect(await send("/documents", aPictureForm({ kind: "selfie" }))).toBe(303)
    const ready = await look()
    expect(ready).toContain(`action="/verify/${token}/submit"`)
    expect([kindsAsked(ready), ready.includes("<details>")]).toEqual([["identity", "selfie"], false])
    expect([ready.includes("Identity document: received"), ready.includes("Picture of your face: received")]).toEqual([true, true])
    expect(await send("/submit")).toBe(303)
    expect((await session()).status).toBe("processing")
  })
})
