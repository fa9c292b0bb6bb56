import { Effect, Option } from "effect"
import { EngineUnavailable } from "../../../verification/document-reading.ts"
import { now } from "../../../kernel/foundation/time.ts"
import { Tenant } from "../../../kernel/access/caller.ts"
import { type SimulatedPerson, seedOf, simulatedPerson } from "./simulated-person.ts"
import { isSimulated } from "../../../kernel/foundation/environment.ts"

/** What the engines of the sandbox are told to find wrong, each by the name of what is seen. */
export type FailureScenario =
  | "engine_down"
  | "document_unreadable"
  | "zone_ambiguous"
  | "text_laid_over"
  | "print_differs"
  | "holder_is_a_child"
  | "birth_date_left_out"
  | "another_birth_date"
  | "name_changed"
  | "another_face"
  | "similar_face"
  | "face_changes"
  | "face_hardly_the_same"
  | "selfie_blurred"
  | "chip_signature_broken"
  | "chip_differs_from_print"
  | "chip_unreadable"
  | "bill_changed_after_signing"
  | "bill_too_old"
  | "bill_name_misspelled"

/** What the engines of the sandbox are to see. Without a script each file is flawless, and shows someone who follows from its bytes. */
export interface SandboxScript {
  readonly scenario: FailureScenario | null
  /** Null: someone made of each file's bytes. */
  readonly person: SimulatedPerson | null
  /** The day that documents are dated by, YYYY-MM-DD; null for the clock's. */
  readonly today: string | null
  /** Zone of the identity document: that of a passport, or of a card. */
  readonly zone: "TD3" | "TD1"
  /** Heading of the proof of address. */
  readonly heading: string
}

export const unscripted: SandboxScript = { scenario: null, person: null, today: null, zone: "TD3", heading: "Electricity bill" }

/** How the sandbox names itself where a provider or the software that made a file is named. */
export const sandboxProvider = "sandbox (simulated)"

export const personIn = ({ person }: SandboxScript, bytes: Uint8Array): SimulatedPerson => person ?? simulatedPerson(seedOf(bytes))

export const dayOf = ({ today }: SandboxScript): Effect.Effect<string> =>
  today === null ? Effect.map(now, (instant) => instant.slice(0, 10)) : Effect.succeed(today)

/**
 * What an engine of the sandbox answers. Nothing simulated is ever told of a real person: in the live environment whatever asks ends without an
 * answer. An engine that is down by the script says so, as a live one does.
 */
export const inSandbox = <A, E>({ scenario }: SandboxScript, look: Effect.Effect<A, E>): Effect.Effect<A, E | EngineUnavailable> =>
  Effect.flatMap(Effect.serviceOption(Tenant), (tenant): Effect.Effect<A, E | EngineUnavailable> => {
    if (Option.isSome(tenant) && !isSimulated(tenant.value.environment)) {
      return Effect.die(new Error("The sandbox engines were called in the live environment."))
    }
    return scenario === "engine_down" ? Effect.fail(new EngineUnavailable({ reason: "crashed" })) : look
  })
