import { Context, Data, type Effect, type Scope } from "effect"
import type { EditionSource } from "../editions/list-editions.ts"
import type { ListStep, ReadingNotes } from "../sources/reading.ts"
import type { Validator } from "./list-fetches.ts"
import type { ListSource } from "./list-source.ts"

/** Why the files of a list did not arrive. */
export type DownloadCode =
  | "url_refused"
  | "dns"
  | "blocked_address"
  | "connect"
  | "timeout"
  | "bad_status"
  | "too_many_redirects"
  | "encoded"
  | "truncated"
  | "too_large"
  | "disk"

/** The files could not be fetched whole. `detail` names the host and no more of the address, which may hold a token. */
export class DownloadFailed extends Data.TaggedError("DownloadFailed")<{
  readonly code: DownloadCode
  readonly detail: string
  /** Whether the same request may well succeed a moment later. */
  readonly passing: boolean
}> {}

export type Downloaded =
  /** The server says that every file is as it was. */
  | { readonly state: "not_modified" }
  | {
      readonly state: "whole"
      readonly validators: ReadonlyArray<Validator>
      /** Reads the files once. Throws `ListUnreadable`. */
      readonly steps: (notes: ReadingNotes) => AsyncIterable<ListStep>
      readonly sources: () => ReadonlyArray<EditionSource>
    }

export interface Fetching {
  readonly sources: ReadonlyArray<ListSource>
  /** Fetches all files of a list, which are kept until the scope ends; `known` asks for them only if they changed. */
  readonly download: (source: ListSource, known: ReadonlyArray<Validator> | null) => Effect.Effect<Downloaded, DownloadFailed, Scope.Scope>
}

/** The lists that this installation fetches by itself (`SCREENING_LIST_URLS`); none unless the operator names some. */
export const ListFetching = Context.Reference<Fetching | null>("@vouchkit/core/screening/ListFetching", { defaultValue: () => null })
