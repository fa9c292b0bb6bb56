import { afterAll, describe, expect, test } from "bun:test"
import { finishChipAuthentication, beginChipAuthentication } from "@vouchkit/core/verification/chip/chip-authentication"
import { readDocument } from "@vouchkit/core/resources/documents/read"
import { chipFiles as bounds, dataGroupNames } from "@vouchkit/core/resources/nfc/chip-data"
import { after } from "@vouchkit/core/kernel/foundation/time"
import { organization, start } from "../../../support/operations.ts"
import { as } from "../../../support/tenants.ts"
import { aChipCore, chipFile, chipFiles } from "./chip-reading.ts"
import { dg14OfP256 } from "./chip-key.ts"

const core = await aChipCore()
afterAll(() => core.dispose())

describe("the challenge for a chip", () => {
  test("is 8 bytes, good for ten minutes, and another one with every call", async () => {
    const verification = await core.aVerification()
    const first = await verification.parameters()
    expect(first).toMatchObject({ object: "nfc_parameters", required: true, expires_at: after(start, 600_000), chip_authentication: null })
    expect(first.nonce).toMatch(/^[0-9a-f]{16}$/)
    expect(first.data_groups.map(({ name }: any) => name)).toEqual([...dataGroupNames])
    const second = await verification.parameters()
    expect(second.nonce).not.toBe(first.nonce)
    expect((await verification.submitRefused({ nonce: first.nonce, ...chipFiles() })).problems[0]).toMatchObject({ code: "unknown_nonce" })
    expect((await verification.submit({ nonce: second.nonce.toUpperCase(), ...chipFiles() })).status).toBe(201)
  })

  test("of one session is unknown in another", async () => {
    const [mine, theirs] = [await core.aVerification(), await core.aVerification()]
    const nonce = await mine.nonce()
    await theirs.nonce()
    expect((await theirs.submitRefused({ nonce, ...chipFiles() })).problems[0]).toMatchObject({ code: "unknown_nonce" })
    expect((await core.aVerification().then((other) => other.submitRefused({ nonce, ...chipFiles() }))).problems[0]).toMatchObject({
      code: "unknown_nonce"
    })
  })

  test("is used up by a chip that was handed in, once even when two hand in at once", async () => {
    const verification = await core.aVerification()
    const nonce = await verification.nonce()
    const tries = await Promise.allSettled([1, 2].map(() => verification.submit({ nonce, ...chipFiles() })))
    expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    expect((await verification.submitRefused({ nonce, ...chipFiles() })).code).toBe("conflict")
    expect((await verification.documents()).length).toBe(1)
  })

  test("expires at its minute and not before", async () => {
    const verification = await core.aVerification()
    const nonce = await verification.nonce()
    await core.setTime(after(start, 600_000))
    expect((await verification.submitRefused({ nonce, ...chipFiles() })).problems[0]).toMatchObject({ code: "expired_nonce" })
    await core.setTime(after(start, 599_999))
    expect((await verification.submit({ nonce, ...chipFiles() })).status).toBe(201)
    await core.setTime(start)
  })

  test("is not given for a session that takes nothing any more", async () => {
    for (const status of ["processing", "approved", "expired"] as const) {
      const verification = await core.aVerification({ status })
      expect((await verification.parametersRefused()).code).toBe("invalid_state_transition")
    }
  })

  test("says whether the session asks for a chip at all", async () => {
    const verification = await core.aVerification({ required_steps: ["proof_of_address"] })
    expect(await verification.parameters()).toMatchObject({ required: false })
  })
})

