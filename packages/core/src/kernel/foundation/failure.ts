import { Schema } from "effect"

/** One thing wrong with a request: where it stands, a stable code and a sentence for people that never repeats the value sent. */
export const Problem = Schema.Struct({
  loc: Schema.Array(Schema.Union([Schema.String.check(Schema.isMaxCodePoints(300)), Schema.Int])).check(Schema.isMaxLength(70)),
  code: Schema.String.check(Schema.isMaxCodePoints(64)),
  message: Schema.String.check(Schema.isMaxCodePoints(1000))
}).annotate({ identifier: "Problem" })
export type Problem = typeof Problem.Type

/** The request cannot be read at all: broken JSON, broken multipart, a malformed header. */
export class BadRequest extends Schema.TaggedError<BadRequest>()("BadRequest", { detail: Schema.String }) {
  override get message() {
    return this.detail
  }
}

/** No credential, or one that is not valid (any more). The two are distinguished for WWW-Authenticate only, never in words. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", { presented: Schema.Boolean }) {
  override get message() {
    return "API key missing or invalid. Send a valid key in the X-API-Key header (agents: as a bearer token). Keys are created with `bun run keys create` or POST /api-keys."
  }
}

/** The interface fixes this text to the letter. */
export class MissingScope extends Schema.TaggedError<MissingScope>()("MissingScope", { accepted: Schema.Array(Schema.String) }) {
  override get message() {
    return `API key missing required scope: ${this.accepted.join(" or ")}`
  }
}

export const ForbiddenCode = Schema.Literals([
  "forbidden",
  "plan_expired",
  "ip_not_allowed",
  "environment_disabled",
  "sandbox_only",
  "four_eyes_same_user",
  "link_bound_elsewhere"
])
export type ForbiddenCode = typeof ForbiddenCode.Type
/** The caller is known and may not do this, whatever its scopes. */
export class Forbidden<out Code extends ForbiddenCode = ForbiddenCode> extends Schema.TaggedError<Forbidden>()("Forbidden", {
  code: ForbiddenCode,
  detail: Schema.String
}) {
  declare readonly code: Code
  // The type of a failure tells its code, so that a contract can be held to those it declares.
  constructor(facts: { readonly code: Code; readonly detail: string }) {
    super(facts)
  }
  override get message() {
    return this.detail
  }
}

/** One text for absent, other-environment and other-organization resources, so that no one can probe for identifiers. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", {}) {
  override get message() {
    return "No such resource in this organization and environment. Check the identifier and that the key belongs to the same environment."
  }
}

/** What was asked for goes on under another identifier: `parameter` of the path has to name that one. */
export class Moved extends Schema.TaggedError<Moved>()("Moved", { parameter: Schema.String, id: Schema.String }) {
  override get message() {
    return `This record was merged into ${this.id}. Ask for that one.`
  }
}

/** Codes of the 409 family. */
export const ConflictCode = Schema.Literals([
  "conflict",
  "stale_object",
  "invalid_state_transition",
  "session_redacted",
  "legal_hold",
  "case_already_claimed",
  "case_not_claimed",
  "case_closed",
  "retry_not_allowed",
  "idempotency_in_progress",
  "mail_not_configured",
  "document_not_available",
  "link_not_active",
  "link_limit_reached",
  "key_revoked",
  "key_limit_reached",
  "endpoint_disabled",
  "endpoint_limit_reached",
  "delivery_not_retryable",
  "reopen_window_passed",
  "list_key_taken",
  "list_archived",
  "list_limit_reached",
  "entry_exists",
  "entry_limit_reached",
  "subject_erased",
  "external_reference_taken",
  "identity_archived",
  "relationship_exists",
  "key_taken",
  "row_limit_reached",
  "row_archived",
  "system_row",
  "in_use",
  "value_damaged",
  "identity_merged",
  "do_not_merge",
  "merge_guarded",
  "stale_preview",
  "undo_window_passed",
  "no_face",
  "export_not_ready",
  "not_a_draft",
  "golden_tests_failed",
  "run_in_progress",
  "run_over",
  "no_pending_gate"
])
export type ConflictCode = typeof ConflictCode.Type
/** The request is fine but does not fit the state of the resource; `context` carries what would fit. */
export class Conflict<out Code extends ConflictCode = ConflictCode> extends Schema.TaggedError<Conflict>()("Conflict", {
  code: ConflictCode,
  detail: Schema.String,
  context: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
}) {
  declare readonly code: Code
  // The type of a failure tells its code, so that a contract can be held to those it declares.
  constructor(facts: { readonly detail: string; readonly context?: Readonly<Record<string, unknown>> } & { readonly code: Code }) {
    super(facts)
  }
  override get message() {
    return this.detail
  }
}

/** A link that was good once: spent, completed or expired. */
export class Gone extends Schema.TaggedError<Gone>()("Gone", { detail: Schema.String, can_request_new: Schema.Boolean }) {
  override get message() {
    return this.detail
  }
}

