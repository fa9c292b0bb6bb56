import { createServer } from "node:http"
import { appliedSequences, dedupe, seenEvents, verify } from "@vouchkit/core/resources/webhooks/deliveries/receiver"

/** The secrets of one endpoint: two while a rotation lasts. */
const secrets = (process.env.WEBHOOK_SECRETS ?? "").split(",").filter((secret) => secret !== "")
const seen = seenEvents()
const sequences = appliedSequences()

const server = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", async () => {
    // The bytes as they came: a body that was parsed and written again has another signature.
    const body = Buffer.concat(chunks)
    const verdict = verify({ body, headers: request.headers, secrets, now: Date.now() / 1000 })
    if (!verdict.verified) {
      response.writeHead(400).end(verdict.reason)
      return
    }
    const event = JSON.parse(body.toString())
    const { repeated } = await dedupe(seen, event.id, () => {
      if (sequences.isStale(event)) return
      console.log(`${event.type} ${event.resource.id}`)
      sequences.applied(event)
    })
    response.writeHead(200).end(repeated ? "known" : "thanks")
  })
})
server.listen(Number(process.env.PORT ?? 4000), "127.0.0.1", () => console.log("listening", server.address()))
