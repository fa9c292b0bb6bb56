import { type ListSource, parseListSources } from "@vouchkit/core/resources/watchlists/fetching/list-source"
import { type InsecureTargets, judgeTarget, parseInsecureTargets } from "@vouchkit/core/resources/webhooks/targets/target"
import { Redacted, Result, Schema } from "effect"
import { insecureTargets, variable } from "./variables.ts"

/** The lists that are fetched; none unless the operator names some. */
export interface ListFetchSettings {
  readonly sources: ReadonlyArray<ListSource>
  /** `host:port` that lists may be fetched from though it is private, or without TLS. */
  readonly insecure_targets: InsecureTargets
}

export const listFetchVariables = {
  SCREENING_LIST_URLS: Schema.optionalKey(variable(parseListSources)),
  SCREENING_LIST_ALLOW_INSECURE_TARGETS: Schema.optionalKey(variable(insecureTargets))
} as const

/** What is wrong with addresses by the exceptions beside them. A file from an open network must come by https: anyone who changes it on the way decides who is found. */
export const listFetchProblems = (values: Readonly<Record<string, string>>) => {
  const sources = parseListSources(values.SCREENING_LIST_URLS ?? "{}")
  const exceptions = parseInsecureTargets(values.SCREENING_LIST_ALLOW_INSECURE_TARGETS ?? "")
  if (Result.isFailure(sources) || Result.isFailure(exceptions)) return []
  return sources.success.flatMap(({ key, urls }) =>
    urls.flatMap((url) => {
      const judged = judgeTarget(Redacted.value(url), exceptions.success)
      return Result.isSuccess(judged) ? [] : [{ variable: "SCREENING_LIST_URLS", message: `${key}: each URL ${judged.failure.message}` }]
    })
  )
}

export const listFetchOf = (read: {
  readonly SCREENING_LIST_URLS?: ReadonlyArray<ListSource>
  readonly SCREENING_LIST_ALLOW_INSECURE_TARGETS?: InsecureTargets
}): ListFetchSettings => ({
  sources: read.SCREENING_LIST_URLS ?? [],
  insecure_targets: read.SCREENING_LIST_ALLOW_INSECURE_TARGETS ?? new Set()
})
