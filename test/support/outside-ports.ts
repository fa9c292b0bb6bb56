import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { ShadowFaceMatcher, ShadowIdentityReader } from "@vouchkit/core/flows/check-runs/shadow/providers"
import { ReportRenderer } from "@vouchkit/core/flows/report/renderer"
import { ReceiptLog } from "@vouchkit/core/resources/erasure/receipt-log"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { PagePreview } from "@vouchkit/core/resources/documents/preview"
import { Mailer } from "@vouchkit/core/resources/mail/mailer"
import { ChipVerifier } from "@vouchkit/core/resources/nfc/chip-verifier"
import { Screener } from "@vouchkit/core/resources/screening/screener"
import { ListFetching } from "@vouchkit/core/resources/watchlists/fetching/list-fetching"
import { WebhookSender } from "@vouchkit/core/resources/webhooks/deliveries/sender"
import { DocumentReader } from "@vouchkit/core/verification/document-reading"
import { FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { KeyWrapping } from "@vouchkit/core/kernel/foundation/key-wrapping"
import { Context, Effect, Layer } from "effect"

/** Ports that reach a network, a disk, another process or another thread. None of them may be called while a transaction is open. */
export const outsidePorts: ReadonlyArray<{ readonly key: string }> = [
  BlobStore,
  ChipVerifier,
  DocumentReader,
  FaceMatcher,
  IdentityDocumentReader,
  KeyWrapping,
  ListFetching,
  LivenessDetector,
  Mailer,
  PagePreview,
  ReceiptLog,
  ReportRenderer,
  Screener,
  ShadowFaceMatcher,
  ShadowIdentityReader,
  WebhookSender
]
const nameOf = (port: { readonly key: string }): string => port.key.split("/").at(-1) ?? port.key

/** Calls of outside ports, each as `Port.method`: those with no transaction open, and those that were refused since one was. */
export interface OutsideCalls {
  readonly outside: Array<string>
  readonly refused: Array<string>
}

/** The port with every effect of it dying where a transaction is open. */
const watched = (name: string, port: any, isOpenIn: (context: Context.Context<never>) => boolean, calls: OutsideCalls): any => {
  const checked = (called: string, answer: any): any =>
    !Effect.isEffect(answer)
      ? answer
      : Effect.contextWith((context: Context.Context<never>) => {
          if (!isOpenIn(context)) {
            calls.outside.push(called)
            return answer
          }
          calls.refused.push(called)
          return Effect.die(new Error(`${called} was called while a transaction was open`))
        })
  return new Proxy(port, {
    get: (target, member) => {
      const value = target[member]
      const called = `${name}.${String(member)}`
      if (typeof value === "function") return (...given: ReadonlyArray<unknown>) => checked(called, value.apply(target, given))
      const isPart = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
      return Effect.isEffect(value) ? checked(called, value) : isPart ? watched(called, value, isOpenIn, calls) : value
    }
  })
}

/** The same services, whose outside ports refuse to be called while a transaction is open. */
export const outsideRefused = <A, E, R>(
  layer: Layer.Layer<A, E, R>,
  calls: OutsideCalls = { outside: [], refused: [] }
): Layer.Layer<A, E, R> =>
  Layer.effectContext(
    Effect.map(Layer.build(layer), (built) => {
      const services: ReadonlyMap<string, any> = built.mapUnsafe
      const unit: UnitOfWork["Service"] | undefined = services.get(UnitOfWork.key)
      if (unit === undefined) return built
      let context: Context.Context<any> = built
      for (const port of outsidePorts) {
        const service = services.get(port.key)
        if (service === undefined || service === null) continue
        context = Context.add(context, port as Context.Key<any, any>, watched(nameOf(port), service, unit.isOpenIn, calls))
      }
      return context as Context.Context<A>
    })
  ) as Layer.Layer<A, E, R>
