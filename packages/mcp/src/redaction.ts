import type { PersonalText } from "@vouchkit/core/flows/known-person/personal-texts"
import { legible } from "@vouchkit/core/kernel/foundation/unicode"
import { conditionals } from "./conditional.ts"
import { KeptBack, textsIn } from "./kept-back.ts"
import type { NameStyle } from "./names.ts"
import { nameKeys, neverShown } from "./personal-members.ts"
import { type Definitions, definitionName, isRecord, listOf, mapValues, type Node, SchemaReader } from "./schema-nodes.ts"
import { annotations, literalsOf, Mismatch, nameView, nullView, pick, scalarView, unionView, untrustedView, type View } from "./views.ts"

/** What an agent may see of one kind of answer: the schema of what is left, and how to leave the rest out. */
export interface AgentView {
  /** An object schema by itself, its definitions included. */
  readonly schema: Node & { readonly type: "object" }
  /**
   * Leaves out what the answer says of a person, and what it repeats of that or of `known`, which is known of the persons it is about. Throws when the
   * answer does not follow its contract: what no one can name must not be shown.
   */
  readonly project: (answer: unknown, names: NameStyle, known?: ReadonlyArray<PersonalText>) => Readonly<Record<string, unknown>>
}

const maxNamesDepth = 6

/** How the members of one object are treated beyond their own marks. */
interface Surroundings {
  /** Inside personal data, only names are shown. */
  readonly personal: boolean
  /** Members that another alternative of the same union keeps back. */
  readonly guarded: ReadonlySet<string>
  readonly depth: number
}
const open: Surroundings = { personal: false, guarded: new Set(), depth: 0 }

class Redactor {
  readonly views = new Map<string, View>()
  private readonly reader: SchemaReader
  constructor(definitions: Definitions) {
    this.reader = new SchemaReader(definitions)
  }

  /** What is shown of a member; undefined when it is left out. */
  member(key: string, node: unknown, around: Surroundings): View | undefined {
    if (this.reader.opaque(node)) return undefined
    const personal = around.personal || around.guarded.has(key) || this.isPersonal(key, node)
    if (personal) return this.namesOf(key, node, around.depth + 1)
    return this.text(node, "x-untrusted", untrustedView) ?? this.view(node)
  }

  private isPersonal(key: string, node: unknown): boolean {
    return neverShown.has(key) || this.reader.marked("x-personal", node)
  }

  /** The names in a personal member, shortened; undefined when it holds nothing else. */
  private namesOf(key: string, node: unknown, depth: number): View | undefined {
    if (nameKeys.has(key)) return this.text(node, undefined, () => nameView)
    const [only, ...others] = this.reader.alternatives(node).map((alternative) => this.reader.flat(alternative))
    if (only === undefined || others.length > 0 || only.type !== "object" || !isRecord(only.properties) || depth > maxNamesDepth)
      return undefined
    const shown = this.object(only, { personal: true, guarded: new Set(), depth })
    const members = isRecord(shown.schema.properties) ? Object.keys(shown.schema.properties) : []
    if (members.length === 0) return undefined
    return this.nullable(node) ? unionView([shown, nullView], {}) : shown
  }

  private nullable(node: unknown): boolean {
    const flat = this.reader.flat(node)
    if (flat === undefined) return false
    return flat.type === "null" || [...listOf(flat.anyOf), ...listOf(flat.oneOf)].some((member) => this.nullable(member))
  }

  /** A view of text that may be null, where the mark asks for it. */
  private text(node: unknown, mark: string | undefined, make: (flat: Node) => View): View | undefined {
    if (mark !== undefined && !this.reader.marked(mark, node)) return undefined
    const [only, ...others] = this.reader.alternatives(node).map((alternative) => this.reader.flat(alternative))
    if (only === undefined || others.length > 0 || only.type !== "string") return undefined
    return this.nullable(node) ? unionView([make(only), nullView], {}) : make(only)
  }

  view(node: unknown): View {
    if (isRecord(node) && typeof node.$ref === "string" && Object.keys(node).length === 1) return this.reference(node.$ref)
    const flat = this.reader.flat(node)
    if (flat === undefined) throw new Error("a schema that admits anything has no view for agents")
    const members = [...listOf(flat.anyOf), ...listOf(flat.oneOf)]
    if (members.length > 0) return this.union(members, pick(flat, annotations))
    if (literalsOf(flat) !== undefined) return scalarView(flat)
    if (flat.type === "object") return this.object(flat, open)
    if (flat.type === "array") return this.array(flat)
    return scalarView(flat)
  }

