import { prefersJson } from "@vouchkit/core/kernel/wire/negotiation"
import manifest from "../package.json" with { type: "json" }
import type { AuxiliaryRoute } from "./app.ts"
import { anonymousHeaders } from "./edge.ts"
import { escaped, plainPage, plainPagePolicy } from "./plain-page.ts"
import { json } from "./reply.ts"

interface Welcome {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly status: "ready" | "unavailable"
  /** What the service cannot work without and does not reach, by the names of `/readyz`. */
  readonly missing: ReadonlyArray<string>
  /** The same links by what they lead to, below the public address of the service. */
  readonly links: Readonly<Record<"docs" | "openapi" | "api" | "mcp" | "health" | "readiness", string>>
}

const welcomeOf = (public_url: string, missing: ReadonlyArray<string>): Welcome => ({
  name: "Vouchkit",
  version: manifest.version,
  description: "Open, self-hosted identity verification and compliance service",
  status: missing.length === 0 ? "ready" : "unavailable",
  missing,
  links: {
    docs: `${public_url}/docs`,
    openapi: `${public_url}/openapi.json`,
    api: `${public_url}/api/v1`,
    mcp: `${public_url}/mcp`,
    health: `${public_url}/healthz`,
    readiness: `${public_url}/readyz`
  }
})

const inWords = ({ missing, status }: Welcome): string =>
  status === "ready"
    ? "The service is ready to work."
    : `The service cannot work at the moment. It does not reach: ${missing.map((name) => name.replaceAll("_", " ")).join(", ")}.`

/** Settings of an agent, as most clients read them. */
const agentSettings = ({ links }: Welcome): string =>
  JSON.stringify({ mcpServers: { vouchkit: { type: "http", url: links.mcp, headers: { Authorization: "Bearer YOUR_API_KEY" } } } }, null, 2)

const bodyOf = (welcome: Welcome): string => `<p>${escaped(welcome.description)}, version ${escaped(welcome.version)}.</p>
<p${welcome.status === "ready" ? "" : ' class="problem"'} role="status">${escaped(inWords(welcome))}</p>
<ul>
<li><a href="/docs">API reference</a>: every operation, with its fields and errors</li>
<li><a href="/openapi.json">API description</a>: the same as an OpenAPI document</li>
<li><a href="/healthz">Health</a> and <a href="/readyz">readiness</a>: for whatever watches this service</li>
</ul>
<h2>Call the API</h2>
<p>The operator of this service makes a key with <code>bun run keys create</code>. Send it with each request:</p>
<pre tabindex="0"><code>curl ${escaped(welcome.links.api)}/sessions \\
  -H "X-API-Key: YOUR_API_KEY"</code></pre>
<h2>Connect an agent</h2>
<p>Agents use the Model Context Protocol (Streamable HTTP) at <code>POST /mcp</code>, with the same keys. Most clients take these settings:</p>
<pre tabindex="0"><code>${escaped(agentSettings(welcome))}</code></pre>`

/** `GET /` says what runs here and where to go on; as JSON for a client that asks for JSON. */
export const welcomeRoute = (missing: () => Promise<ReadonlyArray<string>>, public_url: string, quotaOff: boolean): AuxiliaryRoute => ({
  method: "GET",
  path: "/",
  handle: async (requestContext) => {
    const welcome = welcomeOf(public_url, await missing())
    const headers = { ...anonymousHeaders(requestContext, quotaOff), Vary: "Accept" }
    if (prefersJson(requestContext.accept)) return json(200, welcome, headers)
    return new Response(plainPage(welcome.name, bodyOf(welcome)), {
      headers: {
        ...headers,
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": plainPagePolicy,
        "Referrer-Policy": "no-referrer"
      }
    })
  }
})
