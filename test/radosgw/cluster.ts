import { randomBytes, randomUUID } from "node:crypto"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** The programs of Ceph that a gateway with its store needs, as Debian's packages radosgw, ceph-mon, ceph-osd and ceph-common bring them. */
const programs = ["ceph", "ceph-mon", "ceph-osd", "monmaptool", "radosgw", "radosgw-admin"] as const

/** Those that are not installed. */
export const absentPrograms = (): ReadonlyArray<string> => programs.filter((name) => Bun.which(name) === null)

export interface Gateway {
  readonly endpoint: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
  readonly stop: () => Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no port"))))
    })
  })

/** One monitor, one store in memory, one gateway. No one else can reach them, so they do without Ceph's own authentication. */
const configuration = (folder: string, fsid: string, monitor: number) => `[global]
fsid = ${fsid}
mon_host = [v2:127.0.0.1:${monitor}/0]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
ms_mon_client_mode = crc
ms_mon_service_mode = crc
ms_mon_cluster_mode = crc
ms_client_mode = crc
ms_service_mode = crc
ms_cluster_mode = crc
ms_bind_msgr1 = false
osd_objectstore = memstore
memstore_device_bytes = 1073741824
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
run_dir = ${folder}/run
log_file = ${folder}/log/$name.log
admin_socket = ${folder}/run/$name.asok
mon_data = ${folder}/mon
osd_data = ${folder}/osd
rgw_data = ${folder}/gateway
keyring = ${folder}/keyring
`

const ended = async (child: Bun.Subprocess, name: string): Promise<never> => {
  throw new Error(`${name} ended with ${await child.exited}`)
}

/** Starts a cluster in a temporary folder; rejects, and leaves nothing behind, when a step of it fails. */
export const startGateway = async (): Promise<Gateway> => {
  const folder = mkdtempSync(join(tmpdir(), "vouchkit-radosgw-"))
  for (const name of ["run", "log", "mon", "osd", "gateway"]) mkdirSync(join(folder, name))
  const [monitor, port] = [await freePort(), await freePort()]
  const fsid = randomUUID()
  const config = join(folder, "ceph.conf")
  writeFileSync(config, configuration(folder, fsid, monitor))
  writeFileSync(join(folder, "keyring"), "")
  const children: Array<Bun.Subprocess> = []
  const stop = async () => {
    for (const child of children.toReversed()) {
      child.kill("SIGKILL")
      await child.exited
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const logOf = (name: string): string => {
    const file = join(folder, "log", `${name}.log`)
    return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(-20).join("\n") : ""
  }
  const run = async (...command: ReadonlyArray<string>) => {
    const [program = "", ...rest] = command
    const child = Bun.spawn(["timeout", "60", program, "-c", config, ...rest], { stdout: "pipe", stderr: "pipe" })
    const [errors, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
    if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${errors}`)
  }
  const start = (name: string, ...command: ReadonlyArray<string>) => {
    const [program = "", ...rest] = command
    const child = Bun.spawn([program, "-c", config, "-f", ...rest], { stdout: "ignore", stderr: "ignore" })
    children.push(child)
    return { name, child }
  }

  try {
    const map = join(folder, "monmap")
    await run("monmaptool", "--create", "--fsid", fsid, "--addv", "a", `[v2:127.0.0.1:${monitor}/0]`, map)
    await run("ceph-mon", "--mkfs", "-i", "a", "--monmap", map)
    start("mon.a", "ceph-mon", "-i", "a")
    const store = randomUUID()
    await run("ceph", "osd", "new", store, "0")
    await run("ceph-osd", "--mkfs", "-i", "0", "--osd-uuid", store)
    start("osd.0", "ceph-osd", "-i", "0")
    const credentials = { accessKeyId: randomBytes(10).toString("hex"), secretAccessKey: randomBytes(20).toString("hex") }
    const { accessKeyId, secretAccessKey } = credentials
    const gatewayCommand = ["-n", "client.gateway", "--rgw_frontends", `beast endpoint=127.0.0.1:${port}`]
    const gateway = start("client.gateway", "radosgw", ...gatewayCommand)
    const endpoint = `http://127.0.0.1:${port}`
    const answers = async () => {
      for (let look = 0; look < 300; look += 1) {
        if (
          await fetch(endpoint).then(
            () => true,
            () => false
          )
        )
          return
        await Bun.sleep(200)
      }
      throw new Error(`the gateway does not answer:\n${logOf("client.gateway")}`)
    }
    await Promise.race([answers(), ended(gateway.child, gateway.name)])
    const user = ["--uid", "vouchkit", "--display-name", "Vouchkit", "--access-key", accessKeyId, "--secret-key", secretAccessKey]
    await run("radosgw-admin", "-n", "client.gateway", "user", "create", ...user)
    return { endpoint, credentials, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}
