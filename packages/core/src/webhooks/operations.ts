import { operations as deliveryOperations } from "./delivery-operations.ts"
import { operations as endpointOperations } from "./endpoint-operations.ts"

/** Everything callers can do with webhooks. */
export const operations = [...endpointOperations, ...deliveryOperations] as const
