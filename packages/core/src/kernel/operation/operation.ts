import type { Effect, Schema, Stream } from "effect"
import type { Permission } from "../access/roles.ts"
import type { Scope } from "../access/scopes.ts"
import type { MayAnnounce, Unannounced } from "../foundation/announces.ts"
import type { EventType } from "../events/catalogue.ts"
import type { Caller, Tenant } from "../access/caller.ts"
import type {
  Conflict,
  ConflictCode,
  Failure,
  Forbidden,
  ForbiddenCode,
  Gone,
  InvalidCode,
  InvalidInput,
  Moved,
  StorageUnavailable
} from "../foundation/failure.ts"
import type { QuotaPolicy } from "../quota/quota.ts"
import type { UnitOfWork } from "../storage/unit-of-work.ts"
import type { WithheldStore } from "./withheld-records.ts"
import type { StaysWithin } from "../foundation/outside.ts"
import type { ToolTraits } from "./tool.ts"

/** Members of an object, each with its codec; a codec that needs services would tie decoding to a transport. */
export type Fields = { readonly [name: string]: Schema.Codec<any, any> }
type None = Record<never, never>

/** Who may call: any one of several scopes, a dashboard permission, the token of a verification link, that or any API key, or anyone. */
export type Access =
  | { readonly type: "scopes"; readonly anyOf: readonly [Scope, ...ReadonlyArray<Scope>] }
  | { readonly type: "dashboard"; readonly permission: Permission }
  | { readonly type: "capture" }
  | { readonly type: "sdk" }
  | { readonly type: "public" }
export const scopes = (...anyOf: readonly [Scope, ...ReadonlyArray<Scope>]): Access => ({ type: "scopes", anyOf })
export const dashboard = (permission: Permission): Access => ({ type: "dashboard", permission })
export const capture: Access = { type: "capture" }
/** For apps: anyone who holds the token of a link or a key, publishable ones included. */
export const sdk: Access = { type: "sdk" }
export const anyone: Access = { type: "public" }

/** Largest uploaded file of an operation that names no other bound, in bytes: 15 MB. */
export const usualUploadBytes = 15 * 1024 * 1024

