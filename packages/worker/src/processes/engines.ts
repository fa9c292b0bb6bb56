import { availableParallelism } from "node:os"
import { chipVerifierLayer } from "@vouchkit/adapters/engines/chip/chip-verifier"
import { pooledDocumentReader } from "@vouchkit/adapters/engines/document-reader"
import { type EnginePool, enginePoolLayer } from "@vouchkit/adapters/engines/process/engine-pool"
import { faceMatcherLayer, livenessDetectorLayer } from "@vouchkit/adapters/engines/faces/face-engine"
import { pooledIdentityDocumentReader } from "@vouchkit/adapters/engines/identity/identity-document-reader"
import { pagePreviewLayer } from "@vouchkit/adapters/engines/preview/page-preview"
import { reportRendererLayer } from "@vouchkit/adapters/report/pdf-report"
import { ShadowFaceMatcher, ShadowIdentityReader } from "@vouchkit/core/flows/check-runs/shadow/providers"
import { FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import type { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { Effect, identity, Layer } from "effect"
import type { Engines } from "../settings/engines.ts"

/** One core is left to the service, which answers while documents are read. */
const usualProcesses = (): number => Math.max(1, availableParallelism() - 1)

const preview = pagePreviewLayer()
const faces = faceMatcherLayer()

interface Providers {
  readonly identity_documents: Layer.Layer<IdentityDocumentReader>
  readonly faces: Layer.Layer<FaceMatcher>
  readonly liveness: Layer.Layer<LivenessDetector>
}

/** The engines that ship with the product. Each starts its processes with the first work there is for it. */
const localOver = (pool: Layer.Layer<EnginePool>): Providers => ({
  // The portrait on a page is found by the person who finds faces.
  identity_documents: pooledIdentityDocumentReader.pipe(Layer.provide([pool, faces])),
  faces,
  // Turns of the head are measured in our own frames, anyone who compares faces: what a provider's angles mean is not written down.
  liveness: livenessDetectorLayer.pipe(Layer.provide(faces))
})

/** What AWS does in the place of the local engines. The SDK is loaded only where it is used, as for files. */
const awsProviders = async (aws: Engines["aws"], local: Providers): Promise<Providers> => {
  if (aws === null) return local
  const [{ plainPicturesLayer }, { rekognitionFaceMatcherLayer }, { rekognitionLivenessLayer }, { textractIdentityReaderLayer }] =
    await Promise.all([
      import("@vouchkit/adapters/aws/plain-pictures"),
      import("@vouchkit/adapters/aws/rekognition-face-matcher"),
      import("@vouchkit/adapters/aws/rekognition-liveness"),
      import("@vouchkit/adapters/aws/textract-identity-reader")
    ])
  const rekognition = { region: aws.region, endpoint: aws.rekognition }
  return {
    identity_documents: textractIdentityReaderLayer({ region: aws.region, endpoint: aws.textract }).pipe(
      Layer.provide([local.identity_documents, preview])
    ),
    faces: rekognitionFaceMatcherLayer(rekognition).pipe(Layer.provide(plainPicturesLayer)),
    liveness: rekognitionLivenessLayer(rekognition).pipe(Layer.provide(local.liveness))
  }
}

const chosen = ({ faces, identity_documents, liveness }: Engines, local: Providers, aws: Providers) => {
  const by = { local, aws }
  const shadowReader =
    identity_documents.shadow === null
      ? Layer.empty
      : Layer.effect(ShadowIdentityReader)(Effect.map(IdentityDocumentReader, identity)).pipe(
          Layer.provide(by[identity_documents.shadow].identity_documents)
        )
  const shadowMatcher =
    faces.shadow === null
      ? Layer.empty
      : Layer.effect(ShadowFaceMatcher)(Effect.map(FaceMatcher, identity)).pipe(Layer.provide(by[faces.shadow].faces))
  return Layer.mergeAll(
    by[identity_documents.deciding].identity_documents,
    by[faces.deciding].faces,
    by[liveness].liveness,
    shadowReader,
    shadowMatcher
  )
}

/** Everything that looks at files, by the providers that the operator chose. */
export const enginesLayer = (engines: Engines) => {
  // Documents of both kinds are read by the same processes, so that together they take no more than their pool.
  const pool = enginePoolLayer({ concurrency: engines.processes ?? usualProcesses() })
  const local = localOver(pool)
  return Layer.mergeAll(
    pooledDocumentReader.pipe(Layer.provide(pool)),
    preview,
    chipVerifierLayer(),
    reportRendererLayer(),
    Layer.unwrap(
      Effect.map(
        Effect.promise(() => awsProviders(engines.aws, local)),
        (aws) => chosen(engines, local, aws)
      )
    )
  )
}
