import { type KeyNotWrapped, KeyWrapping } from "@vouchkit/core/kernel/foundation/key-wrapping"
import { Effect, Redacted } from "effect"
import { keptMasterKey } from "../settings/master-key.ts"
import { admitKey, keyIsInFolder, retireOtherKeys, rotateKeyInFolder } from "./master-key-rotation.ts"
import { keyFile } from "../settings/master-key-file.ts"
import { main } from "../processes/process.ts"
import type { Settings } from "../settings/settings.ts"
import { misconfigured } from "../settings/start-problem.ts"
import { kmsKey, masterKey, masterKeyBytes, region as readRegion } from "../settings/variables.ts"
import { unwrappedMasterKey, type WrappingKey, wrappingContext, wrappingLayer, wrappingProblem } from "../settings/wrapped-master-key.ts"
import { judgedOption, misused, print, readArguments, required } from "./usage.ts"

const help = `Usage:
  bun run master-key generate --key KMS_KEY_ID [--region R] [--json]
  bun run master-key wrap     --key KMS_KEY_ID [--region R] [--json]
  bun run master-key rewrap   --key KMS_KEY_ID [--region R] [--json]
  bun run master-key rotate   [--key KMS_KEY_ID [--region R] [--json]]
  bun run master-key retire

The first three print a master key as a key of AWS KMS wraps it, for MASTER_KEY_WRAPPED; never the key itself.
generate makes a new one inside KMS. wrap takes the one in MASTER_KEY, or in the data folder. rewrap takes the one in
MASTER_KEY_WRAPPED and wraps it under another key; what is stored still opens. The region is that of --region, of the ARN,
of KMS_REGION, or of the AWS SDK's surroundings.

rotate replaces the master key while the service runs. The key in the data folder is replaced at once. Elsewhere a second
key opens the database from then on: the one in NEW_MASTER_KEY, or with --key a new one of KMS, which is printed. Start every
process with the new key, then run retire with it: from then on it is the only one.`

const options = {
  key: { type: "string" },
  region: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" }
} as const

const wrappedBy = (key: WrappingKey, ask: (wrapping: KeyWrapping["Service"]) => Effect.Effect<Uint8Array, KeyNotWrapped>) =>
  Effect.flatMap(KeyWrapping, ask).pipe(Effect.provide(wrappingLayer(key)), Effect.mapError(wrappingProblem(key.key_id)))

const present = Effect.fnUntraced(function* ({ data_dir, master_key, wrapped_master_key }: Settings) {
  if (wrapped_master_key !== null) return yield* misconfigured("MASTER_KEY_WRAPPED already contains a wrapped key. Use rewrap.")
  const found = master_key ?? (yield* keptMasterKey(data_dir))
  return found ?? (yield* misconfigured("There is no master key to wrap: neither in MASTER_KEY nor in the data folder."))
})

const carried = Effect.fnUntraced(function* ({ kms, wrapped_master_key }: Settings) {
  if (wrapped_master_key === null) {
    return yield* misconfigured("MASTER_KEY_WRAPPED and KMS_KEY_ID must be set to the wrapped key and to the key that wrapped it.")
  }
  return yield* unwrappedMasterKey(wrapped_master_key, kms)
})

const retire = (settings: Settings) =>
  Effect.flatMap(retireOtherKeys(settings), (count) =>
    print(count === 0 ? "There was no other master key." : "The present master key is the only one now.")
  )

/** Without KMS: the key in the data folder, or the one that NEW_MASTER_KEY hands over. */
const rotate = Effect.fnUntraced(function* (settings: Settings) {
  if (keyIsInFolder(settings)) {
    yield* rotateKeyInFolder(settings)
    return yield* print(`${keyFile(settings.data_dir)} holds a new master key. Back it up; the old one opens nothing any more.`)
  }
  const { NEW_MASTER_KEY = "" } = process.env
  const next = yield* Effect.mapError(Effect.fromResult(masterKey(NEW_MASTER_KEY.trim())), (right) =>
    misused(`NEW_MASTER_KEY ${right}.`, help)
  )
  yield* admitKey(settings, Redacted.value(next))
  yield* print("Both master keys open the database now. Start every process with the new one, then run: bun run master-key retire")
})

main({ database_url: false, master_key: false }, "vouchkit-master-key", (settings) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* readArguments(process.argv.slice(2), options, help)
    if (values.help === true) return yield* print(help)
    const [verb, ...rest] = positionals
    if (rest.length > 0) return yield* misused("The command has too many arguments.", help)
    if (verb === "retire") return yield* retire(settings)
    if (verb === "rotate" && values.key === undefined) return yield* rotate(settings)
    if (verb !== "generate" && verb !== "wrap" && verb !== "rewrap" && verb !== "rotate")
      return yield* misused("Name the action: generate, wrap, rewrap, rotate or retire.", help)
    const key_id = yield* judgedOption(yield* required(values.key, "key", help), "key", kmsKey, help)
    const asked = values.region === undefined ? null : yield* judgedOption(values.region, "region", readRegion, help)
    // The ARN of the new key says more of where it is than a variable that was set for the old one.
    const region = asked ?? (key_id.startsWith("arn:") ? null : settings.kms.region)
    const key: WrappingKey = { key_id, region, endpoint: settings.kms.endpoint }
    const plain =
      verb === "generate" || verb === "rotate" ? null : Redacted.value(yield* verb === "wrap" ? present(settings) : carried(settings))
    const text = yield* wrappedBy(key, ({ generate, wrap }) =>
      plain === null ? generate(masterKeyBytes, wrappingContext) : wrap(plain, wrappingContext)
    )
    if (verb === "rotate") yield* admitKey(settings, yield* wrappedBy(key, ({ unwrap }) => unwrap(text, wrappingContext)))
    const variables = {
      MASTER_KEY_WRAPPED: Buffer.from(text).toString("base64"),
      KMS_KEY_ID: key_id,
      ...(region === null ? {} : { KMS_REGION: region })
    }
    yield* print(
      values.json === true
        ? JSON.stringify(variables)
        : Object.entries(variables)
            .map(([name, value]) => `${name}=${value}`)
            .join("\n")
    )
  })
)
