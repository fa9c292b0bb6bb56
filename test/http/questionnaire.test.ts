import { afterAll, describe, expect, test } from "bun:test"
import { aPerson } from "../support/capture.ts"
import { startService } from "../support/service.ts"
import { runJobs } from "../support/service-jobs.ts"

const purpose = { key: "purpose", label: "What for?", type: "choice", options: ["Salary", "Trade", "Other"] }
const questions = [
  { ...purpose, accept: ["Salary", "Trade"] },
  { key: "income", label: "Income in a month", type: "number", accept: { minimum: 0, maximum: 20_000 }, on_other: "fail" },
  { key: "since", label: "Since when?", type: "date", required: false, accept: { minimum: "2020-01-01" } },
  { key: "remark", label: "Anything else?", type: "text", required: false }
]

for (const storage of ["memory", "postgres"] as const) {
  for (const environment of ["live", "sandbox"] as const) {
    describe(`a questionnaire in ${environment} over ${storage}`, async () => {
      const service = await startService(storage)
      afterAll(() => service.stop())
      const key = await service.key("all", { environment })

      const answered = async (asked: ReadonlyArray<object>, answers: object) => {
        const person = await aPerson(service, key, { required_steps: ["questionnaire"], questions: asked })
        await person.post("/start")
        // What a question accepts would tell the person what to answer.
        expect((await person.get("/config")).text).toContain(String(Object.values(asked[0] ?? {})[0]))
        expect((await person.get("/config")).text).not.toMatch(/"accept"|on_other/)
        const given = await person.post("/questionnaire", { answers })
        expect(given.status).toBe(200)
        expect((await person.post("/submit")).status).toBe(200)
        await runJobs(service, "sessions.run_checks")
        const checks = (await service.call("GET", `/sessions/${person.session_id}/checks`, { key })).body.data
        const check = checks.find(({ type }: any) => type === "questionnaire")
        return { session: await person.session(), check, codes: check.reasons.map(({ code }: any) => code) }
      }

      test("passes where every answer is accepted, in whatever case it is written", async () => {
        const { check, codes, session } = await answered(questions, { purpose: "Salary", income: 20_000, since: "2020-01-01" })
        expect([check.outcome, codes, session.status]).toEqual(["passed", [], "approved"])
        const words = [{ key: "word", label: "Say it", type: "text", accept: ["Yes"] }]
        expect((await answered(words, { word: " yes " })).check.outcome).toBe("passed")
      })

      test("goes to review for another answer, and says of which question and not what was answered", async () => {
        const { check, codes, session } = await answered(questions, { purpose: "Other", income: 10, remark: "I am Ada" })
        expect([check.outcome, codes, session.status, session.status_reason_codes]).toEqual([
          "review",
          ["questionnaire_answer"],
          "in_review",
          ["questionnaire_answer"]
        ])
        expect(check.reasons[0].message).toContain("purpose")
        expect(JSON.stringify(check)).not.toMatch(/Other|Ada/)
      })

      test("fails for another answer where the question says so", async () => {
        const { check, session } = await answered(questions, { purpose: "Salary", income: 20_001 })
        expect([check.outcome, session.status, session.status_reason_codes]).toEqual(["failed", "declined", ["questionnaire_answer"]])
      })

      test("is not applicable where no question that was answered says what it accepts, and passes nothing", async () => {
        for (const asked of [[purpose], [purpose, { ...questions[2] }]]) {
          const { check, session } = await answered(asked, { purpose: "Other" })
          expect([check.outcome, check.passed, session.status]).toEqual(["not_applicable", false, "approved"])
        }
      })
    })
  }
}

describe("what a question accepts", async () => {
  const service = await startService("memory")
  afterAll(() => service.stop())
  const key = await service.key("all")

  test.each([
    ["values that are none of its options", { ...purpose, accept: ["Gift"] }],
    ["values of another type", { key: "n", label: "N", type: "number", accept: ["1"] }],
    ["a range of a text", { key: "t", label: "T", type: "text", accept: { minimum: 1 } }],
    ["bounds of another type", { key: "n", label: "N", type: "number", accept: { minimum: "2020-01-01" } }],
    ["a range that ends before it begins", { key: "n", label: "N", type: "number", accept: { minimum: 2, maximum: 1 } }],
    ["a range without bounds", { key: "n", label: "N", type: "number", accept: {} }],
    ["no values", { ...purpose, accept: [] }],
    ["nothing, and yet says what becomes of other answers", { ...purpose, on_other: "fail" }]
  ])("may not be %s", async (_, question) => {
    const { body, status } = await service.call("POST", "/sessions", {
      key,
      body: { required_steps: ["questionnaire"], questions: [question] }
    })
    expect([status, body.errors?.[0]?.loc.slice(0, 2)]).toEqual([422, ["body", "questions"]])
  })
})
