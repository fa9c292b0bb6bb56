import { expect, test } from "bun:test"
import { fileURLToPath } from "node:url"
import { mintSecret, signatureHeader } from "@vouchkit/core/resources/webhooks/deliveries/signature"

const example = fileURLToPath(new URL("../../../examples/receive-webhooks.ts", import.meta.url))
const core = fileURLToPath(new URL("../../../../packages/core/src/resources/webhooks/deliveries/", import.meta.url))

/** Every module that a file of the core leads to. */
const importsOf = async (name: string): Promise<ReadonlyArray<string>> => {
  const code = await Bun.file(`${core}${name}`).text()
  const found = [...code.matchAll(/from "([^"]+)"/g)].map(([, specifier = ""]) => specifier)
  const deeper = await Promise.all(found.filter((one) => one.startsWith("./")).map((one) => importsOf(one.slice(2))))
  return [...found, ...deeper.flat()]
}

test("the helper for receivers needs node:crypto and nothing else, not even effect", async () => {
  expect([...new Set(await importsOf("receiver.ts"))].sort()).toEqual(["./signature.ts", "node:crypto"])
})

test("the example takes each genuine event once, drops a stale one, and refuses what is forged", async () => {
  const secret = mintSecret(new Uint8Array(32).fill(3))
  const child = Bun.spawn([process.execPath, example], {
    env: { ...process.env, PORT: "0", WEBHOOK_SECRETS: secret },
    stdout: "pipe",
    stderr: "inherit"
  })
  const heard: Array<string> = []
  const reader = child.stdout.getReader()
  const hear = async () => heard.push(new TextDecoder().decode((await reader.read()).value))
  await hear()
  const port = /port: (\d+)/.exec(heard.join(""))?.[1]
  const send = async (id: string, sequence: number, key = secret) => {
    const body = JSON.stringify({ id, type: "session.approved", sequence, resource: { type: "session", id: `ses_${sequence}` } })
    const header = signatureHeader({ secrets: [key], timestamp: Math.floor(Date.now() / 1000), body })
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers: { "X-Service-Signature": header }, body })
    return `${response.status} ${await response.text()}`
  }
  try {
    expect(await send("evt_1", 2)).toBe("200 thanks")
    expect(await send("evt_1", 2)).toBe("200 known")
    expect(await send("evt_2", 2)).toBe("200 thanks")
    expect(await send("evt_3", 3, mintSecret(new Uint8Array(32).fill(4)))).toBe("400 no_match")
    expect(await send("evt_4", 4)).toBe("200 thanks")
    while (!heard.join("").includes("ses_4")) await hear()
    expect(heard.join("").match(/session\.approved \w+/g)).toEqual(["session.approved ses_2", "session.approved ses_4"])
  } finally {
    child.kill()
  }
})