describe("a chip that was handed in", () => {
  test("completes the step, is stored as it came with the challenge it was read under, and is a document that is not read again", async () => {
    const verification = await core.aVerification()
    await core.events()
    const nonce = await verification.nonce()
    const files = chipFiles()
    const more = {
      active_authentication: Buffer.from("signature").toString("base64"),
      errors: [{ step: "dg14", code: "not_found" }]
    }
    const { output, status } = await verification.submit({ nonce, ...files, ...more })
    expect([status, output.kind, output.status]).toEqual([201, "nfc_data", "processed"])
    expect(await verification.session()).toMatchObject({ completed_steps: ["nfc"], status: "in_progress" })
    const [document] = await verification.documents()
    if (document === undefined) throw new Error("no document")
    expect(document).toMatchObject({ kind: "nfc_data", mime_type: "application/json", uploaded_via: "capture", extraction: null })
    expect(await core.stored(document)).toEqual({
      format: "vouchkit.chip/1",
      received_at: start,
      terminal: null,
      nonce,
      ...files,
      ...more
    } as any)
    expect((await core.events()).map(({ type }) => type)).toEqual(["document.uploaded", "document.processed"])
    const tenant = as({ organization, environment: "sandbox" })
    expect(await core.run(tenant(readDocument(document.id)))).toBeUndefined()
    expect((await verification.documents())[0]).toEqual(document)
    expect(JSON.stringify([output, document])).not.toContain(files.data_groups.dg1)
  })

  test("starts a session that waits, and completes no step that the session does not ask for", async () => {
    const waiting = await core.aVerification({ status: "created" })
    await waiting.submit({ nonce: await waiting.nonce(), ...chipFiles() })
    expect(await waiting.session()).toMatchObject({ status: "in_progress", completed_steps: ["nfc"] })
    const other = await core.aVerification({ required_steps: ["proof_of_address"] })
    await other.submit({ nonce: await other.nonce(), ...chipFiles() })
    expect(await other.session()).toMatchObject({ completed_steps: [] })
  })

  test("is refused with a word on each file that is cut off, no base64, or under another's name, and may be handed in again", async () => {
    const verification = await core.aVerification()
    const nonce = await verification.nonce()
    const good = chipFiles()
    const cut = Buffer.from(Buffer.from(good.sod, "base64").subarray(0, -1)).toString("base64")
    const wrong = { sod: cut, data_groups: { dg1: good.data_groups.dg2, dg2: good.data_groups.dg2, dg15: "A" } }
    const { problems } = await verification.submitRefused({ nonce, ...wrong })
    expect(problems.map(({ loc }) => loc.join("."))).toEqual(["body.sod", "body.data_groups.dg1", "body.data_groups.dg15"])
    expect(await verification.documents()).toEqual([])
    expect((await verification.submit({ nonce, ...good })).status).toBe(201)
  })

  test("may be as large as its bound, and a whole one fits into the body of a request", async () => {
    const verification = await core.aVerification()
    const filled = (name: keyof typeof bounds) => {
      const { max_bytes, tag } = bounds[name]
      const head = Buffer.from(chipFile(tag, new Uint8Array(max_bytes - 16)), "base64").length - (max_bytes - 16)
      return chipFile(tag, new Uint8Array(max_bytes - head))
    }
    const whole = {
      sod: filled("sod"),
      data_groups: Object.fromEntries(dataGroupNames.map((name) => [name, filled(name)]))
    }
    const nonce = await verification.nonce()
    expect(JSON.stringify({ nonce, ...whole }).length).toBeLessThan(1024 * 1024)
    expect((await verification.submit({ nonce, ...whole })).status).toBe(201)
  })
})

describe("chip authentication", () => {
  const random = (terminal: string | null) => new Uint8Array(Buffer.from(terminal ?? "", "hex"))

  test("goes on under the challenge that the chip was read under, and its secret is stored with the chip alone", async () => {
    const verification = await core.aVerification()
    const nonce = await verification.nonce()
    const { dg14, respond } = dg14OfP256()
    const begun = await verification.parameters({ dg14: Buffer.from(dg14).toString("base64url") })
    expect(begun.nonce).toBe(nonce)
    const { chip_authentication: offer } = begun
    const response = respond(Buffer.from(offer.ephemeral_public_key, "base64"))
    const handed = { nonce, ...chipFiles(), chip_authentication: { response: Buffer.from(response).toString("base64") } }
    expect((await verification.submit(handed)).status).toBe(201)
    const [document] = await verification.documents()
    const stored = await core.stored(document as any)
    const again = beginChipAuthentication(dg14, random(stored.terminal))
    if (again === null) throw new Error("not begun")
    expect(Buffer.from(again.command).toString("base64")).toBe(offer.command)
    expect(finishChipAuthentication(again.state, response)).toBe(true)
    const changed = Uint8Array.from(response)
    changed[changed.length - 3] = (changed[changed.length - 3] ?? 0) ^ 1
    expect(finishChipAuthentication(again.state, changed)).toBe(false)
    expect(JSON.stringify([begun, document])).not.toContain(stored.terminal ?? "none")
  })

  test("that was not begun cannot be handed in", async () => {
    const verification = await core.aVerification()
    const nonce = await verification.nonce()
    const { problems } = await verification.submitRefused({ nonce, ...chipFiles(), chip_authentication: { response: "AAAA" } })
    expect(problems[0]).toMatchObject({ code: "chip_authentication_not_begun" })
  })

  test("is not begun with what is no data group 14", async () => {
    const verification = await core.aVerification()
    for (const dg14 of ["AAAA", Buffer.from(chipFile(0x6e), "base64").toString("base64url")]) {
      expect((await verification.parametersRefused({ dg14 })).problems[0]).toMatchObject({ code: "chip_authentication_not_offered" })
    }
  })

  test("after the challenge is over begins under a new one", async () => {
    const verification = await core.aVerification()
    const nonce = await verification.nonce()
    await verification.submit({ nonce, ...chipFiles() })
    const { dg14 } = dg14OfP256()
    expect(await verification.nonce({ dg14: Buffer.from(dg14).toString("base64url") })).not.toBe(nonce)
  })
})
