import { makeSystemCalls } from "@vouchkit/adapters/engines/confinement/libc"
import { createSocket } from "node:dgram"
import { openSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"

/** What an engine that has been taken over would try to reach. */
export interface WaysOut {
  readonly port: number
  readonly socket: string
  readonly secret: string
  readonly folder: string
  readonly service: number
  readonly program: string
}

const call = makeSystemCalls()

const connects = (to: { readonly port: number; readonly host: string } | { readonly path: string }) =>
  new Promise<void>((done, refused) => {
    const socket = connect(to, () => {
      socket.destroy()
      done()
    })
    socket.on("error", refused)
  })

const sendsDatagram = (port: number) =>
  new Promise<void>((done, refused) => {
    const socket = createSocket("udp4")
    socket.on("error", refused)
    socket.send("found", port, "127.0.0.1", (problem) => (problem === null ? done() : refused(problem)))
  })

const startsProgram = () => {
  const { exitCode } = Bun.spawnSync([process.execPath, "--version"])
  if (exitCode !== 0) throw new Error("it ended")
}

const opensTooManyFiles = () => {
  for (let count = 0; count < 2000; count += 1) openSync("/dev/null", "r")
}

const traceMe = 0

/** Each way out of an engine, by the level of its confinement that refuses it. */
const waysOut = ({ folder, port, program, secret, service, socket }: WaysOut): Readonly<Record<string, () => unknown>> => ({
  "network: a TCP connection to the same machine": () => connects({ port, host: "127.0.0.1" }),
  "network: a datagram": () => sendsDatagram(port),
  "network: a socket in the file system": () => connects({ path: socket }),
  "network: a ring of the kernel": () => call("io_uring_setup", 1, new Uint8Array(256)),
  "files: the master key": () => readFileSync(secret),
  "files: the names in the data folder": () => readdirSync(folder),
  "files: a new file in the data folder": () => writeFileSync(`${folder}/planted`, "x"),
  "files: a change of the program": () => writeFileSync(`${program}.planted`, "x"),
  "files: the environment of the service": () => readFileSync(`/proc/${service}/environ`),
  "files: the accounts of the system": () => readFileSync("/etc/passwd"),
  "files: a new file for temporary use": () => writeFileSync("/tmp/planted", "x"),
  "account: root": () => call("setresuid", 0, 0, 0),
  "capabilities: a mount": () => call("mount", "tmpfs", "/usr", "tmpfs", 0, null),
  "capabilities: a user namespace": () => call("unshare", 0x10000000),
  "capabilities: another root folder": () => call("chroot", "/usr"),
  "system_calls: another program": startsProgram,
  "system_calls: a signal to the service": () => call("kill", service, 0),
  "system_calls: a look into the service": () => call("ptrace", 16, service, 0, 0),
  "system_calls: being traced": () => call("ptrace", traceMe, 0, 0, 0),
  "system_calls: memory of the service": () => call("process_vm_readv", service, null, 0, null, 0, 0),
  "system_calls: a program for the kernel": () => call("bpf", 0, new Uint8Array(64), 64),
  "limits: open files": opensTooManyFiles
})

const outcomeOf = async (way: () => unknown): Promise<string> => {
  try {
    await way()
    return "done"
  } catch {
    return "refused"
  }
}

/** Ways that do no harm where nothing refuses them: whoever is not confined can go them. */
const harmless = [
  "network: a TCP connection to the same machine",
  "network: a datagram",
  "network: a socket in the file system",
  "files: the master key",
  "files: the names in the data folder",
  "files: the environment of the service",
  "files: the accounts of the system",
  "system_calls: another program",
  "system_calls: a signal to the service"
]

/** Tries the ways, all or those that do no harm, and says of each whether it was gone or refused. */
export const tryWaysOut = async (targets: WaysOut, only: "all" | "harmless"): Promise<Readonly<Record<string, string>>> => {
  const outcomes: Record<string, string> = {}
  for (const [name, way] of Object.entries(waysOut(targets))) {
    if (only === "all" || harmless.includes(name)) outcomes[name] = await outcomeOf(way)
  }
  return outcomes
}
