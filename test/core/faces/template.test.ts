import { describe, expect, test } from "bun:test"
import { layer as cryptoLayer } from "@vouchkit/adapters/crypto/vault"
import { openFace, sealFace, type SessionFace } from "@vouchkit/core/faces/template"
import type { Vault } from "@vouchkit/core/foundation/vault"
import type { Tenant } from "@vouchkit/core/operation/caller"
import { Effect, Exit } from "effect"
import { hashOf, templateAt } from "../../support/faces.ts"
import { acmeLive, acmeSandbox, as, otherSandbox, type TenantName } from "../../support/tenants.ts"

const vault = cryptoLayer(new Uint8Array(32).fill(5))
const run = <A, E>(effect: Effect.Effect<A, E, Tenant | Vault>, tenant: TenantName = acmeSandbox) =>
  Effect.runPromiseExit(as(tenant)(effect).pipe(Effect.provide(vault)))
const face: SessionFace = { template: templateAt(0.25), frame_hashes: [hashOf(1), hashOf(2)] }
const sealed = async (): Promise<string> => {
  const exit = await run(sealFace("ses_one", face))
  return Exit.isSuccess(exit) ? exit.value : ""
}

describe("a sealed template", () => {
  test("opens in its session as it was, to the precision of 32-bit floats", async () => {
    const opened = await run(openFace("ses_one", await sealed()))
    const values = templateAt(0.25).values.map(Math.fround)
    expect(opened).toEqual(Exit.succeed({ ...face, template: { ...face.template, values } }))
  })

  test("opens in no other session, organization or environment, nor when a character was changed", async () => {
    const text = await sealed()
    const others = [
      await run(openFace("ses_two", text)),
      await run(openFace("ses_one", text), otherSandbox),
      await run(openFace("ses_one", text), acmeLive),
      await run(openFace("ses_one", `${text.slice(0, 40)}${text.charAt(40) === "A" ? "B" : "A"}${text.slice(41)}`))
    ]
    expect(others.map(Exit.isFailure)).toEqual([true, true, true, true])
  })

  test("shows nothing of what it holds, and is another text each time", async () => {
    const [one, other] = [await sealed(), await sealed()]
    expect(one).not.toBe(other)
    expect(Buffer.from(one, "base64").toString("latin1")).not.toContain("descriptor")
  })
})
