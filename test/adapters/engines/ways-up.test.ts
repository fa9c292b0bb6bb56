import { expect, test } from "bun:test"
import { slopeOf, waysUp } from "@vouchkit/adapters/engines/image/deskew"
import { decodeGrey } from "@vouchkit/adapters/engines/image/decode"
import { withEvenLight } from "@vouchkit/adapters/engines/image/enhance"
import { degraded, scanOf } from "@vouchkit/worker/commands/demo/scanned-page"
import { aBankStatement, aUtilityBill } from "../../support/bills.ts"

const order = async (bytes: Uint8Array) => waysUp(await slopeOf(withEvenLight(await decodeGrey(bytes)))).flat()

test("a page is read first the way up in which its letters stand on one line", async () => {
  for (const { bytes } of [await aUtilityBill(), await aBankStatement()]) {
    expect(await order(await scanOf(bytes))).toEqual([0, 2, 1, 3])
    expect(await order(await scanOf(bytes, { ...degraded, tilt: 180 }))).toEqual([2, 0, 1, 3])
    expect(await order(await scanOf(bytes, { ...degraded, tilt: 270 }))).toEqual([1, 3, 0, 2])
    expect(await order(await scanOf(bytes, { ...degraded, tilt: 90 }))).toEqual([3, 1, 0, 2])
  }
})
