import { fileURLToPath } from "node:url"
import { absentPrograms } from "./cluster.ts"

/** Runs what only a server that checks signatures and conditions can show. Without that server it says so, and ends well. */
const absent = absentPrograms()
if (absent.length > 0) {
  console.log(
    `SKIPPED: radosgw is not installed (${absent.join(", ")} not found); signatures and conditional writes of S3 were not checked.`
  )
  console.log("On Debian: apt-get install --no-install-recommends radosgw ceph-mon ceph-osd ceph-common")
} else {
  const checks = fileURLToPath(new URL("checks.ts", import.meta.url))
  const child = Bun.spawn([process.execPath, "test", "--timeout", "30000", checks], { stdio: ["ignore", "inherit", "inherit"] })
  process.exitCode = await child.exited
}
