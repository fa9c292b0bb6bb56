import { Effect, Layer } from "effect"
import { PageOutOfRange, PagePreview, PageUndrawable } from "../../../resources/documents/preview.ts"
import { inSandbox, type SandboxScript, unscripted } from "./sandbox-script.ts"
import { simulatedPicture } from "./simulated-picture.ts"

/** Height of A4 by its width. */
const upright = Math.SQRT2

/** Draws no file: every document has one upright page of bars. */
export const sandboxPagePreview = (script: SandboxScript = unscripted): Layer.Layer<PagePreview> =>
  Layer.succeed(PagePreview)({
    render: ({ bytes, page, width }) =>
      inSandbox(
        script,
        Effect.gen(function* () {
          if (bytes.length === 0) return yield* new PageUndrawable({ code: "unreadable" })
          if (page !== 1) return yield* new PageOutOfRange({ page_count: 1 })
          return simulatedPicture(bytes, { width, height: Math.round(width * upright) })
        })
      )
  })
