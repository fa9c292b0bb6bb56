import type { AnyOperation, Declaration, Operation } from "./operation.ts"

/** Under which a record of operations keeps the name of its resource. */
const resourceName: unique symbol = Symbol("resource")

type AnyDeclaration = Declaration<any, any, any>
type Named<One> = One extends Declaration<infer In, infer Out, infer R> ? Operation<In, Out, R> : never

/** The operations of one resource, or some of them, by verb. */
type OperationRecord<Resource extends string, Verbs> = { readonly [Verb in keyof Verbs]: Named<Verbs[Verb]> } & {
  readonly [resourceName]: Resource
}

const snakeCase = (verb: string): string => verb.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * The operations of a resource by verb. Each is called `<resource>.<verb>` in snake case, in the audit log and in the documents alike. A
 * resource whose operations stand in several files has several records, which the registry merges.
 */
export const operations = <const Resource extends string, Verbs extends Readonly<Record<string, AnyDeclaration>>>(
  resource: Resource,
  verbs: Verbs
): OperationRecord<Resource, Verbs> => {
  const named: any = { [resourceName]: resource }
  for (const [verb, declared] of Object.entries(verbs)) {
    named[verb] = { ...declared, contract: { name: `${resource}.${snakeCase(verb)}`, ...declared.contract } }
  }
  return named
}

interface AnyRecord {
  readonly [resourceName]: string
  readonly [verb: string]: AnyOperation
}

type CamelCase<Text extends string> = Text extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Text
type Together<Parts> = (Parts extends unknown ? (part: Parts) => void : never) extends (whole: infer Whole) => void ? Whole : never
type OfResource<Records extends ReadonlyArray<AnyRecord>, Resource> = Extract<Records[number], { readonly [resourceName]: Resource }>

/** The operations of every resource by its name in camel case, and then by verb. */
type Resources<Records extends ReadonlyArray<AnyRecord>> = {
  readonly [Resource in Records[number][typeof resourceName] as CamelCase<Resource>]: Together<OfResource<Records, Resource>>
}

type OperationsOf<Record> = Record extends unknown ? Record[Exclude<keyof Record, typeof resourceName>] : never

/** What the records of an installation come to. */
interface Merged<Records extends ReadonlyArray<AnyRecord>> {
  readonly resources: Resources<Records>
  /** Every operation, in the order of the records. */
  readonly operations: ReadonlyArray<OperationsOf<Records[number]>>
}

const camelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Merges records by resource. Throws at boot where two records have the same verb of the same resource. */
export const merged = <const Records extends ReadonlyArray<AnyRecord>>(...records: Records): Merged<Records> => {
  const resources: any = {}
  for (const record of records) {
    const resource = camelCase(record[resourceName])
    const known = resources[resource] ?? {}
    const twice = Object.keys(record).find((verb) => Object.hasOwn(known, verb))
    if (twice !== undefined) throw new Error(`there are two operations ${record[resourceName]}.${snakeCase(twice)}`)
    resources[resource] = { ...known, ...record }
  }
  const operations: any = records.flatMap((record) => Object.values(record))
  return { resources, operations }
}
