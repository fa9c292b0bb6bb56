import { createServer } from "node:net"
import { NotListening } from "@vouchkit/http/server"
import { Effect } from "effect"

/** A port that is free now: the public address has to be known before the service listens. */
export const freePort = (hostname: string): Effect.Effect<number, NotListening> =>
  Effect.callback((resume) => {
    const probe = createServer()
    probe.once("error", (cause) => {
      const code = "code" in cause && typeof cause.code === "string" ? cause.code : "unknown"
      resume(Effect.fail(new NotListening({ hostname, port: 0, code })))
    })
    probe.listen({ host: hostname, port: 0, exclusive: true }, () => {
      const address = probe.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      probe.close(() => resume(Effect.succeed(port)))
    })
    return Effect.sync(() => void probe.close())
  })
