import { type ServiceOptions, startService } from "./service.ts"

/** A service that listens behind a proxy, since only a socket has an address. `X-Forwarded-For` says from where a request comes. */
export const startBehindProxy = async (storage: "memory" | "postgres", options: ServiceOptions = {}) => {
  const service = await startService(storage, { ...options, trusted_proxies: ["127.0.0.1"] })
  service.app.listen({ port: 0, hostname: "127.0.0.1", reusePort: false })
  const url = `http://127.0.0.1:${service.app.server?.port}`
  const stop = async () => {
    await service.app.server?.stop(true)
    await service.stop()
  }
  return { service, url, stop }
}
