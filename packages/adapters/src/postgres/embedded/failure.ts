/** Why the embedded database is not available; each message says what the person at the keyboard can do about it. */
export class EmbeddedDatabaseFailure extends Error {
  override get name() {
    return this.constructor.name
  }
}

/** No usable PostgreSQL binaries: the platform has none, they were not installed, or the C library is not the GNU one. */
export class BinariesMissing extends EmbeddedDatabaseFailure {
  readonly _tag = "BinariesMissing"
}

/** Another live process owns the data folder. */
export class DataFolderInUse extends EmbeddedDatabaseFailure {
  readonly _tag = "DataFolderInUse"
}

/** The data folder cannot be created, entered or written by the account that needs it. */
export class DataFolderNotWritable extends EmbeddedDatabaseFailure {
  readonly _tag = "DataFolderNotWritable"
}

/** The database that belongs to this data folder is not where it was left, or was made by another major version. */
export class DatabaseNotUsable extends EmbeddedDatabaseFailure {
  readonly _tag = "DatabaseNotUsable"
}

/** PostgreSQL cannot run under the account at hand: privileges cannot be dropped, or the account has no name. */
export class AccountNotUsable extends EmbeddedDatabaseFailure {
  readonly _tag = "AccountNotUsable"
}

/** Creating the empty database failed; the message closes with the last lines of the tool that did. */
export class DatabaseNotCreated extends EmbeddedDatabaseFailure {
  readonly _tag = "DatabaseNotCreated"
}

/** The server ended or stayed silent instead of becoming ready; the message closes with the last lines of its log. */
export class DatabaseNotStarted extends EmbeddedDatabaseFailure {
  readonly _tag = "DatabaseNotStarted"
}

/** The disk or the quota of the data folder is used up. */
class DiskFull extends EmbeddedDatabaseFailure {
  readonly _tag = "DiskFull"
}

/** The `code` of an operating system or SQLite error, or the empty string. */
export const errorCode = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : ""

const noSpace = /No space left on device|Disk quota exceeded|Check free disk space/i

export const saysDiskFull = (output: string): boolean => noSpace.test(output)

export const diskFull = (folder: string) =>
  new DiskFull(`The disk that holds ${folder} is full. Free some space, or set DATA_DIR to a folder on another disk.`)

/** Translates an error of the file system into one that names the folder and the way out; anything else passes unchanged. */
export const folderFailure = (folder: string, error: unknown): unknown => {
  const code = errorCode(error)
  if (["ENOSPC", "EDQUOT", "SQLITE_FULL"].includes(code)) return diskFull(folder)
  if (["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "EEXIST", "ELOOP", "ENAMETOOLONG", "EIO"].includes(code)) {
    return new DataFolderNotWritable(
      `The data folder cannot be used: ${folder} (${code}). Make it writable for the user that starts the service (the same user each time), or set DATA_DIR to another folder.`
    )
  }
  return error
}
