import { RulesOfNode } from "../../verification/workflows/node-rules.ts"
import { Context, Effect, Schema } from "effect"
import { type FaceModel, sameModel } from "../../verification/faces/analysis.ts"
import { type FaceBands, defaultFaceBands, externalFaceBands } from "../../verification/faces/bands.ts"
import { IdentityDocumentPolicyLayer, resolveIdentityPolicy } from "../../verification/identity-documents/policy.ts"
import { InvalidInput, type Problem } from "../../kernel/foundation/failure.ts"
import { type CollectionOf, shape } from "../../kernel/storage/collection.ts"
import { replaceSetting, type Setting } from "./replace.ts"

const Score = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))

/** From which score a face match passes, and from which a person looks at it; what is left out is the default of the model. */
const FaceBandsLayer = Schema.Struct({ pass: Schema.optionalKey(Score), review: Schema.optionalKey(Score) }).annotate({
  identifier: "FaceBandsLayer"
})

const LivenessAutoPass = Schema.Boolean.annotate({
  description:
    "Whether frames that follow the challenge pass by themselves. False, the default, sends them to a person unless the platform attested app and device: software that animates one photograph can follow a challenge. Set it to true to take that risk"
})

/** What an organization says about the checks of identity documents and faces. */
export const IdentityVerificationLayer = Schema.Struct({
  identity_documents: Schema.optionalKey(IdentityDocumentPolicyLayer),
  faces: Schema.optionalKey(FaceBandsLayer),
  /** The same for faces that a provider outside compares, whose scores have a scale of their own. */
  external_faces: Schema.optionalKey(FaceBandsLayer),
  liveness_auto_pass: Schema.optionalKey(LivenessAutoPass)
}).annotate({ identifier: "IdentityVerificationLayer" })
export interface IdentityVerificationLayer extends Schema.Schema.Type<typeof IdentityVerificationLayer> {}

/** Beside the setting for proofs of address, in the same table. */
type StoredIdentityVerification = Setting<"identity_verification", IdentityVerificationLayer>
export const identityVerification = shape<StoredIdentityVerification>()({ table: "settings", columns: {} })
export class IdentityVerificationStore extends Context.Service<IdentityVerificationStore, CollectionOf<typeof identityVerification>>()(
  "@vouchkit/core/settings/IdentityVerificationStore"
) {}

/** What the tenant stored, with its version; empty and 0 while there is nothing. */
export const storedIdentityVerification = Effect.gen(function* () {
  const found = yield* (yield* IdentityVerificationStore).find("identity_verification")
  const stored: IdentityVerificationLayer = found?.policy ?? {}
  return { stored, version: found?.version ?? 0 }
})

/** The policy that identity documents of the tenant are judged by: default, then organization, workflow node and session. */
export const effectiveIdentityPolicy = (session: IdentityDocumentPolicyLayer | null) =>
  Effect.map(Effect.all([storedIdentityVerification, RulesOfNode]), ([{ stored }, { identity = [] }]) =>
    resolveIdentityPolicy([stored.identity_documents ?? null, ...identity, session])
  )

/** The bands that faces of the tenant are judged by. */
export const effectiveFaceBands = Effect.map(
  storedIdentityVerification,
  ({ stored }): FaceBands => ({ ...defaultFaceBands, ...stored.faces })
)

/** The bands for scores of a model: those of a provider outside have their own. */
export const effectiveFaceBandsOf = (model: FaceModel) =>
  sameModel(model, externalFaceBands.model)
    ? Effect.map(storedIdentityVerification, ({ stored }): FaceBands => ({ ...externalFaceBands, ...stored.external_faces }))
    : effectiveFaceBands

/** Whether frames that follow a challenge pass by themselves, without a platform that vouches for the camera. */
export const livenessAutoPass = Effect.map(storedIdentityVerification, ({ stored }) => stored.liveness_auto_pass ?? false)

/** The audit action of every replacement, no matter who makes it. */
export const replaceIdentityAction = "settings.identity_verification.update"

const bandsOf = ({ external_faces, faces }: IdentityVerificationLayer) => ({
  faces: { ...defaultFaceBands, ...faces },
  external_faces: { ...externalFaceBands, ...external_faces }
})

/** What holds for the tenant once a layer is stored: the complete policy for documents, and the bands of both kinds of faces. */
export const identityVerificationOf = (layer: IdentityVerificationLayer) => ({
  identity_documents: resolveIdentityPolicy([layer.identity_documents ?? null]),
  ...bandsOf(layer),
  liveness_auto_pass: layer.liveness_auto_pass ?? false
})

/** A person is to look at what lies below passing: bands the other way round are refused, the defaults that complete them included. */
const bandProblems = (layer: IdentityVerificationLayer, loc: Problem["loc"]): ReadonlyArray<Problem> =>
  Object.entries(bandsOf(layer)).flatMap(([member, { pass, review }]) =>
    review > pass
      ? [{ loc: [...loc, member, "review"], code: "review_above_pass", message: `must not be greater than pass, which is ${pass}` }]
      : []
  )

/** Replaces the whole stored layer of the tenant within the running transaction, and notes what changed for its audit entry. */
export const replaceIdentityVerification = Effect.fnUntraced(function* ({
  loc,
  policy,
  version
}: {
  readonly policy: IdentityVerificationLayer
  readonly version?: number | undefined
  readonly loc: Problem["loc"]
}) {
  const problems = bandProblems(policy, loc)
  if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems })
  return yield* replaceSetting(yield* IdentityVerificationStore, { id: "identity_verification", policy, version })
})
