import type { Book, Page } from "./book.ts"
import type { Cast } from "./cast.ts"
import type { Finding } from "./finding.ts"

const together = 16
const patientMillis = 10_000

/** Runs so many at once and gathers what they answer. */
const each = async <Item>(
  items: ReadonlyArray<Item>,
  work: (item: Item) => Promise<ReadonlyArray<string>>
): Promise<ReadonlyArray<string>> => {
  const left = [...items]
  const gathered: Array<string> = []
  const hand = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) gathered.push(...(await work(item)))
  }
  await Promise.all(Array.from({ length: together }, hand))
  return gathered
}

/** Every API process is ready, and each of them tells of every session what its client was told. */
export const judgeApi = async ({ apis, bases, keys }: Cast, { pages }: Book): Promise<ReadonlyArray<Finding>> => {
  const ask = async (base: string, path: string, apiKey: string): Promise<any> => {
    const response = await fetch(`${base}${path}`, { headers: { "X-API-Key": apiKey }, signal: AbortSignal.timeout(patientMillis) })
    return { code: response.status, body: await response.json() }
  }
  const told = (base: string) => (page: Page) =>
    ask(base, `/api/v1/sessions/${page.id}`, keys[page.environment]).then(
      ({ body, code }): ReadonlyArray<string> =>
        code === 200 && body.status === page.status && body.decision?.outcome === page.status && body.external_reference === page.reference
          ? []
          : [`${page.id}: ${code}, ${body.status}, decision ${body.decision?.outcome}`],
      (cause): ReadonlyArray<string> => [`${page.id}: ${cause}`]
    )
  const unready = await each(bases, async (base) => {
    const { body, code } = await ask(base, "/readyz", "").catch((cause) => ({ code: 0, body: String(cause) }))
    return code === 200 ? [] : [`${apis[bases.indexOf(base)]?.name}: ${code} ${JSON.stringify(body)}`]
  })
  const wrong: Array<string> = []
  for (const base of bases) wrong.push(...(await each([...pages.values()], told(base))))
  return [
    { rule: "every API process is ready", looked_at: bases.length, offending: unready },
    {
      rule: "every API process tells of every acknowledged session what it came to",
      looked_at: pages.size * bases.length,
      offending: wrong
    }
  ]
}