  private reference(reference: string): View {
    const name = definitionName(reference)
    const found = this.views.get(name)
    if (found !== undefined) return { ...found, schema: { $ref: reference } }
    // A definition that contains itself finds this forwarding view while its own is being built.
    const slot: { view: View | undefined } = { view: undefined }
    const built = () => {
      if (slot.view === undefined) throw new Error("a definition refers only to itself")
      return slot.view
    }
    const forward: View = {
      schema: {},
      fit: (value) => built().fit(value),
      project: (value, showing) => built().project(value, showing),
      personal: (value) => built().personal?.(value) ?? []
    }
    this.views.set(name, forward)
    slot.view = this.view(this.reader.definition(reference))
    this.views.set(name, slot.view)
    return { ...forward, schema: { $ref: reference } }
  }

  private union(members: ReadonlyArray<unknown>, extra: Node): View {
    const objects = members.map((member) => this.reader.flat(member)).filter((flat) => flat?.type === "object" && isRecord(flat.properties))
    const guarded = objects.length > 1 && !distinguished(objects.filter((flat) => flat !== undefined)) ? this.keptBack(objects) : undefined
    return unionView(
      members.map((member) => {
        const flat = this.reader.flat(member)
        return guarded === undefined || flat?.type !== "object" ? this.view(member) : this.object(flat, { ...open, guarded })
      }),
      extra
    )
  }

  /** Where alternatives may be mistaken for each other, what one of them keeps back is kept back in all. */
  private keptBack(objects: ReadonlyArray<Node | undefined>): ReadonlySet<string> {
    return new Set(
      objects.flatMap((flat) =>
        Object.entries(isRecord(flat?.properties) ? flat.properties : {}).flatMap(([key, node]) =>
          this.isPersonal(key, node) || this.reader.opaque(node) ? [key] : []
        )
      )
    )
  }

  private object(flat: Node, around: Surroundings): View {
    const properties = isRecord(flat.properties) ? flat.properties : {}
    const required = new Set(listOf(flat.required))
    const views = new Map(
      Object.entries(properties).flatMap(([key, node]) => {
        const view = this.member(key, node, around)
        return view === undefined ? [] : [[key, view] as const]
      })
    )
    const conditional = conditionals(Object.entries(properties).map(([key, node]) => [key, this.reader.flat(node)]))
    const rest = around.personal ? undefined : this.rest(flat)
    const literals = Object.entries(properties).flatMap(([key, node]) => {
      const values = literalsOf(this.reader.flat(node) ?? {})
      return values === undefined ? [] : [[key, values] as const]
    })
    const shownRequired = [...views.keys()].filter((key) => required.has(key))
    return {
      schema: {
        type: "object",
        properties: Object.fromEntries([...views].map(([key, { schema }]) => [key, schema])),
        ...(shownRequired.length === 0 ? {} : { required: shownRequired }),
        additionalProperties: rest?.schema ?? false,
        ...pick(flat, annotations)
      },
      fit: (value) => {
        if (!isRecord(value) || [...required].some((key) => typeof key === "string" && value[key] === undefined)) return undefined
        if (literals.some(([key, values]) => value[key] !== undefined && !values.includes(value[key]))) return undefined
        return Object.keys(value).reduce((sum, key) => sum + (Object.hasOwn(properties, key) ? 1 : -1), 0)
      },
      project: (value, showing) => {
        if (!isRecord(value)) throw new Mismatch("an object")
        return Object.fromEntries(
          Object.entries(value).flatMap(([key, child]) => {
            const view = Object.hasOwn(properties, key) ? views.get(key) : rest
            return view === undefined || child === undefined ? [] : [[legible(key), view.project(conditional.shown(value, key), showing)]]
          })
        )
      },
      personal: (value) => {
        const object = isRecord(value) ? value : {}
        return Object.entries(object).flatMap(([key, child]) => {
          const view = Object.hasOwn(properties, key) ? views.get(key) : rest
          if (view !== undefined) return view.personal?.(child) ?? []
          if (conditional.isImpersonal(object, key)) return []
          const isSaid = around.personal || around.guarded.has(key) || this.isPersonal(key, properties[key])
          return isSaid ? textsIn(child, nameKeys.has(key)) : []
        })
      }
    }
  }

