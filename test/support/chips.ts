import { readFileSync } from "node:fs"

/** A chip that the OpenSSL command line made (test/fixtures/chips/make.ts), and what vouches for it; all in base64. */
export interface ChipFixture {
  readonly certificates: ReadonlyArray<string>
  readonly crls: ReadonlyArray<string>
  readonly sod: string
  readonly [more: string]: any
}

export const chipFixture = (name: string): ChipFixture =>
  JSON.parse(readFileSync(new URL(`../fixtures/chips/${name}.json`, import.meta.url), "utf8"))
