import { startFauxqs } from "fauxqs"

/** The process that `fauxqs.ts` starts: tells its address over the channel, and ends with the process above it. */
const server = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false, defaultRegion: "eu-central-1" })
process.on("disconnect", () => process.exit(0))
process.send?.({ address: server.address })