  /** The values of a map, unless any of them might be personal or unknown. */
  private rest(flat: Node): View | undefined {
    const values = mapValues(flat)
    if (values.length === 0 || values.some((value) => this.reader.opaque(value) || this.reader.marked("x-personal", value)))
      return undefined
    const views = values.map((value) => this.text(value, "x-untrusted", untrustedView) ?? this.view(value))
    const [only] = views
    return views.length === 1 ? only : unionView(views, {})
  }

  private array(flat: Node): View {
    const prefix = listOf(flat.prefixItems).map((item) => this.item(item))
    const items = isRecord(flat.items) ? this.item(flat.items) : undefined
    // Validators of clients know no `prefixItems`, and would refuse every item of a tuple: its items are published as any of its kinds.
    const kinds = new Map([...prefix, ...(items === undefined ? [] : [items])].map(({ schema }) => [JSON.stringify(schema), schema]))
    const [only, ...others] = kinds.values()
    return {
      schema: {
        type: "array",
        items: only === undefined ? false : others.length === 0 ? only : { anyOf: [only, ...others] },
        ...pick(flat, ["minItems", "maxItems", ...annotations])
      },
      fit: (value) => (Array.isArray(value) ? 0 : undefined),
      project: (value, showing) => {
        if (!Array.isArray(value)) throw new Mismatch("a list")
        return value.flatMap((item, index) => {
          const view = prefix[index] ?? items
          return view === undefined ? [] : [view.project(item, showing)]
        })
      },
      personal: (value) => (Array.isArray(value) ? value.flatMap((item, index) => (prefix[index] ?? items)?.personal?.(item) ?? []) : [])
    }
  }

  private item(node: unknown): View {
    return this.text(node, "x-untrusted", untrustedView) ?? this.view(node)
  }
}

/** Whether some member holds other literals in each alternative, so that no value can be taken for another kind. */
const distinguished = (objects: ReadonlyArray<Node>): boolean => {
  const [first] = objects
  const keys = isRecord(first?.properties) ? Object.keys(first.properties) : []
  return keys.some((key) => {
    const sets = objects.map((flat) => {
      const node = isRecord(flat.properties) ? flat.properties[key] : undefined
      return listOf(flat.required).includes(key) && isRecord(node) ? literalsOf(node) : undefined
    })
    const all = sets.flatMap((values) => values ?? [])
    return sets.every((values) => values !== undefined) && new Set(all).size === all.length
  })
}

/** Definitions that the shown schema still names, and those that they name. */
const reachable = (schema: Node, views: ReadonlyMap<string, View>): Node => {
  const found = new Map<string, Node>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item)
      return
    }
    if (!isRecord(value)) return
    if (typeof value.$ref === "string") {
      const name = definitionName(value.$ref)
      const view = views.get(name)
      if (view !== undefined && !found.has(name)) {
        found.set(name, view.schema)
        visit(view.schema)
      }
    }
    for (const child of Object.values(value)) visit(child)
  }
  visit(schema)
  return Object.fromEntries([...found].sort(([left], [right]) => (left < right ? -1 : 1)))
}

/**
 * Compiles the view of an answer from its JSON Schema with the `x-` marks: personal data is left out, names are shortened, text of subjects is
 * wrapped, and what the schema does not declare is never shown. Throws at boot for answers that are not objects.
 */
export const agentView = (schema: Node, definitions: Definitions): AgentView => {
  const reader = new SchemaReader(definitions)
  const flat = reader.flat(schema)
  const isObject = (node: unknown) => reader.flat(node)?.type === "object" && !reader.opaque(node)
  if (flat === undefined || !reader.alternatives(flat).every(isObject) || reader.marked("x-personal", flat)) {
    throw new Error("an answer for agents must be an object whose members are declared and not all personal")
  }
  const redactor = new Redactor(definitions)
  const root = redactor.view(flat)
  const $defs = reachable(root.schema, redactor.views)
  return {
    schema: { ...root.schema, type: "object", ...(Object.keys($defs).length === 0 ? {} : { $defs }) },
    project: (answer, names, known = []) => {
      const projected = root.project(answer, { names, kept: new KeptBack([...(root.personal?.(answer) ?? []), ...known]) })
      if (!isRecord(projected)) throw new Mismatch("an object")
      return projected
    }
  }
}
