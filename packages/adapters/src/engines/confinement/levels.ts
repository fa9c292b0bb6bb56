import { Schema } from "effect"

/**
 * What an engine process is kept from, level by level:
 * - `network`: it has no network: an empty network namespace, a kernel that refuses TCP, a filter that refuses sockets, or several of them.
 * - `files`: it sees the program and its libraries, for reading only, and nothing of the data folder.
 * - `account`: it runs under an account of its own, which owns nothing.
 * - `capabilities`: it has no capability and can never gain a privilege.
 * - `system_calls`: a filter refuses other programs, other processes, sockets, mounts and what else reading a file does not need.
 * - `limits`: files that it writes, files that it opens, and memory dumps are bounded.
 * - `own_folder`: it has a folder for itself. Without one it reads print in one language at a time.
 */
export const confinementLevels = ["network", "files", "account", "capabilities", "system_calls", "limits", "own_folder"] as const

const LevelState = Schema.Struct({
  level: Schema.Literals(confinementLevels),
  held: Schema.Boolean,
  /** What holds it, or why it does not hold. */
  detail: Schema.String.check(Schema.isMaxLength(300))
})
export type LevelState = typeof LevelState.Type

export const Confinement = Schema.Array(LevelState).check(Schema.isMaxLength(confinementLevels.length))
export type Confinement = typeof Confinement.Type
