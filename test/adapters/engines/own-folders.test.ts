import { afterEach, beforeEach, expect, test } from "bun:test"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { startProcess } from "@vouchkit/adapters/engines/process/child-process"
import { makeOwnFolder, removeOwnFolder, sweepOwnFolders } from "@vouchkit/adapters/engines/process/own-folder"
import { languageFolder } from "@vouchkit/adapters/engines/ocr/languages"

const before = process.env.TMPDIR
let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "own-folders-"))
  process.env.TMPDIR = folder
})
afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  rmSync(folder, { recursive: true, force: true })
})

const entry = new URL("../../support/engine-worker.ts", import.meta.url)
const echoed = (): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const engine = startProcess(entry, 1024 ** 3)
    engine.ask(
      { task: "echo", value: "read" },
      (answer) => {
        engine.kill()
        resolve(answer)
      },
      () => reject(new Error("the engine ended"))
    )
  })

test("an engine without a folder of its own works", async () => {
  process.env.TMPDIR = join(folder, "missing")
  expect(makeOwnFolder()).toBeNull()
  expect(await echoed()).toMatchObject({ value: "read" })
})

test("without a folder print is read in the first language alone", async () => {
  process.env.TMPDIR = join(folder, "missing")
  expect((await languageFolder(["eng", "eng"])).codes).toBe("eng")
})

test("a folder that is gone already is no failure", () => {
  const own = makeOwnFolder()
  expect(own).not.toBeNull()
  removeOwnFolder(own)
  removeOwnFolder(own)
  removeOwnFolder(null)
  expect(readdirSync(folder)).toEqual([])
})

test.if(process.platform === "linux")("folders of services that no longer live are swept, and no others", () => {
  const live = makeOwnFolder() ?? ""
  const [world, pid, start] = basename(live).split("-").slice(2)
  const left = join(folder, `vouchkit-engine-${world}-${pid}-1-abcdef`)
  const dead = join(folder, `vouchkit-engine-${world}-4194305-${start}-abcdef`)
  const elsewhere = join(folder, `vouchkit-engine-1-4194305-${start}-abcdef`)
  const foreign = join(folder, "vouchkit-ocr-abcdef")
  for (const path of [left, dead, elsewhere, foreign]) mkdirSync(path)
  symlinkSync(foreign, join(dead, "link"))
  symlinkSync(foreign, join(folder, `vouchkit-engine-${world}-4194306-${start}-abcdef`))
  sweepOwnFolders()
  expect([left, dead].filter(existsSync)).toEqual([])
  expect([live, elsewhere, foreign].filter(existsSync)).toEqual([live, elsewhere, foreign])
  expect(readdirSync(folder).length).toBe(4)
})
