import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join, resolve, sep } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const require = createRequire(import.meta.url)

/** What the engine is made of. Models come inside the packages; nothing is fetched. */
const packages = [
  "@vladmandic/human",
  "@vladmandic/face-api",
  "@tensorflow/tfjs",
  "@tensorflow/tfjs-core",
  "@tensorflow/tfjs-converter",
  "@tensorflow/tfjs-backend-wasm"
] as const

const entryOf = (name: string): string | null => {
  try {
    return require.resolve(name)
  } catch {
    return null
  }
}

/** Names of the packages that are not installed; the service runs without them, and then compares no faces. */
export const missingFacePackages = (): ReadonlyArray<string> => packages.filter((name) => entryOf(name) === null)

/** A tensor of the library: memory outside the reach of the garbage collector, freed by hand. */
export interface Tensor {
  readonly dispose: () => void
}
type Point = readonly [number, number, number]

export interface DetectedFace {
  /** Left, top, width and height in pixels. */
  readonly box: readonly [number, number, number, number]
  /** Confidence of the mesh on this face, and of the detector, 0 to 1. */
  readonly faceScore?: number
  readonly boxScore?: number
  readonly mesh: ReadonlyArray<Point>
  /** Radians. */
  readonly rotation?: { readonly angle: { readonly yaw: number; readonly pitch: number; readonly roll: number } } | null
}
interface HumanLibrary {
  readonly tf: { readonly tensor3d: (data: Uint8Array, shape: readonly [number, number, number], type: "int32") => Tensor }
  readonly load: () => Promise<void>
  readonly detect: (input: Tensor) => Promise<{ readonly face: ReadonlyArray<DetectedFace>; readonly error: string | null }>
}
interface DescriptorLibrary {
  readonly nets: {
    readonly faceRecognitionNet: {
      readonly loadFromDisk: (folder: string) => Promise<void>
      /** One list of numbers for each of several faces, for a single one the list by itself. */
      readonly computeFaceDescriptor: (faces: ReadonlyArray<Tensor>) => Promise<Float32Array | ReadonlyArray<Float32Array>>
    }
  }
}

export interface FaceLibraries {
  readonly human: HumanLibrary
  readonly descriptors: DescriptorLibrary
}

const off = { enabled: false } as const

/**
 * The loader of models fetches URLs of files. This answers those inside one folder and refuses everything else, so that no library reaches
 * a network or another file by it.
 */
const serveOnly = (folder: string) => {
  const inside = resolve(folder) + sep
  const answer = async (input: string | URL | Request): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input)
    const path = url.protocol === "file:" ? resolve(fileURLToPath(url)) : ""
    if (!path.startsWith(inside) || !existsSync(path)) throw new Error("engines have no network")
    return new Response(await readFile(path))
  }
  globalThis.fetch = Object.assign(answer, { preconnect: () => {} })
}

/** Loads both libraries and their models, 46 MB of weights and code. Rejects when one of them is not installed. */
export const loadFaceLibraries = async (): Promise<FaceLibraries> => {
  // The names of the builds stand in no exports map, so that they are found beside the entry of the package.
  const humanBuilds = dirname(require.resolve("@vladmandic/human"))
  const humanModels = join(dirname(humanBuilds), "models")
  serveOnly(humanModels)
  const { default: Human }: { readonly default: new (config: object) => HumanLibrary } = require(join(humanBuilds, "human.node-wasm.js"))
  const human = new Human({
    backend: "wasm",
    debug: false,
    async: false,
    // Each picture is another person's: nothing of the last one may be used again.
    cacheSensitivity: 0,
    filter: off,
    wasmPath: dirname(require.resolve("@tensorflow/tfjs-backend-wasm")) + sep,
    modelBasePath: `${pathToFileURL(humanModels).href}/`,
    face: {
      enabled: true,
      detector: { rotation: true, return: false, maxDetected: 10, minConfidence: 0.2 },
      mesh: { enabled: true },
      iris: off,
      emotion: off,
      description: off,
      antispoof: off,
      liveness: off
    },
    body: off,
    hand: off,
    object: off,
    gesture: off,
    segmentation: off
  })
  await human.load()
  // The descriptor network asks for all of TensorFlow.js, of which it needs the core alone (docs/decisions/installed-size.md): methods of tensors such as
  // `as3D`, which are a module of the core that nothing else loads.
  require("@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops.js")
  const descriptorPackage = dirname(dirname(require.resolve("@vladmandic/face-api")))
  const descriptors: DescriptorLibrary = require(join(descriptorPackage, "dist", "face-api.node-wasm.js"))
  await descriptors.nets.faceRecognitionNet.loadFromDisk(join(descriptorPackage, "model"))
  return { human, descriptors }
}
