import { Result, Schema } from "effect"
import type { SettingProblem } from "./settings.ts"
import * as Read from "./variables.ts"

const provider = Read.choice(["local", "aws"])

/** Kept as loose as the SDK is: others may have set it for a server of their own. */
const region = (text: string) =>
  /^[0-9A-Za-z_-]{1,64}$/.test(text) ? Result.succeed(text) : Result.fail("must be a region of AWS, such as eu-central-1")

const mostProcesses = 64

/** Which engines look at documents and faces; the credentials of AWS are the SDK's own matter. */
export const engineVariables = {
  IDENTITY_DOCUMENT_PROVIDER: Schema.optionalKey(Read.variable(provider)),
  IDENTITY_DOCUMENT_SHADOW_PROVIDER: Schema.optionalKey(Read.variable(provider)),
  FACE_PROVIDER: Schema.optionalKey(Read.variable(provider)),
  FACE_SHADOW_PROVIDER: Schema.optionalKey(Read.variable(provider)),
  LIVENESS_PROVIDER: Schema.optionalKey(Read.variable(provider)),
  ENGINE_PROCESSES: Schema.optionalKey(Read.variable(Read.wholeNumber(1, mostProcesses))),
  AWS_REGION: Schema.optionalKey(Read.variable(region)),
  TEXTRACT_ENDPOINT: Schema.optionalKey(Read.variable(Read.webAddress("https://textract.eu-central-1.amazonaws.com"))),
  REKOGNITION_ENDPOINT: Schema.optionalKey(Read.variable(Read.webAddress("https://rekognition.eu-central-1.amazonaws.com")))
}

type Provider = "local" | "aws"

interface Values {
  readonly IDENTITY_DOCUMENT_PROVIDER?: Provider
  readonly IDENTITY_DOCUMENT_SHADOW_PROVIDER?: Provider
  readonly FACE_PROVIDER?: Provider
  readonly FACE_SHADOW_PROVIDER?: Provider
  readonly LIVENESS_PROVIDER?: Provider
  readonly ENGINE_PROCESSES?: number
  readonly AWS_REGION?: string
  readonly TEXTRACT_ENDPOINT?: string
  readonly REKOGNITION_ENDPOINT?: string
}

/** Who decides, and who runs beside the decider only to be compared with it; null for no one. */
export interface Engines {
  readonly identity_documents: { readonly deciding: Provider; readonly shadow: Provider | null }
  readonly faces: { readonly deciding: Provider; readonly shadow: Provider | null }
  /** A capture belongs to the provider that ran it, so that no one can be compared with it. */
  readonly liveness: Provider
  /** Processes that read documents at the same time; null for as many as the cores of the machine but one. */
  readonly processes: number | null
  /** Null where no one asks AWS. */
  readonly aws: { readonly region: string; readonly textract: string | null; readonly rekognition: string | null } | null
}

const providerVariables = [
  "IDENTITY_DOCUMENT_PROVIDER",
  "IDENTITY_DOCUMENT_SHADOW_PROVIDER",
  "FACE_PROVIDER",
  "FACE_SHADOW_PROVIDER",
  "LIVENESS_PROVIDER"
] as const

const pairs = [
  ["IDENTITY_DOCUMENT_SHADOW_PROVIDER", "IDENTITY_DOCUMENT_PROVIDER"],
  ["FACE_SHADOW_PROVIDER", "FACE_PROVIDER"]
] as const

/** What is wrong with them together, where each may be right by itself. */
export const engineProblems = (given: Readonly<Record<string, string>>): ReadonlyArray<SettingProblem> => {
  const chosen = (variable: string) => given[variable]?.toLowerCase()
  const user = providerVariables.find((variable) => chosen(variable) === "aws")
  const placed = user === undefined || given.AWS_REGION !== undefined
  return [
    ...pairs.flatMap(([shadow, deciding]) =>
      chosen(shadow) !== undefined && chosen(shadow) === (chosen(deciding) ?? "local")
        ? [{ variable: shadow, message: `must name another provider than ${deciding}, which is local unless it says otherwise` }]
        : []
    ),
    ...(placed ? [] : [{ variable: "AWS_REGION", message: `must name the region that is asked when ${user} is aws` }])
  ]
}

/** The engines that the variables choose; what ships with the product unless they do. */
export const enginesOf = (values: Values): Engines => ({
  identity_documents: { deciding: values.IDENTITY_DOCUMENT_PROVIDER ?? "local", shadow: values.IDENTITY_DOCUMENT_SHADOW_PROVIDER ?? null },
  faces: { deciding: values.FACE_PROVIDER ?? "local", shadow: values.FACE_SHADOW_PROVIDER ?? null },
  liveness: values.LIVENESS_PROVIDER ?? "local",
  processes: values.ENGINE_PROCESSES ?? null,
  aws:
    values.AWS_REGION !== undefined && providerVariables.some((variable) => values[variable] === "aws")
      ? { region: values.AWS_REGION, textract: values.TEXTRACT_ENDPOINT ?? null, rekognition: values.REKOGNITION_ENDPOINT ?? null }
      : null
})