export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()("PayloadTooLarge", { max_bytes: Schema.Int }) {
  override get message() {
    return `The body is larger than the ${this.max_bytes} bytes this path accepts.`
  }
}

export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()("UnsupportedMediaType", {
  accepted: Schema.String
}) {
  override get message() {
    return `This path reads ${this.accepted}. Set the headers of the body accordingly.`
  }
}

/** Codes of the 422 family; `validation_error` unless a rule has a name of its own. */
export const InvalidCode = Schema.Literals([
  "validation_error",
  "missing_steps",
  "invalid_service_version",
  "invalid_idempotency_key",
  "idempotency_key_reused",
  "heic_not_supported",
  "document_encrypted",
  "unsupported_document",
  "unknown_workflow",
  "match_mode_not_supported",
  "check_type_not_available"
])
export type InvalidCode = typeof InvalidCode.Type
/** Everything wrong with the input, at once. */
export class InvalidInput<out Code extends InvalidCode = InvalidCode> extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  code: InvalidCode,
  problems: Schema.Array(Problem),
  context: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
}) {
  declare readonly code: Code
  // The type of a failure tells its code, so that a contract can be held to those it declares.
  constructor(
    facts: { readonly problems: ReadonlyArray<Problem>; readonly context?: Readonly<Record<string, unknown>> } & { readonly code: Code }
  ) {
    super(facts)
  }
  override get message() {
    const [first] = this.problems
    if (first === undefined) return "The request is not valid."
    const more = this.problems.length - 1
    const where = first.loc.join(".")
    return `${where}: ${first.message}${more > 0 ? ` (and ${more} more, see errors)` : ""}`
  }
}

export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  retry_after: Schema.Int,
  violated_policies: Schema.Array(Schema.String)
}) {
  override get message() {
    return `Rate limit exceeded (${this.violated_policies.join(", ")}). Try again in ${this.retry_after} seconds.`
  }
}

/** The database, the object store or the queue did not answer. `cause` is for the log alone. */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", { cause: Schema.Defect() }) {
  override get message() {
    return "Storage is unavailable. Nothing was changed; try again shortly."
  }
}

/** The service takes in as much as it may, in all or from this sender. Nothing of the body was kept. */
export class Overloaded extends Schema.TaggedError<Overloaded>()("Overloaded", { retry_after: Schema.Int }) {
  override get message() {
    return `Too many bytes are being uploaded at the moment. Nothing was changed; send the request again in ${this.retry_after} seconds, with fewer uploads at once.`
  }
}

/** A body that did not arrive in its time, or stood still on the way. */
export class BodyTimeout extends Schema.TaggedError<BodyTimeout>()("BodyTimeout", {}) {
  override get message() {
    return "The body took too long to arrive. Nothing was changed; send the request again over a faster connection, or with a smaller file."
  }
}

/** Every way an operation may fail on purpose. Each transport maps this union exhaustively. */
export type Failure =
  | BadRequest
  | Unauthorized
  | MissingScope
  | Forbidden
  | NotFound
  | Moved
  | Conflict
  | Gone
  | PayloadTooLarge
  | UnsupportedMediaType
  | InvalidInput
  | RateLimited
  | StorageUnavailable
  | Overloaded
  | BodyTimeout

/** HTTP status of each failure (RFC 9110). Agents read the code, not the number. */
export const statuses = {
  BadRequest: 400,
  Unauthorized: 401,
  MissingScope: 403,
  Forbidden: 403,
  NotFound: 404,
  Moved: 308,
  Conflict: 409,
  Gone: 410,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  InvalidInput: 422,
  RateLimited: 429,
  StorageUnavailable: 503,
  Overloaded: 503,
  BodyTimeout: 408
} as const satisfies Record<Failure["_tag"], number>

/** The code callers may branch on, the same on every transport. */
export const codeOf = (failure: Failure): string => {
  switch (failure._tag) {
    case "BadRequest":
      return "bad_request"
    case "Unauthorized":
      return "unauthorized"
    case "MissingScope":
      return "forbidden"
    case "NotFound":
      return "not_found"
    case "Moved":
      return "moved"
    case "Gone":
      return "gone"
    case "PayloadTooLarge":
      return "payload_too_large"
    case "UnsupportedMediaType":
      return "unsupported_media_type"
    case "RateLimited":
      return "rate_limited"
    case "StorageUnavailable":
    case "Overloaded":
      return "unavailable"
    case "BodyTimeout":
      return "request_timeout"
    case "Forbidden":
    case "Conflict":
    case "InvalidInput":
      return failure.code
  }
}

/** One problem with one member of the input: the common case of a rule that a schema cannot state. */
export const invalid = (loc: ReadonlyArray<string | number>, code: string, message: string) =>
  new InvalidInput({ code: "validation_error" as const, problems: [{ loc: [...loc], code, message }] })
