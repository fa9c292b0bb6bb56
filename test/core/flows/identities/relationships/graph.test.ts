import { afterAll, describe, expect, test } from "bun:test"
import { customersOf } from "../../../../support/customers.ts"
import { startService } from "../../../../support/service.ts"

for (const storage of ["memory", "postgres"] as const) {
  const service = await startService(storage)
  afterAll(() => service.stop())
  const customers = customersOf(service, "graph")

  const aCustomer = async () => {
    const { ask, call } = await customers()
    const people = async (...names: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
      const made: Array<string> = []
      for (const first_name of names) made.push((await call("POST", "/identities", { first_name, external_reference: first_name })).id)
      return made
    }
    const relate = async (from: string, type: string, to_id: string): Promise<string> =>
      (await call("POST", `/identities/${from}/relationships`, { type, to_id })).id
    const graph = (body: object) => call("POST", "/identities/graph", body)
    return { ask, call, people, relate, graph }
  }
  const reached = ({ nodes }: any) => nodes.map(({ depth, display_name }: any) => `${display_name} ${depth}`)
  const ids = ({ edges }: any) => edges.map(({ id }: any) => id)

  describe(`the graph of relationships in ${storage}`, () => {
    test("reaches identities over as many relationships as are asked for", async () => {
      const { graph, people, relate } = await aCustomer()
      await people("Ada", "Ben", "Cleo", "Dan", "Eve", "Stranger")
      const edges = [
        await relate("Ada", "parent_of", "Ben"),
        await relate("Cleo", "spouse_of", "Ben"),
        await relate("Cleo", "employee_of", "Dan"),
        await relate("Dan", "associate_of", "Eve")
      ]
      const one = await graph({ start_ids: ["Ada"], depth: 1 })
      expect(reached(one)).toEqual(["Ada 0", "Ben 1"])
      expect(one.truncated).toBe(false)
      expect(one.edges).toMatchObject([{ id: edges[0], type: "parent_of", inverse_type: "child_of", status: "confirmed", percent: null }])
      const usual = await graph({ start_ids: ["Ada"] })
      expect([reached(usual), ids(usual)]).toEqual([["Ada 0", "Ben 1", "Cleo 2"], edges.slice(0, 2)])
      const far = await graph({ start_ids: ["Ada"], depth: 4 })
      expect([reached(far), ids(far)]).toEqual([["Ada 0", "Ben 1", "Cleo 2", "Dan 3", "Eve 4"], edges])
      const two = await graph({ start_ids: ["Ada", "Eve", "Ada"], depth: 1 })
      expect([reached(two), ids(two)]).toEqual([
        ["Ada 0", "Eve 0", "Ben 1", "Dan 1"],
        [edges[0], edges[3]]
      ])
    })

    test("shows what the identities of the last depth have among themselves", async () => {
      const { graph, people, relate } = await aCustomer()
      await people("Ada", "Ben", "Cleo", "Dan")
      const edges = [
        await relate("Ada", "parent_of", "Ben"),
        await relate("Ada", "parent_of", "Cleo"),
        await relate("Ben", "sibling_of", "Cleo")
      ]
      await relate("Cleo", "spouse_of", "Dan")
      const found = await graph({ start_ids: ["Ada"], depth: 1 })
      expect([reached(found), ids(found), found.truncated]).toEqual([["Ada 0", "Ben 1", "Cleo 1"], edges, false])
    })

    test("follows the types and directions that are asked for, by either name of a type", async () => {
      const { graph, people, relate } = await aCustomer()
      await people("Ada", "Firm", "Boss", "Twin")
      await relate("Ada", "employee_of", "Firm")
      await relate("Boss", "director_of", "Firm")
      await relate("Ada", "sibling_of", "Twin")
      expect(reached(await graph({ start_ids: ["Ada"], direction: "outgoing" }))).toEqual(["Ada 0", "Firm 1", "Twin 1"])
      expect(reached(await graph({ start_ids: ["Twin"], direction: "outgoing" }))).toEqual(["Twin 0", "Ada 1", "Firm 2"])
      expect(reached(await graph({ start_ids: ["Firm"], direction: "incoming" }))).toEqual(["Firm 0", "Ada 1", "Boss 1", "Twin 2"])
      expect(reached(await graph({ start_ids: ["Firm"], types: ["has_director"] }))).toEqual(["Firm 0", "Boss 1"])
      expect(reached(await graph({ start_ids: ["Ada"], types: ["employee_of", "director_of"] }))).toEqual(["Ada 0", "Firm 1", "Boss 2"])
    })

    test("says when it is full, and has no relationship without both of its ends", async () => {
      const { graph, people, relate } = await aCustomer()
      const names = Array.from({ length: 12 }, (_, index) => `P${index}`)
      await people(...names)
      for (const name of names.slice(1)) await relate("P0", "associate_of", name)
      const full = await graph({ start_ids: ["P0"], max_nodes: 10 })
      expect([full.nodes.length, full.edges.length, full.truncated]).toEqual([10, 9, true])
      expect((await graph({ start_ids: ["P0"], max_nodes: 12 })).truncated).toBe(false)
      const starts = await graph({ start_ids: ["P0", "P1", "P2"], max_nodes: 2 })
      expect([starts.nodes.length, starts.edges.length, starts.truncated]).toEqual([2, 1, true])
    })

    test("leaves out deleted relationships, and names unknown identities and types", async () => {
      const { ask, call, graph, people, relate } = await aCustomer()
      await people("Ada", "Ben")
      const id = await relate("Ada", "parent_of", "Ben")
      await call("DELETE", `/identities/Ada/relationships/${id}`)
      expect(await graph({ start_ids: ["Ada"] })).toMatchObject({ nodes: [{ depth: 0, risk_score: null }], edges: [] })
      const refused = await ask("POST", "/identities/graph", { start_ids: ["Ada", "Nobody"], types: ["pen_friend_of"] })
      expect([refused.status, refused.body.errors.map(({ code, loc }: any) => [loc.join("."), code])]).toEqual([
        422,
        [
          ["body.start_ids.1", "unknown_identity"],
          ["body.types.0", "unknown_key"]
        ]
      ])
      const stranger = await aCustomer()
      expect((await stranger.ask("POST", "/identities/graph", { start_ids: ["Ada"] })).status).toBe(422)
    })
  })
}
