import { chmodSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/**
 * Waits until nothing can come from the process that started it any more, then removes the folder. A database in it may stop a moment later and write its
 * last words meanwhile, so it looks again.
 */
const cleaner = 'cat >/dev/null; for pause in 0 1 2 4 8 16 30; do sleep $pause; rm -rf "$1" 2>/dev/null; [ -e "$1" ] || exit 0; done'

/** Held until the end: the pipe of one that no one holds may be closed while the folder is in use. */
const cleaners: Array<Bun.Subprocess<"pipe", "ignore", "ignore">> = []

/**
 * A new folder that is gone once this process is, however it ends. The test runner tells no file that it ends, and a run may be killed; so another process
 * watches the pipe between them. The account of the database may pass through the folder.
 */
export const folderOfThisProcess = (prefix: string): string => {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, 0o711)
  // A process group of its own: a Ctrl-C is for the tests, and the cleaner has its work then.
  const child = Bun.spawn(["sh", "-c", cleaner, "sh", folder], { stdin: "pipe", stdout: "ignore", stderr: "ignore", detached: true })
  child.unref()
  cleaners.push(child)
  return folder
}
