import { expect, test } from "bun:test"
import { readSettings } from "@vouchkit/worker/settings/settings"
import { Result } from "effect"

const read = (environment: Readonly<Record<string, string>>) => readSettings(environment, { database_url: false, terminal: false })
const enginesOf = (environment: Readonly<Record<string, string>>) => Result.getOrThrow(read(environment)).engines
const problems = (environment: Readonly<Record<string, string>>) => {
  const result = read(environment)
  return Result.isSuccess(result) ? [] : result.failure.problems.map(({ variable }) => variable)
}
const region = { AWS_REGION: "eu-west-1" }

test("without a variable nobody outside looks at anything, whatever region others have set", () => {
  const local = {
    identity_documents: { deciding: "local", shadow: null },
    faces: { deciding: "local", shadow: null },
    liveness: "local",
    processes: null,
    aws: null
  } as const
  expect(enginesOf({})).toEqual(local)
  expect(enginesOf({ ...region, TEXTRACT_ENDPOINT: "http://vision:1" })).toEqual(local)
})

test("each kind of engine is chosen by itself, and so is who runs beside it", () => {
  const chosen = {
    ...region,
    IDENTITY_DOCUMENT_PROVIDER: "AWS",
    IDENTITY_DOCUMENT_SHADOW_PROVIDER: "local",
    FACE_SHADOW_PROVIDER: "aws",
    LIVENESS_PROVIDER: "aws",
    TEXTRACT_ENDPOINT: "http://vision:4000/",
    REKOGNITION_ENDPOINT: "http://vision:4001"
  }
  expect(enginesOf(chosen)).toEqual({
    identity_documents: { deciding: "aws", shadow: "local" },
    faces: { deciding: "local", shadow: "aws" },
    liveness: "aws",
    processes: null,
    aws: { region: "eu-west-1", textract: "http://vision:4000", rekognition: "http://vision:4001" }
  })
})

test("as many engine processes run as the operator says", () => {
  expect(enginesOf({ ENGINE_PROCESSES: "6" }).processes).toBe(6)
  for (const wrong of ["0", "65", "two"]) expect(problems({ ENGINE_PROCESSES: wrong })).toEqual(["ENGINE_PROCESSES"])
})

test("a region is asked for as soon as anybody asks AWS", () => {
  for (const variable of ["IDENTITY_DOCUMENT_PROVIDER", "FACE_PROVIDER", "LIVENESS_PROVIDER", "FACE_SHADOW_PROVIDER"]) {
    expect(problems({ [variable]: "aws" })).toEqual(["AWS_REGION"])
    expect(problems({ [variable]: "aws", ...region })).toEqual([])
  }
})

test("nobody is his own second", () => {
  expect(problems({ FACE_SHADOW_PROVIDER: "local" })).toEqual(["FACE_SHADOW_PROVIDER"])
  const twice = { ...region, IDENTITY_DOCUMENT_PROVIDER: "aws", IDENTITY_DOCUMENT_SHADOW_PROVIDER: "aws" }
  expect(problems(twice)).toEqual(["IDENTITY_DOCUMENT_SHADOW_PROVIDER"])
})

test("a provider that we do not know is refused", () => {
  expect(problems({ FACE_PROVIDER: "elsewhere", AWS_REGION: "not a region!" })).toEqual(["FACE_PROVIDER", "AWS_REGION"])
})
