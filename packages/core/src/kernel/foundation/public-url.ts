import { Context } from "effect"

/** Where people and documents reach this service (`PUBLIC_URL`), without a closing slash. */
export class PublicUrl extends Context.Service<PublicUrl, { readonly base: string }>()("@vouchkit/core/foundation/PublicUrl") {}
