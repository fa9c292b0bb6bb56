import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const statOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
  } catch {
    return ""
  }
}

/** Milliseconds of the processor that a database took so far, with all of its processes; NaN where the system does not tell. */
const databaseMillis = (dataDirectory: string): number => {
  try {
    const [postmaster = ""] = readFileSync(join(dataDirectory, "postmaster.pid"), "utf8").split("\n")
    let ticks = 0
    for (const pid of readdirSync("/proc").filter((name) => /^[0-9]+$/u.test(name))) {
      const stat = statOf(pid)
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
      if (fields[1] === postmaster) ticks += Number(fields[11]) + Number(fields[12])
      // What it started and has ended by now.
      if (pid === postmaster) ticks += [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0)
    }
    return ticks * 10
  } catch {
    return Number.NaN
  }
}

/** What some work takes of the processor, here and in the database: on a machine that others use, it says more than how long the work took. */
export const processorTime = async (dataDirectory: string, work: () => Promise<unknown>) => {
  const database = databaseMillis(dataDirectory)
  const before = process.cpuUsage()
  await work()
  const { system, user } = process.cpuUsage(before)
  return { service_ms: (user + system) / 1000, database_ms: databaseMillis(dataDirectory) - database }
}
