import { createWorker, OEM, PSM } from "tesseract.js"
import { decodeGrey, greySharp } from "../src/engines/image-decode.ts"
import { recognizePage } from "../src/engines/ocr-page.ts"
const f = process.argv[2]!, re = new RegExp(process.argv[3]!)
const g = await decodeGrey(new Uint8Array(await Bun.file(f).arrayBuffer()))
const r = await recognizePage(g, 1, null)
console.log(r.image.width, r.image.height, r.confidence)
for (const l of r.lines) console.log(l.left.toFixed(3), l.top.toFixed(4), l.height.toFixed(4), l.confidence, l.text)
const w = await createWorker("eng", OEM.LSTM_ONLY, { langPath: "/work/main/packages/adapters/node_modules/@tesseract.js-data/eng/4.0.0_best_int", gzip: true, cacheMethod: "none" } as any)
await w.setParameters({ tessedit_pageseg_mode: PSM.AUTO, preserve_interword_spaces: "1" } as any)
const { data } = await w.recognize(await greySharp(r.image).withMetadata({density:200}).png().toBuffer(), {}, { blocks: true } as any)
for (const b of data.blocks!) for (const p of b.paragraphs) for (const l of p.lines) if (re.test(l.text)) console.log("LINE", JSON.stringify(l.bbox), JSON.stringify((l as any).baseline), JSON.stringify((l as any).rowAttributes), l.words.map(x => `${x.text}[${x.bbox.x0},${x.bbox.y0}-${x.bbox.y1}]`).join(" "))
process.exit(0)
