import { expect, test } from "bun:test"
import { decodePage } from "@vouchkit/adapters/engines/image/decode"
import { turnedBy } from "@vouchkit/adapters/engines/image/deskew"
import { recognizeBlocks } from "@vouchkit/adapters/engines/ocr/recognize"
import { scanOf } from "@vouchkit/worker/commands/demo/scanned-page"
import { aUtilityBill } from "../../support/bills.ts"

test("a page that stands on its head is not read to its end, and one that stands upright is", async () => {
  const bill = await aUtilityBill()
  const { grey } = await decodePage(new Uint8Array(await scanOf(bill.bytes, {})))
  const upright = (await recognizeBlocks(grey, ["eng"])) ?? []
  const turned = (await recognizeBlocks(await turnedBy(grey, 180), ["eng"])) ?? []
  const texts = upright.flatMap(({ words }) => words.map(({ text }) => text)).join(" ")
  expect(bill.texts.flatMap((text) => text.split(" ")).filter((word) => !texts.includes(word))).toEqual([])
  expect(turned.length).toBeGreaterThan(0)
  expect(turned.length).toBeLessThan(upright.length / 2)
}, 300_000)
