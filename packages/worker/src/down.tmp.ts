import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
let server = await attachOrStart({ dataDir: "/tmp/vkdown" })
const env = { ...process.env, DATABASE_URL: "postgres:///vouchkit", PGHOST: server.socketDirectory, PGUSER: server.user, MASTER_KEY: Buffer.alloc(32, 5).toString("base64"), PORT: "4889", DATA_DIR: "/tmp/vkdown2", BOOTSTRAP_LIVE_KEY: "vk_live_1234567890123456" }
const s = Bun.spawn(["bun", "/work/main/packages/worker/src/commands/start.ts"], { env, stdout: "pipe", stderr: "inherit" })
let out = ""; for await (const ch of s.stdout) { out += new TextDecoder().decode(ch); if (out.includes("Ctrl-C")) break }
console.log(out)
const ask = async () => { const t = performance.now(); const r = await fetch("http://127.0.0.1:4889/readyz"); console.log(r.status, await r.text(), (performance.now() - t) | 0); const c = await fetch("http://127.0.0.1:4889/api/v1/sessions", { method: "POST", headers: { "x-api-key": "vk_live_1234567890123456", "content-type": "application/json" }, body: "{}", signal: AbortSignal.timeout(25000) }).catch(e => ({ status: e.name })); console.log("create", c.status, (performance.now() - t) | 0) }
await ask()
await server.stop(); await Bun.sleep(300); await ask()
server = await attachOrStart({ dataDir: "/tmp/vkdown" }); await Bun.sleep(6000); await ask(); await ask()
s.kill("SIGTERM"); console.log("exit", await s.exited); await server.stop()
