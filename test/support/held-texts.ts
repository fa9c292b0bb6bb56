import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

/** Every file below the folder that holds the text. Files of locks are left alone: a process that reads one gives up its own lock on it. */
export const filesThatHold = (folder: string, text: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => !name.endsWith(".lock"))
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true && readFileSync(file).includes(text))
