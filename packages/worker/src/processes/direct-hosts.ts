const loopback = ["localhost", "127.0.0.1", "::1", "[::1]"]

/**
 * Keeps requests to this machine away from the proxy that `HTTP_PROXY` and its kin name: a proxy elsewhere cannot reach what listens here. The
 * clients of the runtime read these variables at each request, the lower-case one first; what the operator exempted stays exempted.
 */
export const keepDirect = (environment: Record<string, string | undefined>, hosts: ReadonlyArray<string> = []): void => {
  const named = [environment.no_proxy, environment.NO_PROXY].flatMap((list) => list?.split(",") ?? []).map((host) => host.trim())
  const all = [...new Set([...named, ...loopback, ...hosts])].filter((host) => host !== "").join(",")
  environment.no_proxy = all
  environment.NO_PROXY = all
}
