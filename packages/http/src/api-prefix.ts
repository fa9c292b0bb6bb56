/** Where the operations lie below the address of the service. */
export const apiPrefix = "/api/v1"
