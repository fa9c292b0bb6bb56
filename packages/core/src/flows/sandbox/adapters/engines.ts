import { Layer } from "effect"
import { sandboxChipVerifier } from "./chip-verifier.ts"
import { sandboxDocumentReader } from "./document-reader.ts"
import { sandboxFaceMatcher } from "./faces.ts"
import { sandboxIdentityDocumentReader } from "./identity-document-reader.ts"
import { sandboxLivenessDetector } from "./liveness-detector.ts"
import { sandboxPagePreview } from "./page-preview.ts"
import { type SandboxScript, unscripted } from "./sandbox-script.ts"

/** Every engine of the sandbox, all seeing what one script says. They compute their answers, open no file and call no one. */
export const sandboxEngines = (script: SandboxScript = unscripted) =>
  Layer.mergeAll(
    sandboxIdentityDocumentReader(script),
    sandboxDocumentReader(script),
    sandboxFaceMatcher(script),
    sandboxLivenessDetector(script),
    sandboxChipVerifier(script),
    sandboxPagePreview(script)
  )
