import type { Service } from "./service.ts"

/** Organizations of a service, another one each time, so that no test finds what another one made. */
export const customersOf = (service: Service, name: string) => {
  let organizations = 0
  return async () => {
    organizations += 1
    const organization = `org_${name}_${organizations}`
    const key = await service.key("all", { organization })
    const ask = (method: string, path: string, body?: unknown) =>
      service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
    /** As `ask`, for what has to succeed: the body of the answer. */
    const call = async (method: string, path: string, body?: unknown) => {
      const answer = await ask(method, path, body)
      if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
      return answer.body
    }
    return { organization, key, ask, call }
  }
}
