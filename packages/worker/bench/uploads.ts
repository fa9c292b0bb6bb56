// Attacks on the memory of the service by uploads, with the answers of other requests meanwhile:
// many bodies of 15 MB by one verification link that are held one byte short of their end, and 50 uploads of 15 MB by one key at once.
// Run: bun run bench uploads. BENCH_ROOT measures another checkout, BENCH_HELD and BENCH_UPLOADS change the numbers.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = process.env.BENCH_ROOT ?? fileURLToPath(new URL("../../../", import.meta.url))
const held = Number(process.env.BENCH_HELD ?? 240)
const uploads = Number(process.env.BENCH_UPLOADS ?? 50)
const bars = { megabytes: 500, p99: 200 }
const fileBytes = 15 * 1024 * 1024 - 2048
/** Between two probes, in milliseconds; the next one starts on time whether or not the one before was answered. */
const probeEvery = 25

const quantile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

/** Asks for a list over and over until its parent closes its input, then prints how long each answer took. Apart from the attacker, whose work would slow it. */
const probe = async (url: string, key: string): Promise<void> => {
  let going = true
  process.stdin.on("end", () => {
    going = false
  })
  process.stdin.resume()
  const pending: Array<Promise<number>> = []
  const began = performance.now()
  for (let index = 0; going; index += 1) {
    await Bun.sleep(Math.max(0, began + index * probeEvery - performance.now()))
    const asked = performance.now()
    pending.push(
      fetch(`${url}/api/v1/sessions?limit=1`, { headers: { "X-API-Key": key } }).then(async (response) => {
        await response.arrayBuffer()
        return response.status === 200 ? performance.now() - asked : Number.POSITIVE_INFINITY
      })
    )
  }
  console.log(JSON.stringify(await Promise.all(pending)))
}

interface Held {
  readonly status: Promise<number>
  readonly end: () => void
}

const boundary = "bench"
const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="bill.jpg"\r\n\r\n`
const tail = `\r\n--${boundary}--\r\n`
const chunk = new Uint8Array(256 * 1024)
const picture = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)

/** Sends an upload, with its last byte or without. Every one differs, so that each is a file of its own. */
const send = (url: string, path: string, headers: string, { mark, whole }: { readonly mark: number; readonly whole: boolean }): Held => {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  const length = head.length + fileBytes + tail.length
  const status = new Promise<number>((resolve) => {
    let text = ""
    socket.on("data", (data) => {
      text += data.toString("latin1")
      const found = /HTTP\/1\.1 ([2-5]\d\d)/.exec(text)
      if (found !== null) resolve(Number(found[1]))
    })
    socket.on("error", () => resolve(0))
    socket.on("close", () => resolve(0))
  })
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: bench\r\n${headers}Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n\r\n${head}`
  )
  const marked = new Uint8Array([...picture, mark & 255, mark >> 8])
  socket.write(marked)
  let left = fileBytes - marked.length
  const pump = (): void => {
    while (left > 0) {
      const part = chunk.subarray(0, Math.min(left, chunk.length))
      left -= part.length
      if (!socket.write(part)) return void socket.once("drain", pump)
    }
    socket.write(whole ? tail : tail.slice(0, -1))
  }
  pump()
  return { status, end: () => void socket.destroy() }
}

const residentMegabytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024

interface Service {
  readonly url: string
  readonly pid: number
  readonly live: string
  readonly stop: () => Promise<number>
}

const start = async (folder: string): Promise<Service> => {
  const child = Bun.spawn([process.execPath, join(root, "packages/worker/src/commands/start.ts")], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder, PORT: "0", RATE_LIMIT_PER_MINUTE: "0", LOG_LEVEL: "error" },
    stdout: "pipe",
    stderr: "inherit"
  })
  let output = ""
  const decoder = new TextDecoder()
  for await (const part of child.stdout) {
    output += decoder.decode(part)
    if (output.includes("Ctrl-C")) break
  }
  return {
    url: /http:\/\/[0-9.]+:[0-9]+/.exec(output)?.[0] ?? "",
    pid: child.pid,
    live: /vk_live_\w+/.exec(output)?.[0] ?? "",
    stop: () => {
      child.kill("SIGTERM")
      return child.exited
    }
  }
}

/** Statuses of the answers with how often each was given; 0 stands for a connection that ended without one. */
const counted = (statuses: ReadonlyArray<number>): string =>
  [...Map.groupBy(statuses, (status) => status)]
    .toSorted(([one], [other]) => one - other)
    .map(([status, given]) => `${given.length} × ${status}`)
    .join(", ")

/** Runs an attack beside the probe, and prints the peak of memory and the latencies. Answers whether both bars hold. */
const measured = async (name: string, service: Service, attack: () => Promise<string>): Promise<boolean> => {
  const before = residentMegabytes(service.pid)
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(service.pid))
  }, 50)
  const prober = Bun.spawn([process.execPath, import.meta.path, "probe", service.url, service.live], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit"
  })
  const told = await attack()
  prober.stdin.end()
  const waits: ReadonlyArray<number> = JSON.parse(await new Response(prober.stdout).text())
  clearInterval(sampling)
  const p99 = quantile(waits, 0.99)
  console.log(
    `${name}: ${told}\n  resident memory ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most (bar ${bars.megabytes}); other requests p50 ${quantile(waits, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (bar ${bars.p99}), N ${waits.length}`
  )
  return peak < bars.megabytes && p99 < bars.p99
}

const heldBodies =
  ({ live, url }: Service) =>
  async () => {
    const created = await fetch(`${url}/api/v1/sessions`, { method: "POST", headers: { "X-API-Key": live } })
    const { verification_url }: { verification_url: string } = await created.json()
    const token = verification_url.split("/").at(-1) ?? ""
    const began = performance.now()
    const statuses: Array<number> = []
    const open: Array<Held> = []
    for (let sent = 0; sent < held; sent += 1) {
      const one = send(url, `/api/v1/verify/${token}/documents`, "", { mark: sent, whole: false })
      void one.status.then((status) => statuses.push(status))
      open.push(one)
      await Bun.sleep(250)
    }
    // Long enough that what is held is ended by the service, if it ever is.
    await Bun.sleep(45_000)
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    const text = `${held} bodies held one byte short in ${seconds} s; answered ${counted(statuses)}; still open ${held - statuses.length}`
    for (const { end } of open) end()
    return text
  }

const wholeUploads =
  ({ live, url }: Service) =>
  async () => {
    const began = performance.now()
    const sent = Array.from({ length: uploads }, (_, mark) =>
      send(url, "/api/v1/documents", `X-API-Key: ${live}\r\n`, { mark: 1000 + mark, whole: true })
    )
    const statuses = await Promise.all(sent.map(({ status }) => status))
    const seconds = (performance.now() - began) / 1000
    for (const { end } of sent) end()
    // The documents are read meanwhile, which takes memory too.
    await Bun.sleep(10_000)
    return `${uploads} uploads of 15 MB at once in ${seconds.toFixed(1)} s; answered ${counted(statuses)}`
  }

const [role, url = "", key = ""] = process.argv.slice(2)
if (role === "probe") await probe(url, key)
else {
  const folder = mkdtempSync(join(process.getuid?.() === 0 ? "/tmp" : tmpdir(), "vouchkit-bench-"))
  chmodSync(folder, 0o711)
  const service = await start(folder)
  const holds = [
    await measured("held bodies", service, heldBodies(service)),
    await measured("whole uploads", service, wholeUploads(service))
  ]
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(holds.every(Boolean) ? 0 : 1)
}
