import { startService } from "./support/service.ts"
const s = await startService("memory", { limit: 1_000_000_000 })
const key = await s.key("all")
const headers = { "X-API-Key": key, "Content-Type": "application/json" }
const body = JSON.stringify({ external_reference: "customer-1", tags: ["bench"], expected: { first_name: "Ada", last_name: "Lovelace" } })
const post = () => s.app.handle(new Request("http://localhost/api/v1/sessions", { method: "POST", headers, body }))
const c: any = await (await post()).json()
const get = () => s.app.handle(new Request("http://localhost/api/v1/sessions/" + c.id, { headers }))
const cpu = async (f: any, n: number) => { const t = process.cpuUsage(); for (let i = 0; i < n; i++) await (await f()).text(); const u = process.cpuUsage(t); return (u.user + u.system) / n }
for (let i = 0; i < 5; i++) console.log("GET us", (await cpu(get, 20000)).toFixed(1)); for (let i = 0; i < 3; i++) console.log("POST us", (await cpu(post, 3000)).toFixed(1))
process.exit(0)
