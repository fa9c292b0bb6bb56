/**
 * Resources whose operations were spelled with hyphens once. Audit entries of that time keep the action they were written with, and a filter
 * finds them under either spelling; the documents still group these operations under the old one.
 */
const formerSpellings: Readonly<Record<string, string>> = {
  list_entries: "list-entries",
  webhook_endpoints: "webhook-endpoints",
  webhook_event_types: "webhook-event-types",
  webhook_deliveries: "webhook-deliveries"
}

/** How the resource was spelled first; documents that integrators generate code from still call it that. */
export const firstSpelling = (resource: string): string => formerSpellings[resource] ?? resource

/** Every way in which an action, or the beginning of one, was ever spelled. */
export const spellingsOf = (action: string): readonly [string, ...ReadonlyArray<string>] => {
  const [resource = "", ...verb] = action.split(".")
  const known = Object.entries(formerSpellings).find((pair) => pair.includes(resource))
  if (known === undefined) return [action]
  const [current, former] = known.map((spelled) => [spelled, ...verb].join("."))
  return current === undefined || former === undefined ? [action] : [current, former]
}
