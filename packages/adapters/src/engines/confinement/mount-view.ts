import { closeSync, mkdirSync, openSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname } from "node:path"
import { type FileView, isFolder, isLink } from "./file-view.ts"
import type { SystemCalls } from "./libc.ts"
import { pathOnly } from "./open-flags.ts"

/** Flags of mount(2) and umount2(2). */
const readOnly = 1
const noSuid = 2
const noDevices = 4
const remount = 32
const bind = 4096
const recursive = 16_384
const isPrivate = 262_144
const detach = 2

/** Bytes of a folder that keeps nothing but names of folders. */
const skeletonBytes = 1024 ** 2

interface Shown {
  readonly path: string
  /** Where it leads, if it is a link. */
  readonly link: string | null
  readonly folder: boolean
  readonly device: boolean
  /** The file, opened by name only. */
  readonly source: number
}

const showAt = (call: SystemCalls, place: string, { device, folder, link, path, source }: Shown): void => {
  mkdirSync(dirname(place), { recursive: true, mode: 0o755 })
  if (link !== null) symlinkSync(link, place)
  else {
    if (folder) mkdirSync(place, { mode: 0o755, recursive: true })
    else writeFileSync(place, "")
    call("mount", `/proc/self/fd/${source}`, place, null, path === "/proc" ? bind | recursive : bind, null)
    if (!device) call("mount", null, place, null, bind | remount | readOnly | noSuid | noDevices, null)
  }
  closeSync(source)
}

/** A root of the kernel's first file system cannot be exchanged; then it is hidden, which holds as long as there is no capability to go back. */
const makeRoot = (call: SystemCalls, root: string): void => {
  call("chdir", root)
  try {
    call("pivot_root", ".", ".")
    call("umount2", ".", detach)
  } catch {
    call("chroot", ".")
  }
  call("chdir", "/")
}

/**
 * Gives this thread, and what it becomes, a file system that holds a view and nothing else. It needs the rights of an administrator and a
 * mount namespace of its own.
 *
 * Folders are made again above what is shown, so that an account without rights reaches the program also where it lies in someone's home.
 */
export const showOnly = (call: SystemCalls, view: FileView): void => {
  const shown = [...view.folders, ...view.files, ...view.devices].map(
    (path): Shown => ({
      path,
      link: isLink(path) ? readlinkSync(path) : null,
      folder: isFolder(path),
      device: view.devices.includes(path),
      // Opened before anything is covered: the new root is mounted over a folder that may hold what is shown.
      source: openSync(path, pathOnly)
    })
  )
  const root = tmpdir()
  call("mount", null, "/", null, recursive | isPrivate, null)
  call("mount", "tmpfs", root, "tmpfs", noSuid, `mode=755,size=${skeletonBytes}`)
  try {
    for (const one of shown) showAt(call, `${root}${one.path}`, one)
    if (view.own !== null) {
      mkdirSync(`${root}${view.own}`, { recursive: true })
      call("mount", "tmpfs", `${root}${view.own}`, "tmpfs", noSuid | noDevices, `mode=777,size=${skeletonBytes}`)
    }
    call("mount", null, root, null, bind | remount | readOnly | noSuid | noDevices, null)
    makeRoot(call, root)
  } catch (refusal) {
    // What was covered may be what the program needs.
    call("umount2", root, detach)
    throw refusal
  }
}
