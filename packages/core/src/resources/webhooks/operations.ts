import { operations as deliveryOperations } from "./deliveries/operations.ts"
import { operations as endpointOperations } from "./endpoints/operations.ts"

/** Everything callers can do with webhooks. */
export const operations = [...endpointOperations, ...deliveryOperations] as const
