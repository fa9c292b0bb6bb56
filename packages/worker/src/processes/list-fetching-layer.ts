import { downloadList } from "@vouchkit/adapters/lists/download/list-download"
import { type Fetching, ListFetching } from "@vouchkit/core/resources/watchlists/fetching/list-fetching"
import { Layer } from "effect"
import type { Settings } from "../settings/settings.ts"

/** How lists are fetched; null where the operator names none. */
export const listFetchingOf = ({ list_fetch: { insecure_targets, sources } }: Settings): Fetching | null =>
  sources.length === 0 ? null : { sources, download: downloadList({ exceptions: insecure_targets }) }

export const listFetchingLayer = (settings: Settings) => Layer.succeed(ListFetching)(listFetchingOf(settings))
