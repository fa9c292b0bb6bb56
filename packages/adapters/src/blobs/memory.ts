import { Effect } from "effect"
import { type Medium, blobStoreLayer } from "./content.ts"

const memoryMedium = (): Medium => {
  const files = new Map<string, Uint8Array>()
  return {
    write: async (path, bytes) => void files.set(path, bytes.slice()),
    read: async (path) => files.get(path)?.slice(),
    remove: async (path) => void files.delete(path),
    ping: async () => undefined
  }
}

/** Files in the memory of this process: for programs that embed the service without files on disk, for benches, and for tests. They end with it. */
export const layer = blobStoreLayer(Effect.sync(memoryMedium))
