import { normalizedText } from "@vouchkit/core/verification/names/text/normalized"
import { Schema } from "effect"
import { ask } from "./client.ts"
import { expectThat } from "./narration.ts"
import type { Stage } from "./stage.ts"

const protocolVersion = "2025-11-25"

/** An answer of the agent endpoint: the whole of it is what an agent sees. */
const Message = Schema.Struct({ jsonrpc: Schema.Literal("2.0"), result: Schema.Record(Schema.String, Schema.Unknown) })
const Initialized = Schema.Struct({ serverInfo: Schema.Struct({ name: Schema.String }), protocolVersion: Schema.String })
const Tools = Schema.Struct({ tools: Schema.Array(Schema.Struct({ name: Schema.String })) })
const Called = Schema.Struct({
  isError: Schema.optionalKey(Schema.Boolean),
  structuredContent: Schema.Struct({ session_id: Schema.String, status: Schema.String })
})

/** An agent in plain JSON-RPC, which remembers every word that it was told. */
const agentOf = ({ agent_key, base_url, signal }: Stage) => {
  const heard: Array<string> = []
  let last = 0
  const call = async <A>(method: string, params: object, reads: Schema.Codec<A, any>): Promise<A> => {
    last += 1
    const { result } = await ask(
      {
        method: "POST",
        url: `${base_url}/mcp`,
        headers: {
          Authorization: `Bearer ${agent_key}`,
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          "MCP-Protocol-Version": protocolVersion
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: last, method, params })
      },
      Message,
      signal
    )
    heard.push(JSON.stringify(result))
    return Schema.decodeUnknownSync(reads)(result)
  }
  return { call, heard: () => heard.join("\n") }
}

/** Which of these words occur in a text, however they are written. */
const occurring = (words: ReadonlyArray<string>, text: string): ReadonlyArray<string> => {
  const within = normalizedText(text)
  return words.filter((word) => within.includes(normalizedText(word)))
}

/** What the agent is shown to hide: results as REST has them, and the words in them that are about people. */
interface Shown {
  readonly results: ReadonlyArray<{ readonly session_id: string; readonly status: string }>
  readonly personal: ReadonlyArray<string>
}

/** What an agent sees of the verifications: decisions and reasons, and no one's name, number or address. */
export const agentsView = async (stage: Stage, { personal, results }: Shown): Promise<void> => {
  const { narration } = stage
  const agent = agentOf(stage)
  narration.chapter("9. What an agent sees")
  await narration.step("Agent connected to /mcp with a key that may only read", async (report) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "vouchkit-demo", version: "1.0.0" } }
    const answer = await agent.call("initialize", params, Initialized)
    report(`${answer.serverInfo.name}, protocol ${answer.protocolVersion}`)
  })
  await narration.step("Agent listed its tools", async (report) => {
    const { tools } = await agent.call("tools/list", {}, Tools)
    expectThat(
      tools.some(({ name }) => name === "get_session_result"),
      "get_session_result is not among the tools"
    )
    report(
      `${tools.length} tools, among them ${tools
        .slice(0, 4)
        .map(({ name }) => name)
        .join(", ")}`
    )
  })
  await narration.step("Agent read the results and the cases", async (report) => {
    for (const { session_id, status } of results) {
      const call = { name: "get_session_result", arguments: { session_id } }
      const { isError, structuredContent } = await agent.call("tools/call", call, Called)
      expectThat(isError !== true, "get_session_result answered with an error")
      expectThat(structuredContent.status === status, `the agent sees ${structuredContent.status} where REST shows ${status}`)
      report(`${structuredContent.session_id}: ${structuredContent.status}`)
    }
    const search = { name: "search_cases", arguments: {} }
    const answer = await agent.call("tools/call", search, Schema.Struct({ isError: Schema.optionalKey(Schema.Boolean) }))
    expectThat(answer.isError !== true, "search_cases answered with an error")
  })
  await narration.step("No answer to the agent names a person, an address or an issuer", async (report) => {
    const rest = occurring(personal, JSON.stringify(results))
    expectThat(rest.length > 0, "the results over REST contain no names either, so this comparison proves nothing")
    const seen = occurring(personal, agent.heard())
    expectThat(seen.length === 0, `the agent received personal data: ${seen.join(", ")}`)
    report(
      `${personal.length} words searched in ${agent.heard().length.toLocaleString("en")} characters; REST shows ${rest.length} of them, the agent none`
    )
  })
}
