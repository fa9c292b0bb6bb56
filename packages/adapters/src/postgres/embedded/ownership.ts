import { closeSync, constants, fchownSync, fstatSync, lchownSync, lstatSync, openSync, readdirSync, type Stats } from "node:fs"
import { join } from "node:path"
import { type Account, FORMER_ACCOUNT } from "./account.ts"
import { DatabaseNotUsable, errorCode } from "./failure.ts"

/**
 * Gives a folder with everything in it to an account; the folder itself last, so that it says whether all of it was given. Whoever owned it may still change it
 * meanwhile, which is why nothing is reached through a name that could have become a link: each folder is opened, and its entries are reached through what
 * was opened. Links stay as they are, and a file that also has a name elsewhere, or an owner that a database never has, is given to no one.
 */
export const giveTree = (folder: string, account: Account): void => {
  const former = lstatSync(folder).uid
  const expected = new Set([0, FORMER_ACCOUNT, former, account.uid])
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  try {
    giveEntries(descriptor, folder, { account, expected })
    fchownSync(descriptor, account.uid, account.gid)
  } finally {
    closeSync(descriptor)
  }
}

type Gift = { readonly account: Account; readonly expected: ReadonlySet<number> }

/** The path of what is open, whatever its names have become since. Only Linux has one. */
const pathOf = (descriptor: number, folder: string) => (process.platform === "linux" ? `/proc/self/fd/${descriptor}` : folder)

const giveEntries = (descriptor: number, folder: string, gift: Gift): void => {
  const opened = pathOf(descriptor, folder)
  for (const name of readdirSync(opened)) {
    const found = lstatSync(join(opened, name), { throwIfNoEntry: false })
    if (found === undefined || found.isSymbolicLink()) continue
    if (found.isDirectory() || found.isFile()) giveOpened(join(opened, name), join(folder, name), gift)
    // A socket that a killed server left; it is made again.
    else lchownSync(join(opened, name), gift.account.uid, gift.account.gid)
  }
}

const giveOpened = (path: string, name: string, gift: Gift): void => {
  const descriptor = open(path)
  if (descriptor === null) return
  try {
    const found = fstatSync(descriptor)
    refuseForeign(found, name, gift)
    if (found.isDirectory()) giveEntries(descriptor, name, gift)
    fchownSync(descriptor, gift.account.uid, gift.account.gid)
  } finally {
    closeSync(descriptor)
  }
}

/** Null for what was removed, or became a link, since it was listed. */
const open = (path: string): number | null => {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ELOOP") return null
    throw error
  }
}

const refuseForeign = (found: Stats, name: string, { expected }: Gift) => {
  if (expected.has(found.uid) && (found.isDirectory() || (found.isFile() && found.nlink === 1))) return
  throw new DatabaseNotUsable(
    `${name} is no file of a database: it belongs to user id ${found.uid} and has ${found.nlink} names. Move it elsewhere, then start again.`
  )
}
