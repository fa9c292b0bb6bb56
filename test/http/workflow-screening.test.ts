import { afterAll, describe, expect, test } from "bun:test"
import type { GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { aWatchlist, politician, sanctioned } from "../support/screening.ts"
import { end, graphOf, passing } from "../support/workflow-graphs.ts"
import { capture, workflowService } from "../support/workflow-service.ts"

type Config = Extract<GraphNode, { type: "screening" }>["config"]
const behind = (...configs: ReadonlyArray<Config>) => {
  const nodes = configs.map((config, place) => [`screen${place}`, { type: "screening", config } satisfies GraphNode] as const)
  const ids = nodes.map(([id]) => id)
  return graphOf({ capture, ...Object.fromEntries(nodes), fork: passing.branch, done: end("approved"), look: end("review") }, [
    ["start", "capture"],
    ...["capture", ...ids].map((id, place) => [id, ids[place] ?? "fork"] as const),
    { from: "fork", to: "done", when: { eq: [{ var: "conclusion.status" }, "approved"] } },
    { from: "fork", to: "look" }
  ])
}
const graphs = {
  wfv_usual: behind({}),
  wfv_pep: behind({ categories: ["pep"] }),
  wfv_strict: behind({ threshold: 100 }),
  wfv_elsewhere: behind({ lists: ["nowhere"] }),
  wfv_monitor: behind({ monitor: true }),
  wfv_twice: behind({ categories: ["pep"] }, { categories: ["sanctions"] })
}
const listed = { expected: { first_name: "Zoltan", last_name: "Brankovic", date_of_birth: "1961-05-04", country: "RS" } }

for (const storage of ["memory", "postgres"] as const) {
  const lists = aWatchlist(sanctioned(), politician())
  const { service, submitted } = await workflowService(storage, "screening", graphs, { beside: lists.layer })
  afterAll(() => service.stop())

  const screened = async (version: keyof typeof graphs, body: object = listed) => {
    const session = await submitted(version, body)
    await session.work()
    const { checks } = await session.call("GET", `/sessions/${session.id}/result`)
    const screenings = checks.filter(({ type }: any) => type === "aml_screening")
    return { ...session, screenings, status: (await session.current()).status }
  }

  describe(`screening nodes over ${storage}`, () => {
    test("screen by what they say, and keep it in the result", async () => {
      const usual = await screened("wfv_usual")
      expect([usual.status, usual.screenings[0].details]).toMatchObject(["in_review", { threshold: 72, hit_counts: { total: 1 } }])
      const narrow = await screened("wfv_pep")
      const { details, outcome, threshold } = narrow.screenings[0]
      expect([outcome, threshold, details.hit_counts.total]).toEqual(["passed", 0.72, 0])
      expect((await narrow.call("GET", `/screenings/${details.screening_id}`)).categories).toEqual(["pep"])
      const strict = (await screened("wfv_strict", { expected: { ...listed.expected, first_name: "Zoltn" } })).screenings[0]
      expect([strict.threshold, strict.details.threshold]).toEqual([1, 100])
    })

    test("never pass for a list that was not searched", async () => {
      const { screenings, status } = await screened("wfv_elsewhere")
      expect([status, screenings[0].status, screenings[0].details.error_codes]).toEqual(["in_review", "errored", ["no_list_loaded"]])
    })

    test("have the person monitored from then on where they say so", async () => {
      for (const [version, expected] of [
        ["wfv_monitor", "active"],
        ["wfv_usual", "off"]
      ] as const) {
        const { call, screenings } = await screened(version)
        const subject = await call("GET", `/screening-subjects/${screenings[0].details.subject_id}`)
        expect(subject.monitoring.status).toBe(expected)
      }
    })

    test("screen each by its own rules where there are several in a run", async () => {
      const { screenings, status } = await screened("wfv_twice")
      expect(new Set(screenings.map(({ details }: any) => details.screening_id)).size).toBe(2)
      expect(screenings.map(({ outcome }: any) => outcome).toSorted()).toEqual(["failed", "passed"])
      expect(status).toBe("in_review")
    })
  })
}
