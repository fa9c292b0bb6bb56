import type { Json, JsonObject } from "../../kernel/wire/json.ts"

/** Members that hold the id of who did something, without saying what kind of actor that is. */
const actorMembers: ReadonlySet<string> = new Set(["assigned_to", "by", "done_by", "overridden_by"])
const userId = /usr_[0-9a-hjkmnp-tv-z]{26}/gu
/** Ids that stand for a program and name no one. */
const program = /^(?:key_|timer|system|operator|[a-z]+\.)/u

const isObject = (value: Json): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Staff in an export: whoever decided or wrote is `reviewer_1`, `reviewer_2` and so on, the same throughout one export. The person has a right to what
 * was done and not to the names of those who did it.
 */
export class Staff {
  private readonly names = new Map<string, string>()

  private nameOf(id: string): string {
    const known = this.names.get(id)
    if (known !== undefined) return known
    const name = `reviewer_${this.names.size + 1}`
    this.names.set(id, name)
    return name
  }

  private ofMember(name: string, value: Json, owner: JsonObject): Json {
    if (typeof value === "string" && value !== "") {
      if (name === "id" && owner.type === "user") return this.nameOf(value)
      if (actorMembers.has(name) && !program.test(value)) return this.nameOf(value)
    }
    if (name === "label" && owner.type === "user") return null
    return this.without(value)
  }

  /** A change of an audit entry names its member in `path`, and what stood there in `from` and `to`. */
  private ofChange(change: JsonObject, member: string): JsonObject {
    const named = (value: Json | undefined): Json => this.ofMember(member, value ?? null, {})
    return { ...change, from: named(change.from), to: named(change.to) }
  }

  /** The value with names in the place of staff. */
  without(value: Json): Json {
    if (typeof value === "string") return value.includes("usr_") ? value.replace(userId, (id) => this.nameOf(id)) : value
    if (Array.isArray(value)) return value.map((item: Json) => this.without(item))
    if (!isObject(value)) return value
    const member = typeof value.path === "string" ? value.path.split(".").at(-1) : undefined
    if (member !== undefined && actorMembers.has(member) && "from" in value && "to" in value) return this.ofChange(value, member)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.ofMember(name, item, value)]))
  }
}
