import { withPdf } from "../src/engines/pdf-document.ts"
import { paintingOf } from "../src/engines/pdf-painting.ts"
import { runsUnderPictures } from "../src/engines/pdf-image-patch.ts"
const b = new Uint8Array(await Bun.file(process.argv[2]!).arrayBuffer())
await withPdf(b, async (d) => { const p = await paintingOf(await d.getPage(1)); console.log(p.width, p.height, runsUnderPictures(p)); for (const [i, m] of p.marks.entries()) if (m.kind === "text" && m.box.top > 115 && m.box.top < 135 && m.box.left < 200) console.log(i, m) })
process.exit(0)
