import { readFileSync, statSync } from "node:fs"
import { type PathCertificate, readRootCertificate } from "@vouchkit/adapters/attestation/certificate-path"
import { readVerificationKey } from "@vouchkit/adapters/attestation/play-integrity"
import type { AttestationMaterial } from "@vouchkit/adapters/attestation/verifier"
import { Redacted, Result, Schema } from "effect"
import type { SettingProblem } from "./settings.ts"
import * as Read from "./variables.ts"

const mostApps = 20
const longestCertificateFile = 65_536
const decryptionKeyBytes = 32

/** At most 20 names of one form, separated by commas. */
const names = (form: RegExp, what: string) => (text: string) => {
  const found = text.split(",").map((name) => name.trim())
  const right: Result.Result<ReadonlyArray<string>, string> = found.length <= mostApps &&
  found.every((name) => name.length <= 255 && form.test(name))
    ? Result.succeed([...new Set(found)])
    : Result.fail(`must be at most ${mostApps} ${what}`)
  return right
}

const fileText = (path: string): string | null => {
  try {
    return statSync(path).size <= longestCertificateFile ? readFileSync(path, "utf8") : null
  } catch {
    return null
  }
}

/** A certificate in the variable itself, where line ends may be written as `\n`, or in a file that it names. */
const rootCertificate = (text: string): Result.Result<PathCertificate, string> => {
  const inline = text.startsWith("-----BEGIN")
  const pem = inline ? text.replaceAll("\\n", "\n") : fileText(text)
  if (pem === null) return Result.fail("must be a certificate as PEM, or the path of a readable file with one")
  const root = readRootCertificate(pem)
  return root === null ? Result.fail("must be one certificate as PEM, of an authority that may sign others") : Result.succeed(root)
}

const base64Bytes = (text: string): Uint8Array =>
  /^[0-9A-Za-z+/]+={0,2}$/.test(text) ? new Uint8Array(Buffer.from(text, "base64")) : new Uint8Array()

const decryptionKey = (text: string) => {
  const bytes = base64Bytes(text)
  return bytes.length === decryptionKeyBytes
    ? Result.succeed(Redacted.make(bytes))
    : Result.fail(`must be the ${decryptionKeyBytes} bytes in base64 that Google Play shows as decryption key`)
}

const verificationKey = (text: string) => {
  const key = readVerificationKey(base64Bytes(text))
  return key === null
    ? Result.fail("must be the P-256 key in base64 (DER) that Google Play shows as verification key")
    : Result.succeed(key)
}

/** What attestations of apps are verified with, offline. */
export const attestationVariables = {
  APP_ATTEST_APP_IDS: Schema.optionalKey(
    Read.variable(
      names(/^[A-Z0-9]{10}\.[A-Za-z0-9.-]+$/, "identifiers of apps, such as A1B2C3D4E5.com.your-company.app, separated by commas")
    )
  ),
  APP_ATTEST_ROOT_CERTIFICATE: Schema.optionalKey(Read.variable(rootCertificate)),
  PLAY_INTEGRITY_PACKAGES: Schema.optionalKey(
    Read.variable(
      names(/^[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)+$/, "names of packages, such as com.your_company.app, separated by commas")
    )
  ),
  PLAY_INTEGRITY_DECRYPTION_KEY: Schema.optionalKey(Read.variable(decryptionKey)),
  PLAY_INTEGRITY_VERIFICATION_KEY: Schema.optionalKey(Read.variable(verificationKey))
}

const together = [
  ["APP_ATTEST_APP_IDS", "APP_ATTEST_ROOT_CERTIFICATE"],
  ["PLAY_INTEGRITY_PACKAGES", "PLAY_INTEGRITY_DECRYPTION_KEY", "PLAY_INTEGRITY_VERIFICATION_KEY"]
] as const

/** What is missing beside what is there: a platform is verified with all of its variables, or not at all. */
export const attestationProblems = (given: Readonly<Record<string, string>>): ReadonlyArray<SettingProblem> =>
  together.flatMap((variables) => {
    const set = variables.find((variable) => given[variable] !== undefined)
    const missing = variables.filter((variable) => given[variable] === undefined)
    return set === undefined ? [] : missing.map((variable) => ({ variable, message: `must be set when ${set} is` }))
  })

type Values = { readonly [Name in keyof typeof attestationVariables]?: (typeof attestationVariables)[Name]["schema"]["Type"] }

/** The material that the variables hold; nothing unless they do. */
export const attestationOf = (values: Values): AttestationMaterial => {
  const { APP_ATTEST_APP_IDS: app_ids, APP_ATTEST_ROOT_CERTIFICATE: root } = values
  const {
    PLAY_INTEGRITY_DECRYPTION_KEY: decryption_key,
    PLAY_INTEGRITY_PACKAGES: packages,
    PLAY_INTEGRITY_VERIFICATION_KEY: verification_key
  } = values
  return {
    app_attest: app_ids === undefined || root === undefined ? null : { app_ids, root },
    play_integrity:
      packages === undefined || decryption_key === undefined || verification_key === undefined
        ? null
        : { packages, decryption_key, verification_key }
  }
}
