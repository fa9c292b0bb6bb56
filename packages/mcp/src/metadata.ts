import { allScopes, scopeFacts } from "@vouchkit/core/kernel/access/scopes"

/** Protected resource metadata of the agent endpoint (RFC 9728). */
interface ResourceMetadata {
  readonly resource: string
  readonly authorization_servers: ReadonlyArray<string>
  readonly bearer_methods_supported: ReadonlyArray<"header">
  readonly scopes_supported: ReadonlyArray<string>
  readonly resource_name: string
  readonly resource_documentation: string
}

export const metadataPath = "/.well-known/oauth-protected-resource/mcp"

/** The document that a 401 points to; the same at the root path and at the path of the endpoint. */
export const resourceMetadata = (publicUrl: string, authorizationServers: ReadonlyArray<string> = []): ResourceMetadata => ({
  resource: `${publicUrl}/mcp`,
  authorization_servers: authorizationServers,
  bearer_methods_supported: ["header"],
  scopes_supported: allScopes.filter((scope) => scopeFacts[scope].reserved !== true),
  resource_name: "Vouchkit",
  resource_documentation: `${publicUrl}/docs`
})
