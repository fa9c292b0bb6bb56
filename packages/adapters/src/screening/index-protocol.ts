import type { ScreeningHit } from "@vouchkit/core/verification/screening/engine/explanation"
import type { ScreeningQuery, SearchOptions } from "@vouchkit/core/verification/screening/engine/query"
import type { LoadedEditions } from "@vouchkit/core/resources/screening/list-index"
import type { ListRecord } from "@vouchkit/core/verification/screening/record"

/** What a thread is asked. It answers in the order of asking, so that a search sees what was asked before it and nothing after. */
export type IndexRequest =
  /** Gathers records of a build, unseen. */
  | { readonly ask: "records"; readonly index_name: string; readonly records: ReadonlyArray<ListRecord> }
  /** Makes what was gathered searchable. */
  | { readonly ask: "build"; readonly index_name: string; readonly editions: LoadedEditions }
  /** Gathers changes, unseen. */
  | {
      readonly ask: "changes"
      readonly index_name: string
      readonly changed: ReadonlyArray<ListRecord>
      readonly removed: ReadonlyArray<{ readonly list: string; readonly uid: string }>
    }
  /** Puts an index with the gathered changes in the place of the one before. */
  | { readonly ask: "apply"; readonly index_name: string; readonly editions: LoadedEditions }
  /** Drops gathered changes. */
  | { readonly ask: "discard"; readonly index_name: string }
  | { readonly ask: "forget"; readonly index_name: string }
  | { readonly ask: "search"; readonly index_name: string; readonly query: ScreeningQuery; readonly options: Partial<SearchOptions> }

export type IndexReply =
  /** `worn` when the index is due to be built again. */
  | { readonly reply: "done"; readonly worn: boolean }
  | { readonly reply: "found"; readonly hits: ReadonlyArray<ScreeningHit>; readonly editions: LoadedEditions }

export interface NumberedRequest {
  readonly number: number
  readonly request: IndexRequest
}
export interface NumberedReply {
  readonly number: number
  /** Null when the thread could not do it. What went wrong may repeat a name, so that it stays there. */
  readonly reply: IndexReply | null
}
