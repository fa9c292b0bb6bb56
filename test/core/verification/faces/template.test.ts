import { describe, expect, test } from "bun:test"
import { layer as cryptoLayer } from "@vouchkit/adapters/crypto/vault"
import { type CapturedFrames, openFace, sealFace, type SessionFace, withCapture } from "@vouchkit/core/verification/faces/template"
import { Vault } from "@vouchkit/core/kernel/storage/vault"
import type { Tenant } from "@vouchkit/core/kernel/access/caller"
import { Effect, Exit } from "effect"
import { hashOf, templateAt } from "../../../support/faces.ts"
import { acmeLive, acmeSandbox, as, otherSandbox, type TenantName } from "../../../support/tenants.ts"

const vault = cryptoLayer(new Uint8Array(32).fill(5))
const run = <A, E>(effect: Effect.Effect<A, E, Tenant | Vault>, tenant: TenantName = acmeSandbox) =>
  Effect.runPromiseExit(as(tenant)(effect).pipe(Effect.provide(vault)))
const face: SessionFace = { template: templateAt(0.25), captures: [{ nonce: "one", frame_hashes: [hashOf(1), hashOf(2)] }] }
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

  test("that was sealed before captures had names opens with its frames, and keeps them beside later captures", async () => {
    const values = Buffer.from(Float32Array.of(1, 2).buffer).toString("base64")
    const plain = JSON.stringify({ model: face.template.model, values, frame_hashes: [hashOf(7)] })
    const exit = await run(
      Effect.gen(function* () {
        const old = yield* openFace("ses_one", yield* (yield* Vault).seal("face-template", "ses_one", plain))
        const captures = withCapture(old.captures, { nonce: "one", frame_hashes: [hashOf(8)] })
        return [old.captures, (yield* openFace("ses_one", yield* sealFace("ses_one", { ...old, captures }))).captures] as const
      })
    )
    const unnamed = { nonce: null, frame_hashes: [hashOf(7)] }
    expect(exit).toEqual(Exit.succeed([[unnamed], [unnamed, { nonce: "one", frame_hashes: [hashOf(8)] }]] as const))
  })

  test("keeps the last six captures of a session, each once", () => {
    const names = ["a", "b", "c", "b", "d", "e", "f", "g"]
    const kept = names
      .map((nonce, index) => ({ nonce, frame_hashes: [hashOf(index)] }))
      .reduce<ReadonlyArray<CapturedFrames>>(withCapture, [])
    expect(kept.map(({ nonce }) => nonce)).toEqual(["c", "b", "d", "e", "f", "g"])
    expect(kept[1]?.frame_hashes).toEqual([hashOf(3)])
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
