import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs"
import { dirname, join } from "node:path"

/** What an engine may see of the file system: everything for reading only, but devices and its own folder. */
export interface FileView {
  readonly folders: ReadonlyArray<string>
  readonly files: ReadonlyArray<string>
  readonly devices: ReadonlyArray<string>
  /** The folder of this engine alone, where it may make folders and links, and no files; null if it has none. */
  readonly own: string | null
}

/** Where systems keep libraries, fonts and what describes the processor. Links among them (`/lib`) are kept as links. */
const systemFolders = ["/usr", "/lib", "/lib64", "/nix/store", "/etc/fonts", "/proc", "/sys/devices/system/cpu", "/sys/fs/cgroup"]
const systemFiles = ["/etc/ld.so.cache", "/etc/ld-musl-x86_64.path", "/etc/ld-musl-aarch64.path"]
const devices = ["/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"]

const ancestorsOf = (path: string): ReadonlyArray<string> => {
  const above = dirname(path)
  return above === path ? [path] : [path, ...ancestorsOf(above)]
}

/** Our packages may be links to folders elsewhere, as in a workspace. */
const ourPackagesIn = (modules: string): ReadonlyArray<string> => {
  const ours = join(modules, "@vouchkit")
  return existsSync(ours) ? readdirSync(ours).map((name) => realpathSync(join(ours, name))) : []
}

/** The program: its package, and every folder of packages above it. Not the folder above them, which may hold data. */
const programFolders = (entry: string): ReadonlyArray<string> => {
  const above = ancestorsOf(dirname(entry))
  const own = above.find((folder) => existsSync(join(folder, "package.json")))
  const modules = above.map((folder) => join(folder, "node_modules")).filter((folder) => existsSync(folder))
  return [...(own === undefined ? [] : [own]), ...modules.flatMap((folder) => [realpathSync(folder), ...ourPackagesIn(folder)])]
}

const within = (path: string, folders: ReadonlyArray<string>): boolean => folders.some((folder) => path.startsWith(`${folder}/`))

/** What a program that starts at `entry` needs of this system to run, with a folder of its own for temporary links. */
export const fileViewOf = (executable: string, entry: string, own: string | null): FileView => {
  const folders = [...new Set([...systemFolders.filter((folder) => existsSync(folder)), ...programFolders(realpathSync(entry))])]
  const outermost = folders.filter((folder) => !within(folder, folders))
  return {
    folders: outermost,
    files: [realpathSync(executable), ...systemFiles].filter((file) => existsSync(file) && !within(file, outermost)),
    devices: devices.filter((device) => existsSync(device)),
    own
  }
}

export const isLink = (path: string): boolean => lstatSync(path).isSymbolicLink()
export const isFolder = (path: string): boolean => statSync(path).isDirectory()
