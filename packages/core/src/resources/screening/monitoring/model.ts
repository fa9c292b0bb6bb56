import { Context } from "effect"
import { type CollectionOf, shape } from "../../../kernel/storage/collection.ts"
import type { IndexName } from "../list-index.ts"

/** A list and between which two of its editions it is gone through. */
export interface ListSpan {
  /** The index of the list; stored records have this name for it. */
  readonly shelf: IndexName
  readonly key: string
  readonly from: number
  readonly to: number
}

/** How far a run has come: up to which entry of a list, or up to which subject where everybody is screened again. */
export type Walk =
  | { readonly over: "changes"; readonly list: ListSpan; readonly after: string | null }
  | { readonly over: "subjects"; readonly list: ListSpan | null; readonly after: string | null }

/** Editions by `index/key`, such as `public/un_consolidated`. */
export type Marks = Readonly<Record<string, number>>

/** What the monitoring of a tenant has taken note of: one record each, made when its first subject is monitored. */
export interface StoredMonitor {
  readonly id: string
  readonly version: number
  readonly environment: "sandbox" | "live"
  /** Digest of the editions of the installation's lists that were looked at last; another one asks for a look. */
  readonly seen: string
  readonly next_look_at: string
  /** The editions up to which every monitored subject was compared; null before the first run. */
  readonly marks: Marks | null
  readonly walk: Walk | null
  /** The rules by which every monitored subject has its blocking keys; by any others they have to be made first. */
  readonly keyed: string | null
  /** Everybody is to be screened again, whatever became of the lists. Absent where no one asked for it. */
  readonly everybody?: boolean
  readonly created_at: string
  readonly updated_at: string
}

export const screeningMonitors = shape<StoredMonitor>()({
  table: "screening_monitors",
  columns: { seen: { type: "text" }, next_look_at: { type: "text" } }
})
export class MonitorStore extends Context.Service<MonitorStore, CollectionOf<typeof screeningMonitors>>()(
  "@vouchkit/core/screening/MonitorStore"
) {}

/** There is one in each tenant. */
export const monitorId = "monitor"
