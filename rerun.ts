// reads the kept pictures again: rerun.ts FROM TO [only]
import { readDocument } from "./packages/adapters/src/engines/read-document.ts"
import { readdirSync } from "node:fs"
const [from, to, only = ""] = process.argv.slice(2)
const cpu = () => { const { system, user } = process.cpuUsage(); return (system + user) / 1e6 }
for (const f of readdirSync(from!).filter((f) => f.endsWith(".jpg") && f.includes(only))) {
  const start = cpu()
  const result = await readDocument({ bytes: new Uint8Array(await Bun.file(`${from}/${f}`).arrayBuffer()), mime_type: "application/octet-stream", country: f.slice(0, 2) as any })
  await Bun.write(`${to}/${f.replace(".jpg", ".json")}`, JSON.stringify({ result, seconds: cpu() - start }))
}
process.exit(0)
