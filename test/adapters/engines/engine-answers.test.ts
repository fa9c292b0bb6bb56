import { expect, test } from "bun:test"
import { answered } from "@vouchkit/adapters/engines/process/engine-pool"
import { answerLimits, DocumentAnswer } from "@vouchkit/adapters/engines/process/protocol"
import { Effect, Exit } from "effect"

const line = { text: "12 High Street", page: 1, left: 0.1, top: 0.1, width: 0.5, height: 0.01, confidence: 1 }
const forensics = { producer: null, creator: null, created_at: null, modified_at: null, revisions: 1, signed: false, flags: [] }
const quality = { focus: null, brightness: null, resolution: null, overall: null }
const answer = (lines: ReadonlyArray<unknown>) => ({
  reading: { page_count: 1, source: "text_layer", lines, forensics, quality, perceptual_hash: null }
})
const taken = (reply: unknown) => Exit.isSuccess(Effect.runSyncExit(answered(DocumentAnswer)(reply)))

test("an engine hands on as many lines as twenty full pages have, and not one more", () => {
  const full = Array.from({ length: answerLimits.lines }, () => line)
  expect([taken(answer(full)), taken(answer([...full, line]))]).toEqual([true, false])
})

test("a line of an engine has a limited number of characters", () => {
  const of = (characters: number) => taken(answer([{ ...line, text: "x".repeat(characters) }]))
  expect([of(answerLimits.line), of(answerLimits.line + 1)]).toEqual([true, false])
})

test("an engine hands on measures of a limited number of words, or none", () => {
  const print = { shape: null, size: 0.1, proportion: 0, weight: 0, base_line: 0, spacing: 0 }
  const light = { paper: 0, grain: 0, patch: 0, quantized: null, hue: 0, tint: 0 }
  const place = { text: "High", page: 1, left: 0.1, top: 0.1, width: 0.1, height: 0.01 }
  const word = { ...place, ...print, ...light, letters: 4 }
  const of = (words: ReadonlyArray<unknown>) => taken({ reading: { ...answer([line]).reading, print: words } })
  const most = Array.from({ length: answerLimits.words }, () => word)
  expect([of([]), of(most), of([...most, word]), of([{ ...word, size: "large" }])]).toEqual([true, true, false, false])
})
