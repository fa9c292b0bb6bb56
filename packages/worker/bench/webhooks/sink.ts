import { verify } from "@vouchkit/core/resources/webhooks/deliveries/receiver"

/**
 * A receiver that verifies every delivery as the helper for receivers does, and counts. Below `/silent` it never answers. `GET /` tells the
 * counts, `GET /arrivals` when each event came, and `DELETE /` begins again.
 */
const secrets = [process.env.BENCH_SECRET ?? ""]
let genuine = 0
let forged = 0
const arrivals = new Map<string, number>()
let repeated = 0

const receive = async (request: Request): Promise<Response> => {
  const body = await request.text()
  const { pathname } = new URL(request.url)
  if (!verify({ body, headers: request.headers, secrets, now: Date.now() / 1000 }).verified) {
    forged += 1
    return new Response("forged", { status: 400 })
  }
  if (pathname.startsWith("/silent")) return new Promise(() => {})
  genuine += 1
  const id = request.headers.get("x-service-delivery-id")
  if (id !== null) {
    if (arrivals.has(id)) repeated += 1
    arrivals.set(id, performance.timeOrigin + performance.now())
  }
  return new Response("ok")
}

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  idleTimeout: 120,
  fetch: (request) => {
    if (request.method === "POST") return receive(request)
    if (request.method === "DELETE") {
      ;[genuine, forged, repeated] = [0, 0, 0]
      arrivals.clear()
    }
    return Response.json(request.url.endsWith("/arrivals") ? [...arrivals.values()] : { genuine, forged, repeated })
  }
})
console.log(JSON.stringify({ port: server.port }))
