import type { Failure } from "./failure.ts"

/** Members that an error body carries beyond error, detail, status_code and request_id. */
export const contextOf = (failure: Failure): Readonly<Record<string, unknown>> => {
  switch (failure._tag) {
    case "MissingScope":
      return { required_scopes: failure.accepted }
    case "Conflict":
      return failure.context ?? {}
    case "Moved":
      return { id: failure.id }
    case "Gone":
      return { can_request_new: failure.can_request_new }
    case "InvalidInput":
      return { errors: failure.problems, ...failure.context }
    case "RateLimited":
      return { retry_after: failure.retry_after, violated_policies: failure.violated_policies }
    case "Overloaded":
      return { retry_after: failure.retry_after }
    case "PayloadTooLarge":
      return { max_bytes: failure.max_bytes }
    case "BadRequest":
    case "Unauthorized":
    case "Forbidden":
    case "NotFound":
    case "UnsupportedMediaType":
    case "StorageUnavailable":
    case "BodyTimeout":
      return {}
  }
}
