import { startService } from "./support/service.ts"
const s = await startService("postgres", { limit: 1_000_000_000 })
const key = await s.key("all")
const headers = { "X-API-Key": key, "Content-Type": "application/json" }
const body = JSON.stringify({ external_reference: "customer-1", tags: ["bench"], expected: { first_name: "Ada", last_name: "Lovelace" } })
s.app.listen({ port: 0, hostname: "127.0.0.1", reusePort: false } as any)
const base = "http://127.0.0.1:" + (s.app as any).server.port
const post = () => s.app.handle(new Request(base + "/api/v1/sessions", { method: "POST", headers, body }))
const c: any = await (await post()).json()
const get = () => s.app.handle(new Request(base + "/api/v1/sessions/" + c.id, { headers }))
const which = process.argv[2] === "post" ? post : get
const loop = async (f: any, n: number) => { const t = process.cpuUsage(); let left = n; await Promise.all(Array.from({ length: 64 }, async () => { while (left-- > 0) await (await f()).text() })); const u = process.cpuUsage(t); return (u.user + u.system) / n }
for (let i = 0; i < 5; i++) console.log(process.argv[2], "us cpu", (await loop(which, Number(process.argv[3]))).toFixed(1))
process.exit(0)
