import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Validator } from "@vouchkit/core/resources/watchlists/fetching/list-fetches"
import { type Downloaded, DownloadFailed, type Fetching } from "@vouchkit/core/resources/watchlists/fetching/list-fetching"
import type { ListSource } from "@vouchkit/core/resources/watchlists/fetching/list-source"
import type { EditionSource } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import type { ListFile } from "@vouchkit/core/resources/watchlists/sources/reading"
import { Effect, Redacted, type Scope } from "effect"
import { systemResolve } from "../../webhook-sender/resolver.ts"
import { fileAt } from "../files.ts"
import { listReader } from "../readers.ts"
import { usualMaximumBytes } from "../text-stream.ts"
import { type DownloadLimits, type DownloadOptions, getFile, type GotFile } from "./get-file.ts"

export const usualLimits: DownloadLimits = {
  maximum_bytes: usualMaximumBytes,
  answer_ms: 30_000,
  idle_ms: 60_000,
  whole_ms: 45 * 60_000,
  redirects: 3
}

/** The last part of an address's path, by which readers of a set tell its files apart; a number where it has none of use. */
const nameOf = (url: string, place: number): string => {
  const last = URL.parse(url)?.pathname.split("/").at(-1) ?? ""
  return /^[A-Za-z0-9._-]{1,100}$/.test(last) ? last : `file-${place + 1}`
}

const folder = Effect.acquireRelease(
  Effect.tryPromise({
    try: () => mkdtemp(join(tmpdir(), "vouchkit-list-")),
    catch: () => new DownloadFailed({ code: "disk", detail: "There is no space on disk for the download.", passing: false })
  }),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }).catch(() => undefined))
)

const whole = (
  { encoding, format }: ListSource,
  files: ReadonlyArray<{ readonly name: string; readonly path: string; readonly got: GotFile }>
): Downloaded => {
  const listFiles = files.map(({ name, path }): ListFile => ({ ...fileAt(path), name }))
  const sources = files.map(({ got: { bytes, sha256 }, name }): EditionSource => ({ name, bytes, sha256 }))
  const read = listReader(format.name, { encoding: encoding ?? undefined })
  return {
    state: "whole",
    validators: files.map(({ got }) => got.validator),
    steps: (notes) => read(listFiles, notes),
    sources: () => sources
  }
}

/**
 * Fetches the files of a list to disk, one after the other, and hands them on only when all of them arrived whole. Of a set of files either
 * all are as they were, or all are fetched: an edition is never put together out of two days.
 */
export const downloadList =
  (options: Partial<DownloadOptions> & Pick<DownloadOptions, "exceptions">): Fetching["download"] =>
  (source: ListSource, known: ReadonlyArray<Validator> | null): Effect.Effect<Downloaded, DownloadFailed, Scope.Scope> =>
    Effect.gen(function* () {
      const set: DownloadOptions = { limits: usualLimits, resolve: systemResolve, ...options }
      const at = yield* folder
      const urls = source.urls.map(Redacted.value)
      const comparable = known?.length === urls.length ? known : null
      const fetched: Array<{ readonly name: string; readonly path: string; readonly got: GotFile }> = []
      const fetch = (place: number, validator: Validator | null) => {
        const url = urls[place] ?? ""
        const path = join(at, String(place))
        return Effect.map(getFile(url, validator, path, set), (got) => (got === null ? null : { name: nameOf(url, place), path, got }))
      }
      for (const place of urls.keys()) {
        // Once one file is new, all of them are wanted, whatever the server says of them.
        const got = yield* fetch(place, fetched.length > 0 ? null : (comparable?.[place] ?? null))
        if (got === null) continue
        // What was the same until here was not kept; it belongs to the new edition as well.
        for (let before = fetched.length; before < place; before += 1) {
          const earlier = yield* fetch(before, null)
          if (earlier !== null) fetched.push(earlier)
        }
        fetched.push(got)
      }
      return fetched.length === 0 ? { state: "not_modified" as const } : whole(source, fetched)
    })
