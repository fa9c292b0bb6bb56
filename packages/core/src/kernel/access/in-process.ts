import { allScopes, type Scope } from "./scopes.ts"
import { newest } from "../wire/versions.ts"
import type { Caller } from "./caller.ts"
import type { Environment } from "../foundation/environment.ts"

/** Who calls from within the same program, and for whom. */
interface InProcess {
  readonly organization: string
  readonly environment: Environment
  /** Names the calling program in audit entries and events; never personal data. */
  readonly actor: string
  /** What it may do; every scope unless stated. */
  readonly scopes?: ReadonlyArray<Scope>
  /** Ties logs, audit entries and events of one call together. */
  readonly request_id?: string
}

/** The caller of a program that embeds the core: it is held to scopes and audited like any other, and needs no key. */
export const inProcess = ({
  actor,
  environment,
  organization,
  request_id = "req_in_process",
  scopes = allScopes
}: InProcess): Caller["Service"] => ({
  organization,
  environment,
  actor: { type: "system", id: actor },
  credential: { type: "api_key", id: actor, kind: "secret", scopes: new Set(scopes) },
  request_id,
  address: null,
  user_agent: null,
  version: newest,
  inflection: "snake",
  tool: null
})
