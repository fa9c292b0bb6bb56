import { type ArrayShape, isRecord, type ObjectShape, type Shape } from "../schema/shape.ts"

/** Where a walk stands, from the root; pushed and popped on the way, so copy it to keep it. */
export type Trail = Array<string | number>

/** Gives back the value as it was, or a changed copy. */
type Walk = (value: unknown, trail: Trail) => unknown

/** The walks below an object: undefined where nothing can change. */
interface Children {
  readonly property: (key: string) => Walk | undefined
  readonly rest: Walk | undefined
}

type ObjectWalk = (value: Readonly<Record<string, unknown>>, trail: Trail) => unknown

export interface Rules {
  /** Whether this object, apart from what lies below it, may have to change. */
  readonly changesObject: (object: ObjectShape, shape: Shape) => boolean
  readonly changesArray: (array: ArrayShape) => boolean
  readonly object: (object: ObjectShape, children: Children, shape: Shape) => ObjectWalk
  /** Applied after the items were walked. */
  readonly array: (array: ArrayShape) => ((value: ReadonlyArray<unknown>) => unknown) | undefined
  /** Every spelling under which a value may carry a declared key. */
  readonly spellings: (key: string, shape: Shape) => ReadonlyArray<string>
}

const childrenOf = (shape: Shape): ReadonlyArray<() => Shape> => [
  ...shape.objects.flatMap(({ properties, rest }) => [...properties.values(), ...(rest === undefined ? [] : [rest])]),
  ...shape.arrays.flatMap(({ items, prefix }) => [...prefix, ...(items === undefined ? [] : [items])])
]

/** Whether anything at or below a shape may change; shapes refer to each other in circles. */
const reaches = (root: Shape, rules: Rules): boolean => {
  const seen = new Set<Shape>([root])
  for (const shape of seen) {
    if (shape.objects.some((object) => rules.changesObject(object, shape)) || shape.arrays.some(rules.changesArray)) return true
    for (const child of childrenOf(shape)) seen.add(child())
  }
  return false
}

/** Adds a member even when its key is `__proto__`, which an assignment would take for the prototype. */
export const put = (target: Record<string, unknown>, key: string, value: unknown): void => {
  if (key !== "__proto__") {
    target[key] = value
    return
  }
  Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true })
}

type Value = Readonly<Record<string, unknown>>

/** The value under whichever spelling of the key is there; undefined when none is. */
const readKey = (value: Value, spellings: ReadonlyArray<string>): unknown => {
  for (const spelling of spellings) if (Object.hasOwn(value, spelling)) return value[spelling]
  return undefined
}

interface Candidate {
  readonly index: number
  readonly required: ReadonlyArray<ReadonlyArray<string>>
  readonly literals: ReadonlyArray<readonly [ReadonlyArray<string>, ReadonlySet<unknown>]>
  readonly spelled: ReadonlySet<string>
  readonly isMap: boolean
}

/** How well an alternative fits: the declared keys it shares with the value, less those it does not know; undefined when it cannot fit. */
const fit = (candidate: Candidate, value: Value, strict: boolean): number | undefined => {
  if (strict && candidate.required.some((spellings) => readKey(value, spellings) === undefined)) return undefined
  for (const [spellings, literals] of candidate.literals) {
    const found = readKey(value, spellings)
    if (found !== undefined && !literals.has(found)) return undefined
  }
  if (candidate.isMap) return 0
  return Object.keys(value).reduce((sum, key) => sum + (candidate.spelled.has(key) ? 1 : -1), 0)
}

/** A key whose literals name exactly one alternative each. */
const discriminator = (objects: ReadonlyArray<ObjectShape>): { key: string; owners: ReadonlyMap<unknown, number> } | undefined => {
  const [first] = objects
  for (const key of first?.literals.keys() ?? []) {
    const owners = new Map<unknown, number>()
    const total = objects.reduce((sum, { literals }, index) => {
      const values = literals.get(key)
      for (const value of values ?? []) owners.set(value, index)
      return values === undefined ? Number.NaN : sum + values.size
    }, 0)
    if (total === owners.size) return { key, owners }
  }
  return undefined
}

