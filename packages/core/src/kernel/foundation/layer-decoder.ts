import { Result, Schema, SchemaIssue } from "effect"
import type { Problem } from "./failure.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Reads a layer of a policy from JSON, refusing unknown members; all problems at once, each `loc` relative to the layer. */
export const layerDecoder = <Layer>(schema: Schema.Codec<Layer, any>) => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all", onExcessProperty: "error" })
  return (input: unknown): Result.Result<Layer, ReadonlyArray<Problem>> =>
    Result.mapError(decode(input), ({ issue }) =>
      format(issue)
        .issues.slice(0, 100)
        .map(({ message, path }) => ({
          loc: (path ?? []).slice(0, 70).map((step) => {
            const key = typeof step === "object" ? step.key : step
            return typeof key === "number" ? key : String(key).slice(0, 300)
          }),
          code: "invalid",
          message: message.slice(0, 1000)
        }))
    )
}
