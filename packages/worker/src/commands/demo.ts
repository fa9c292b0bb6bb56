import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { newest } from "@vouchkit/core/kernel/wire/versions"
import { Schema } from "effect"
import { agentsView } from "./demo/agent.ts"
import { approveBill, declineForgery, reviewStatement } from "./demo/chapters.ts"
import { type Client, clientWith, type DocumentFile } from "./demo/client.ts"
import { declineForgedIdentity, readIdentityResult, reviewStillSelfie, verifyChip } from "./demo/identity-chapters.ts"
import { followIdentity } from "./demo/identity-over-time.ts"
import { holderWords, makeIdentitySpecimens } from "./demo/identity-specimens.ts"
import { expectThat, narrate, StepFailed } from "./demo/narration.ts"
import { signatureProblem, startReceiver } from "./demo/receiver.ts"
import { launchService } from "./demo/service.ts"
import { makeSpecimens } from "./demo/specimens.ts"
import type { Stage } from "./demo/stage.ts"
import { runOwnWorkflow } from "./demo/workflow-chapter.ts"
import { keepDirect } from "../processes/direct-hosts.ts"

/** The last resort against a service that never answers: the story takes half a minute, and much longer on a busy machine. */
const storyMillis = 1_200_000
const tidyMillis = 18_000

const usage = `Usage: bun run demo [--keep DIR]

Verifies three addresses and a person with a passport against a service of its own, with documents that it draws: what is
in order, what goes to a reviewer, what is declined as a forgery, and what is kept of a person over several sessions. It touches nothing of yours and leaves nothing behind.

  --keep DIR   writes the documents into DIR, to be looked at
`

/** PostgreSQL does not run as root, and the account it runs under instead must be able to enter the folder. */
const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(process.getuid?.() === 0 ? "/tmp" : tmpdir(), "vouchkit-demo-"))
  // The account of the database has to pass through, else its files go to a folder that no one clears.
  await chmod(folder, 0o711)
  return folder
}

const NewKey = Schema.Struct({ key: Schema.String, scopes: Schema.Array(Schema.String) })

const makeKey = async (first: Client, name: string, scopes: ReadonlyArray<string> | undefined, report: (line: string) => void) => {
  const body = { name, api_version: newest, ...(scopes === undefined ? {} : { scopes }) }
  const made = await first.post("/api-keys", body, NewKey)
  report(`${name}: ${made.scopes.join(", ")}`)
  return made.key
}

const keep = async (folder: string, specimens: ReadonlyArray<DocumentFile>, report: (line: string) => void) => {
  await mkdir(folder, { recursive: true })
  for (const { bytes, file_name } of specimens) {
    const file = join(folder, file_name)
    await writeFile(file, bytes)
    report(file)
  }
}

const kilobytes = (bytes: Uint8Array): string => `${Math.ceil(bytes.length / 1024)} KB`

const keysOfUsers = (narration: Stage["narration"], first: Client) =>
  narration.step("Keys created for four users, each with the scopes that it needs", async (report) => ({
    integrator: await makeKey(first, "Integrator", undefined, report),
    reviewer: await makeKey(first, "Reviewer", ["cases:read", "cases:write", "cases:decide"], report),
    compliance: await makeKey(
      first,
      "Compliance",
      ["sessions:read", "identities:read", "identities:write", "workflows:read", "workflows:write"],
      report
    ),
    agent: await makeKey(first, "Agent", ["sessions:read", "verifications:read", "cases:read"], report)
  }))

