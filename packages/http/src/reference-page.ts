import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** Styles of the component are inline in places; scripts are ours alone, and nothing is fetched from another host. */
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vouchkit API reference</title>
<link rel="icon" href="data:,">
<style>html,body{overflow-x:clip}body{margin:0}.notice{font:16px/1.5 system-ui,sans-serif;padding:16px 20px}</style>
</head>
<body>
<div id="reference"></div>
<noscript><p class="notice">This page needs JavaScript. The same reference, as data, is at <a href="/openapi.json">/openapi.json</a>.</p></noscript>
<script src="/docs/assets/reference.js"></script>
<script src="/docs/assets/start.js"></script>
</body>
</html>
`

/**
 * Whatever of the component would reach another host is off: its fonts, its counting of visits, its assistant. So is its way to send requests, since a
 * key that is typed into a page may stay in the browser.
 */
const startScript = `Scalar.createApiReference("#reference", {
  url: "/openapi.json",
  metaData: { title: "Vouchkit API reference" },
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  hideTestRequestButton: true,
  hideModels: true,
  documentDownloadType: "direct"
})
`

/** The package is a plugin for another server that carries the component whole; only that file of it is used. */
const component = (): string =>
  readFileSync(join(dirname(createRequire(import.meta.url).resolve("@scalar/fastify-api-reference")), "js/standalone.js"), "utf8")

const scripts: Readonly<Record<string, () => string>> = { "start.js": () => startScript, "reference.js": component }
const loaded = new Map<string, string>()

/** A script of the page by its name; undefined for any other name. Read when it is first asked for. */
export const referenceScript = (name: string): string | undefined => {
  const read = Object.hasOwn(scripts, name) ? scripts[name] : undefined
  if (read === undefined) return undefined
  const script = loaded.get(name) ?? read()
  loaded.set(name, script)
  return script
}
