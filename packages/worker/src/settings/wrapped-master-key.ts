import { type KeyNotWrapped, KeyWrapping, type KeyWrappingReason } from "@vouchkit/core/kernel/foundation/key-wrapping"
import { Effect, Layer, Redacted } from "effect"
import type { Settings } from "./settings.ts"
import { misconfigured, type StartProblem, unavailable } from "./start-problem.ts"
import { masterKeyBytes } from "./variables.ts"

/** Bound to the wrapped key, so that a policy of KMS can allow this use alone. Changing it would lock every installation out. */
export const wrappingContext = { service: "vouchkit", purpose: "master-key" } as const

/** A key of KMS and where to ask for it. */
export interface WrappingKey {
  readonly key_id: string
  readonly region: string | null
  readonly endpoint: string | null
}

/** KMS, loaded only where it is asked: most processes never need its SDK. */
export const wrappingLayer = (key: WrappingKey): Layer.Layer<KeyWrapping> =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("@vouchkit/adapters/crypto/kms-key-wrapping")),
      ({ layer }) => layer(key)
    )
  )

const problems: Readonly<Record<KeyWrappingReason, (named: string) => StartProblem>> = {
  refused: (named) => unavailable(`KMS refuses the use of the key ${named}. Check the role of this process and the policy of the key.`),
  disabled_key: (named) => unavailable(`The key ${named} is disabled in KMS, or waits for its deletion. Enable it again.`),
  unavailable: (named) => unavailable(`KMS does not answer for the key ${named}. Check the network, KMS_REGION and KMS_ENDPOINT.`),
  unidentified: () =>
    unavailable("There are no AWS credentials to ask KMS with. Give the process a role, or the variables of the AWS SDK."),
  unknown_key: (named) => misconfigured(`KMS knows no usable key ${named} in this region and account. Check its name and KMS_REGION.`),
  unopened: (named) =>
    misconfigured(`The key ${named} does not open MASTER_KEY_WRAPPED: it was wrapped by another key, or it is incomplete.`),
  misaddressed: () => misconfigured("It is not known which region of AWS to ask. Set KMS_REGION, or name the key by its ARN.")
}

/** What went wrong with KMS, in words for the person who starts the process; the key's name is no secret. */
export const wrappingProblem =
  (key_id: string) =>
  ({ reason }: KeyNotWrapped): StartProblem =>
    problems[reason](key_id)

/** The master key of MASTER_KEY_WRAPPED, asked for once; nothing of it is written down. */
export const unwrappedMasterKey = Effect.fnUntraced(function* (
  { key_id, text }: NonNullable<Settings["wrapped_master_key"]>,
  kms: Settings["kms"]
) {
  const bytes = yield* Effect.flatMap(KeyWrapping, ({ unwrap }) => unwrap(Redacted.value(text), wrappingContext)).pipe(
    Effect.provide(wrappingLayer({ key_id, ...kms })),
    Effect.mapError(wrappingProblem(key_id))
  )
  if (bytes.length !== masterKeyBytes) {
    return yield* misconfigured(
      `MASTER_KEY_WRAPPED does not hold a master key: it must be ${masterKeyBytes} bytes before they are wrapped.`
    )
  }
  return Redacted.make(bytes)
})
