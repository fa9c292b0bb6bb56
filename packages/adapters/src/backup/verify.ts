import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { Schema } from "effect"
import { digestOfFile, errorCode, readLines } from "./files.ts"
import type { Manifest } from "./manifest.ts"

export const StoredObject = Schema.Struct({
  path: Schema.String.check(Schema.isPattern(/^(?:objects|receipts)(?:\/[0-9a-z_]{2,64}){1,4}(?:\.json)?$/u)),
  bytes: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u))
})
export interface StoredObject extends Schema.Schema.Type<typeof StoredObject> {}

const asObject = Schema.decodeUnknownSync(Schema.fromJsonString(StoredObject))

/** The files of the object store and of the log of erasures, a line each. */
export async function* objectsOf(folder: string): AsyncGenerator<StoredObject> {
  for await (const line of readLines(join(folder, "objects.jsonl.gz"))) yield asObject(line)
}

/** Where the data folder has a file of a tenant, as `blobs/content.ts` chooses it. */
const pathOf = (organization: unknown, environment: unknown, name: string): string =>
  `objects/${createHash("sha256")
    .update(`${String(organization)}\n${String(environment)}`)
    .digest("hex")
    .slice(0, 32)}/${name.slice(0, 2)}/${name}`

const rowOf = (line: string): Readonly<Record<string, unknown>> => {
  const row: unknown = JSON.parse(line)
  if (typeof row !== "object" || row === null) throw new Error("a row is no record")
  return { ...row }
}

/** The file that a document names, if it names one. */
const fileOf = ({ data, environment, organization }: Readonly<Record<string, unknown>>): string | null =>
  typeof data === "object" && data !== null && "blob" in data && typeof data.blob === "string"
    ? pathOf(organization, environment, data.blob)
    : null

interface Verified {
  /** What is wrong with the backup, in words; a backup with any cannot be restored. */
  readonly problems: ReadonlyArray<string>
  /** Paths of files that documents name and that the object store did not have any more, as after an erasure at the same time. */
  readonly absent: ReadonlyArray<string>
}

const mostProblems = 20

/** Reads a backup from end to end: each file by its digest, each row as JSON, each document with its file. */
export const verifyBackup = async (folder: string, manifest: Manifest, verified: (name: string) => void): Promise<Verified> => {
  const problems: Array<string> = []
  const wrong = (problem: string) => void (problems.length < mostProblems && problems.push(problem))
  const trying = async (name: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (cause) {
      wrong(errorCode(cause) === "ENOENT" ? `${name} is missing.` : `${name} cannot be read: it is damaged.`)
    }
    verified(name)
  }

  const stored = new Set<string>()
  const index = "objects.jsonl.gz"
  await trying(index, async () => {
    if ((await digestOfFile(join(folder, index))).sha256 !== manifest.objects.sha256) return wrong(`${index} was changed.`)
    for await (const { bytes, path, sha256 } of objectsOf(folder)) {
      stored.add(path)
      await trying(path, async () => {
        const found = await digestOfFile(join(folder, path))
        if (found.sha256 !== sha256 || found.bytes !== bytes) wrong(`${path} was changed.`)
      })
    }
    if (stored.size !== manifest.objects.count) wrong(`${index} names ${stored.size} files, and not ${manifest.objects.count}.`)
  })

  const named = new Set<string>()
  for (const { name, rows, sha256 } of manifest.tables) {
    const file = `tables/${name}.jsonl.gz`
    await trying(file, async () => {
      if ((await digestOfFile(join(folder, file))).sha256 !== sha256) return wrong(`${file} was changed.`)
      let count = 0
      for await (const line of readLines(join(folder, file))) {
        const row = rowOf(line)
        count += 1
        const path = name === "documents" ? fileOf(row) : null
        if (path !== null) named.add(path)
      }
      if (count !== rows) wrong(`${file} has ${count} rows, and not ${rows}.`)
    })
  }
  return { problems, absent: [...named].filter((path) => !stored.has(path)) }
}

/** The text of `manifest.json`; undefined where the folder has none. */
export const manifestText = async (folder: string): Promise<string | undefined> => {
  try {
    return await readFile(join(folder, "manifest.json"), "utf8")
  } catch (cause) {
    if (errorCode(cause) === "ENOENT" || errorCode(cause) === "ENOTDIR") return undefined
    throw cause
  }
}