/** Chooses the alternative a value follows: by a literal that names it, else by the keys it has. */
const chooser = (shape: Shape, rules: Rules): ((value: Value) => number) => {
  const { objects } = shape
  if (objects.length === 1) return () => 0
  const spellings = (key: string) => rules.spellings(key, shape)
  const candidates = objects.map(
    ({ literals, properties, required }, index): Candidate => ({
      index,
      required: [...required].map(spellings),
      literals: [...literals].map(([key, values]) => [spellings(key), values]),
      spelled: new Set([...properties.keys()].flatMap(spellings)),
      isMap: properties.size === 0
    })
  )
  const best = (value: Value, strict: boolean): number => {
    let chosen = -1
    let highest = Number.NEGATIVE_INFINITY
    for (const candidate of candidates) {
      const score = fit(candidate, value, strict)
      if (score !== undefined && score > highest) {
        chosen = candidate.index
        highest = score
      }
    }
    return chosen
  }
  const tag = discriminator(objects)
  const tagSpellings = tag === undefined ? [] : spellings(tag.key)
  return (value) => {
    const owner = tag?.owners.get(readKey(value, tagSpellings))
    if (owner !== undefined) return owner
    // A request may still be invalid here; walking it along the nearest alternative gives the decoder the best text to complain about.
    const strict = best(value, true)
    return strict === -1 ? best(value, false) : strict
  }
}

const arrayWalk = (array: ArrayShape, walkOf: (shape: Shape) => Walk | undefined, rules: Rules): Walk => {
  const prefix = array.prefix.map((child) => walkOf(child()))
  const items = array.items === undefined ? undefined : walkOf(array.items())
  const after = rules.array(array)
  return (value, trail) => {
    if (!Array.isArray(value)) return value
    const source: ReadonlyArray<unknown> = value
    let copy: Array<unknown> | undefined
    for (let index = 0; index < source.length; index += 1) {
      const walk = index < prefix.length ? prefix[index] : items
      if (walk === undefined) continue
      trail.push(index)
      const changed = walk(source[index], trail)
      trail.pop()
      if (changed === source[index]) continue
      copy ??= [...source]
      copy[index] = changed
    }
    const walked = copy ?? source
    return after === undefined ? walked : after(walked)
  }
}

/** Compiles what has to happen along a shape into closures; undefined when no value of it can change. */
export const compileWalk = (root: Shape, rules: Rules): Walk | undefined => {
  const compiled = new Map<Shape, { walk: Walk | undefined }>()

  const build = (shape: Shape): Walk => {
    const choose = chooser(shape, rules)
    const objects = shape.objects.map((object) =>
      rules.object(
        object,
        {
          property: (key) => {
            const child = object.properties.get(key)
            return child === undefined ? undefined : walkOf(child())
          },
          rest: object.rest === undefined ? undefined : walkOf(object.rest())
        },
        shape
      )
    )
    // Arrays of several alternatives cannot be distinguished by their keys; such unions do not occur on the wire, and the first one stands.
    const [array] = shape.arrays.map((alternative) => arrayWalk(alternative, walkOf, rules))
    return (value, trail) => {
      if (isRecord(value)) return objects[choose(value)]?.(value, trail) ?? value
      return array === undefined ? value : array(value, trail)
    }
  }

  const walkOf = (shape: Shape): Walk | undefined => {
    const found = compiled.get(shape)
    if (found !== undefined) return found.walk
    if (!reaches(shape, rules)) {
      compiled.set(shape, { walk: undefined })
      return undefined
    }
    // A shape that contains itself finds this forwarding walk while its own is still being built.
    const slot: { walk: Walk } = { walk: (value, trail) => slot.walk(value, trail) }
    const forward: Walk = (value, trail) => slot.walk(value, trail)
    compiled.set(shape, { walk: forward })
    slot.walk = build(shape)
    compiled.set(shape, slot)
    return slot.walk
  }

  return walkOf(root)
}
