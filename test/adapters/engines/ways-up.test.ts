import { expect, test } from "bun:test"
import { slopeOf, waysUp } from "@vouchkit/adapters/engines/image/deskew"
import { decodePage } from "@vouchkit/adapters/engines/image/decode"
import { withEvenLight } from "@vouchkit/adapters/engines/image/enhance"
import { degraded, scanOf } from "@vouchkit/worker/commands/demo/scanned-page"
import { darkOnLight } from "@vouchkit/adapters/engines/image/reversed-print"
import { PDFDocument, rgb } from "pdf-lib"
import { aBankStatement, aUtilityBill } from "../../support/bills.ts"

const order = async (bytes: Uint8Array) => waysUp(await slopeOf(darkOnLight(withEvenLight((await decodePage(bytes)).grey)))).flat()

test("a page is read first the way up in which its letters stand on one line", async () => {
  for (const { bytes } of [await aUtilityBill(), await aBankStatement()]) {
    expect(await order(await scanOf(bytes))).toEqual([0, 2, 1, 3])
    expect(await order(await scanOf(bytes, { ...degraded, tilt: 180 }))).toEqual([2, 0, 1, 3])
    expect(await order(await scanOf(bytes, { ...degraded, tilt: 270 }))).toEqual([1, 3, 0, 2])
    expect(await order(await scanOf(bytes, { ...degraded, tilt: 90 }))).toEqual([3, 1, 0, 2])
  }
})

/** The same bill beside a dark panel that runs from the top of the page to its foot, with a second one across its foot. */
const besidePanel = async (left: number): Promise<Uint8Array> => {
  const document = await PDFDocument.load((await aUtilityBill()).bytes)
  const page = document.getPage(0)
  page.setWidth(page.getWidth() + 150)
  if (left > 0) page.translateContent(left, 0)
  page.drawRectangle({ x: left > 0 ? 0 - left : 600, y: 0, width: 144, height: page.getHeight(), color: rgb(0.1, 0.2, 0.35) })
  page.drawRectangle({ x: 40, y: 20, width: 500, height: 70, color: rgb(0.4, 0.1, 0.2) })
  return document.save()
}

test("a dark panel along the side of a page does not turn it", async () => {
  for (const left of [150, 0]) {
    const bytes = await besidePanel(left)
    expect(await order(await scanOf(bytes))).toEqual([0, 2, 1, 3])
    expect(await order(await scanOf(bytes, { tilt: 1.5, grain: 4 }))).toEqual([0, 2, 1, 3])
    expect(await order(await scanOf(bytes, { tilt: 270 }))).toEqual([1, 3, 0, 2])
  }
})
