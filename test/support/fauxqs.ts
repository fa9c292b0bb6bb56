/** A server that speaks S3 and SQS over real HTTP. It keeps all in memory and checks neither signatures nor conditions of a write. */
export interface Fauxqs {
  /** Without a slash at its end. Both services answer here; buckets are named in the path. */
  readonly endpoint: string
  readonly stop: () => Promise<void>
}

/** What its clients sign with: any region and credentials are accepted. */
export const fauxqsRegion = "eu-central-1"
export const fauxqsCredentials = { accessKeyId: "test", secretAccessKey: "test" } as const

const addressOf = (message: unknown): string | undefined =>
  typeof message === "object" && message !== null && "address" in message && typeof message.address === "string"
    ? message.address
    : undefined

/** Starts the server in a process of its own on a free port, and waits until it listens. */
export const startFauxqs = async (): Promise<Fauxqs> => {
  const listening = Promise.withResolvers<string>()
  const child = Bun.spawn([process.execPath, new URL("fauxqs-server.ts", import.meta.url).pathname], {
    stdout: "ignore",
    stderr: "inherit",
    ipc: (message) => {
      const address = addressOf(message)
      if (address !== undefined) listening.resolve(address)
    }
  })
  void child.exited.then((code) => listening.reject(new Error(`the S3 and SQS server ended with ${code}`)))
  return {
    endpoint: await listening.promise,
    stop: async () => {
      child.kill()
      await child.exited
    }
  }
}