/** Draws the documents, and starts a service, a receiver and what both need. */
const prepare = async (narration: Stage["narration"], signal: AbortSignal, kept: string | undefined, resources: AsyncDisposableStack) => {
  narration.chapter("Preparation")
  const folder = await temporaryFolder()
  resources.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const { files, identity, specimens } = await narration.step("Sample documents and a chip created", async (report) => {
    const today = new Date()
    const [bills, passports] = [await makeSpecimens(today), await makeIdentitySpecimens(today)]
    const drawn = [...Object.values(bills), passports.passport, passports.forged_passport, passports.selfie]
    for (const { bytes, file_name } of drawn) report(`${file_name}, ${kilobytes(bytes)}`)
    return { files: drawn, identity: passports, specimens: bills }
  })
  if (kept !== undefined) await narration.step("Sample documents saved", (report) => keep(resolve(kept), files, report))
  const receiver = resources.use(await startReceiver())
  const service = resources.use(launchService(folder, receiver.host_and_port))
  const base_url = await narration.step("Service started with its own database", async (report) => {
    const address = await service.ready
    report(address)
    return address
  })
  const first = clientWith(base_url, service.live_key, signal)
  const keys = await keysOfUsers(narration, first)
  await narration.step("Webhook endpoint registered; an independent verifier got its secret", async (report) => {
    const Endpoint = Schema.Struct({ url: Schema.String, secret: Schema.String })
    const { secret, url } = await first.post("/webhooks/endpoints", { url: receiver.url, label: "Demo" }, Endpoint)
    receiver.trust(secret)
    report(url)
  })
  const stage: Stage = {
    narration,
    base_url,
    receiver,
    integrator: clientWith(base_url, keys.integrator, signal),
    reviewer: clientWith(base_url, keys.reviewer, signal),
    compliance: clientWith(base_url, keys.compliance, signal),
    person: clientWith(base_url, null, signal),
    agent_key: keys.agent,
    signal
  }
  return { folder, identity, specimens, stage }
}

const verifyDeliveries = async ({ narration, receiver }: Stage) => {
  narration.chapter("10. The verifier")
  await narration.step("Every delivery is valid, and each is invalid after one changed letter", async (report) => {
    const deliveries = receiver.deliveries()
    const secret = receiver.secret()
    const now_seconds = Math.floor(Date.now() / 1000)
    expectThat(receiver.problem() === null, receiver.problem() ?? "")
    const changed = deliveries.map(({ body, headers }) => ({ headers, body: body.replace('"id"', '"iD"') }))
    const fooled = changed.filter((delivery) => signatureProblem(delivery, secret, now_seconds) === null)
    expectThat(deliveries.length > 0 && fooled.length === 0, `${fooled.length} changed deliveries still verified`)
    report(`${deliveries.length} deliveries of ${receiver.events().length} events`)
  })
}

const story = async (narration: Stage["narration"], signal: AbortSignal, kept: string | undefined, resources: AsyncDisposableStack) => {
  const { folder, identity, specimens, stage } = await prepare(narration, signal, kept, resources)
  const bills = [await approveBill(stage, specimens), await reviewStatement(stage, specimens), await declineForgery(stage, specimens)]
  const still = await reviewStillSelfie(stage, identity)
  const chip = await verifyChip(stage, identity, folder)
  const forged = await declineForgedIdentity(stage, identity)
  await followIdentity(stage, identity, chip.session_id)
  await runOwnWorkflow(stage, identity)
  const results = [...bills, still, await readIdentityResult(stage, chip.session_id), forged]
  await agentsView(stage, { results, personal: [...Object.values(specimens).flatMap(({ personal }) => personal), ...holderWords] })
  await verifyDeliveries(stage)
}

const main = async (): Promise<number> => {
  const { values } = parseArgs({ options: { keep: { type: "string" }, help: { type: "boolean", short: "h" } } })
  if (values.help === true) {
    process.stdout.write(usage)
    return 0
  }
  const started = performance.now()
  const stopping = new AbortController()
  const interrupt = () => stopping.abort(new Error("it was interrupted"))
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt).on("SIGHUP", interrupt)
  const late = setTimeout(() => stopping.abort(new Error(`the demo took longer than ${storyMillis / 1000} s`)), storyMillis)
  const interactive = process.stdout.isTTY === true
  const screen = {
    write: (text: string) => void process.stdout.write(text),
    interactive,
    colours: interactive && !process.env.NO_COLOR,
    columns: process.stdout.columns ?? 80
  }
  const resources = new AsyncDisposableStack()
  try {
    await story(narrate(screen, stopping.signal), stopping.signal, values.keep, resources)
    screen.write(`\nEvery step passed, in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`)
    return 0
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    process.stderr.write(`\n${cause instanceof StepFailed ? reason : `The demo could not go on: ${reason}`}\n`)
    return 1
  } finally {
    clearTimeout(late)
    // Whatever hangs on the way out, the process ends.
    setTimeout(() => process.exit(1), tidyMillis).unref()
    await resources.disposeAsync()
  }
}

keepDirect(process.env)
main().then(
  (code) => process.exit(code),
  (cause) => {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n\n${usage}`)
    process.exit(64)
  }
)
