import type { ReadingNotes } from "./reading.ts"

/** One element with all it holds, names without their prefixes. Readers get such elements one at a time, never a whole file. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ReadonlyArray<XmlElement>
  /** Character data directly inside it, trimmed. */
  readonly text: string
}

/** The elements found by following `path` from child to child. */
export const elementsAt = (element: XmlElement, ...path: ReadonlyArray<string>): ReadonlyArray<XmlElement> =>
  path.reduce<ReadonlyArray<XmlElement>>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element]
  )

/** The texts of those elements, empty ones left out. */
export const textsAt = (element: XmlElement, ...path: ReadonlyArray<string>): ReadonlyArray<string> =>
  elementsAt(element, ...path)
    .map(({ text }) => text)
    .filter((text) => text !== "")

/** The first of those texts. */
export const textAt = (element: XmlElement, ...path: ReadonlyArray<string>): string | undefined => textsAt(element, ...path)[0]

/** An attribute that says something. */
export const attributeOf = (element: XmlElement, name: string): string | undefined => {
  const value = element.attributes[name]?.trim()
  return value === undefined || value === "" ? undefined : value
}

/**
 * Notes every element, and with `attributes` every attribute, that the format is not known to have. Paths are relative to the entry:
 * `akaList/aka/uid`, `nameAlias@strong`. What is inside an unknown element is not looked at.
 */
export const noteUnknown = (
  entry: XmlElement,
  known: ReadonlySet<string>,
  notes: ReadingNotes,
  options: { readonly uid: string; readonly attributes: boolean }
): void => {
  const visit = (element: XmlElement, path: string): void => {
    if (options.attributes) {
      for (const attribute of Object.keys(element.attributes)) {
        if (!known.has(`${path}@${attribute}`)) notes.note({ code: "unknown_attribute", where: `${path}@${attribute}`, uid: options.uid })
      }
    }
    for (const child of element.children) {
      const place = path === "" ? child.name : `${path}/${child.name}`
      if (known.has(place)) visit(child, place)
      else notes.note({ code: "unknown_element", where: place, uid: options.uid })
    }
  }
  visit(entry, "")
}

/** Known paths written as a tree: `aka(uid,type)` inside `akaList` is `akaList(aka(uid,type))`. */
export const knownPaths = (written: string): ReadonlySet<string> => {
  const paths = new Set<string>()
  const parents: Array<string> = []
  let last = ""
  for (const [token] of written.matchAll(/[(),]|@?[\w-]+/g)) {
    if (token === "(") parents.push(last)
    else if (token === ")") parents.pop()
    else if (token !== ",") {
      const parent = parents.at(-1) ?? ""
      const path = token.startsWith("@") ? `${parent}${token}` : parent === "" ? token : `${parent}/${token}`
      paths.add(path)
      if (!token.startsWith("@")) last = path
    }
  }
  return paths
}