/** A file as a transport hands it over: bounded, read once and hashed on the way. */
export interface Upload {
  readonly size: number
  /** Of its content, in lower-case hexadecimal digits. */
  readonly sha256: string
  /** Runs with all of its bytes when its turn to be in memory comes; no one keeps them beyond that. */
  readonly use: <A, E, R>(work: (bytes: Uint8Array) => Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageUnavailable, R>
}

/** An answer that is a file and not JSON. */
export interface FileAnswer {
  readonly bytes: Uint8Array
  readonly mime_type: string
  readonly filename: string
  /** As an attachment unless it says otherwise. */
  readonly disposition?: "inline"
}

/** An answer that is a file of any length, which is read while it is sent. */
export interface StreamedFile {
  readonly content: Stream.Stream<Uint8Array, StorageUnavailable>
  readonly size_bytes: number
  readonly mime_type: string
  readonly filename: string
}

/** What is true of an operation whichever transport carries it, before the record that lists it gives it a name. */
interface Unnamed<Params = Fields, Query = Fields, Body = Fields, Output = Schema.Codec<any, any>> {
  readonly summary: string
  readonly description?: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  readonly path: `/${string}`
  readonly access: Access
  /** Never derived from the method: searches are POSTs that read. Reads get no transaction, audit entry or stored answer. */
  readonly effect: "read" | "write" | "destructive"
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** The body is `multipart/form-data` with one part named `file`, which the handler finds as `file`; `body` describes its text parts. */
  readonly upload?: true
  /** Largest uploaded file in bytes; `usualUploadBytes` unless stated. */
  readonly upload_bytes?: number
  readonly output: Output
  /** The handler reads which media types the caller accepts (`Accept`). */
  readonly negotiated?: true
  /** The answer is a file of one of these media types (`FileAnswer`, `StreamedFile`) and not JSON. */
  readonly file?: ReadonlyArray<string>
  /** 200 unless stated; a choice by the answer for operations that create or find. */
  readonly status?: 200 | 201 | 202 | { readonly of: (output: any) => number; readonly all: ReadonlyArray<number> }
  /** Named failures beyond those every operation may give, for the documents. */
  readonly conflicts?: ReadonlyArray<ConflictCode>
  readonly invalid?: ReadonlyArray<InvalidCode>
  readonly forbidden?: ReadonlyArray<string>
  readonly gone?: true
  /** What is asked for may go on under another identifier: the answer is 308 with its address. */
  readonly moved?: true
  readonly emits?: ReadonlyArray<EventType>
  readonly action?: string
  /** A narrower quota on top of the plan's. */
  readonly quota?: QuotaPolicy
  /** Members of the answer that hold a secret: shown once, absent when the answer is replayed. */
  readonly secrets?: ReadonlyArray<string>
  /** The tool that agents call it by; absent when agents must not. */
  readonly tool?: ToolTraits
}

/** The codes and events that a contract declares. */
interface Declares<C, I, F, G, E, M> {
  readonly conflicts?: ReadonlyArray<C>
  readonly invalid?: ReadonlyArray<I>
  readonly forbidden?: ReadonlyArray<F>
  readonly gone?: G
  readonly moved?: M
  readonly emits?: ReadonlyArray<E>
}

/** What a handler may fail with: the codes of its contract, and the failures that every operation may give. */
type Declared<C extends ConflictCode, I extends InvalidCode, F extends ForbiddenCode, G, M> =
  | Exclude<Failure, Conflict | InvalidInput | Forbidden | Gone | Moved>
  | Conflict<C | "stale_object" | "conflict" | "idempotency_in_progress">
  | InvalidInput<I | "validation_error">
  | Forbidden<F>
  | (G extends true ? Gone : never)
  | (M extends true ? Moved : never)

/** Answers of a POST that changes something are stored, and so it says what they are about. */
type Stored<Out, In> =
  | {
      readonly method: "POST"
      readonly effect: "write" | "destructive"
      readonly about: ((output: Out, input: In) => string | null) | null
    }
  | { readonly method: "POST"; readonly effect: "read"; readonly about?: never }
  | { readonly method: "GET" | "PUT" | "PATCH" | "DELETE"; readonly about?: never }

interface StoredContract extends Unnamed {
  /**
   * The id of what an answer can tell of, so that erasing it also erases the answers that are stored for repeated requests; null where an
   * answer tells of nothing that can be erased.
   */
  readonly about?: ((output: any, input: any) => string | null) | null
}

/** A contract with the name that its record gives it. */
export interface Contract extends StoredContract {
  /** `<resource>.<verb>`; also the audit action unless `action` says otherwise. */
  readonly name: `${string}.${string}`
}

/** A contract beside its handler, as `operation()` declares it. `operations()` names it and makes it an `Operation`. */
export interface Declaration<in In, out Out, out R> {
  readonly contract: StoredContract
  /**
   * Work outside of any transaction and lock, such as storing a file or a call to a vendor. It may run again for a repeated request, and for
   * nothing when the transaction is refused: see `undoneUnlessCommitted`.
   */
  readonly prepare?: (input: In) => Effect.Effect<any, Failure, R>
  readonly handle: (input: In, prepared: any) => Effect.Effect<Out, Failure, R>
  /** What the answer waits for once everything is committed; a replayed answer passes through it as well. */
  readonly settle?: (output: any) => Effect.Effect<Out, Failure, R>
}

/** A use case that a transport can run. */
export interface Operation<in In, out Out, out R> extends Declaration<In, Out, R> {
  readonly contract: Contract
}
export type AnyOperation = Operation<any, any, any>

/** The ports a set of operations needs before it can run. */
export type Requirements<Ops extends ReadonlyArray<AnyOperation>> =
  | UnitOfWork
  | WithheldStore
  | Exclude<Unannounced<Ops[number] extends Operation<any, any, infer R> ? R : never>, Caller | Tenant>

type Input<P extends Fields, Q extends Fields, B extends Fields> = Schema.Struct<P>["Type"] &
  Schema.Struct<Q>["Type"] &
  Schema.Struct<B>["Type"]

/** What a handler may require: reads have no transaction, and all others stay within theirs. */
type Handling<W extends Unnamed["effect"], E> = W extends "read" ? MayAnnounce<E> : MayAnnounce<E> & StaysWithin

/** Declares a use case: its contract beside its handler. */
export const operation = <
  O extends Schema.Codec<any, any>,
  const W extends Unnamed["effect"],
  R extends Handling<W, E>,
  P extends Fields = None,
  Q extends Fields = None,
  B extends Fields = None,
  const C extends ConflictCode = never,
  const I extends InvalidCode = never,
  const F extends ForbiddenCode = never,
  const G extends true | undefined = undefined,
  const E extends EventType = never,
  const M extends true | undefined = undefined
>(
  contract: Unnamed<P, Q, B, O> & { readonly effect: W } & Declares<C, I, F, G, E, M> & Stored<O["Type"], Input<P, Q, B>>,
  handle: (input: Input<P, Q, B>) => Effect.Effect<O["Type"], Declared<NoInfer<C>, NoInfer<I>, NoInfer<F>, NoInfer<G>, NoInfer<M>>, R>
): Declaration<Input<P, Q, B>, O["Type"], R> => ({ contract, handle })

/**
 * The operation, whose answer tells of work that its transaction gave to a job: `settle` looks for the result, outside of any transaction, for
 * as long as it sees fit. What it answers is sent in the place of what the handler answered, with the status that goes with it.
 */
export const settling = <In, Out, R, R2 extends MayAnnounce<never>>(
  op: Declaration<In, Out, R>,
  settle: (output: Out) => Effect.Effect<Out, Failure, R2>
): Declaration<In, Out, R | R2> => ({ ...op, settle })

/** An operation that does something slow or outside before its transaction opens. */
export const preparedOperation = <
  O extends Schema.Codec<any, any>,
  const W extends Unnamed["effect"],
  R extends Handling<W, E>,
  R2 extends MayAnnounce<E>,
  Prepared,
  P extends Fields = None,
  Q extends Fields = None,
  B extends Fields = None,
  const C extends ConflictCode = never,
  const I extends InvalidCode = never,
  const F extends ForbiddenCode = never,
  const G extends true | undefined = undefined,
  const E extends EventType = never,
  const M extends true | undefined = undefined
>(
  contract: Unnamed<P, Q, B, O> & { readonly effect: W } & Declares<C, I, F, G, E, M> & Stored<O["Type"], Input<P, Q, B>>,
  prepare: (
    input: Input<P, Q, B> & { readonly file: Upload }
  ) => Effect.Effect<Prepared, Declared<NoInfer<C>, NoInfer<I>, NoInfer<F>, NoInfer<G>, NoInfer<M>>, R2>,
  handle: (
    input: Input<P, Q, B> & { readonly file: Upload },
    prepared: Prepared
  ) => Effect.Effect<O["Type"], Declared<NoInfer<C>, NoInfer<I>, NoInfer<F>, NoInfer<G>, NoInfer<M>>, R>
): Declaration<Input<P, Q, B> & { readonly file: Upload }, O["Type"], R | R2> => ({ contract, prepare, handle })
