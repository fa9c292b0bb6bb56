import * as H from "../../support/hostile-files.ts"
import { aUtilityBill } from "../../support/bills.ts"
import { scanOf } from "../../support/scans.ts"
import { Effect, Exit } from "effect"
import { DocumentReader } from "@vouchkit/core/documents/reading"
import { documentReaderLayer } from "@vouchkit/adapters/engines/document-reader"
const bill=(await aUtilityBill()).bytes, jpg=await scanOf(bill,{dpi:60})
const enc=new TextEncoder()
const cases: Record<string, Uint8Array> = { empty:new Uint8Array(0), random: crypto.getRandomValues(new Uint8Array(50000)), trunc: bill.slice(0,bill.length>>1), trunc2: bill.slice(0,bill.length-200), header: enc.encode("%PDF-1.7\n"), junkpdf: enc.encode("%PDF-1.7\n"+"x".repeat(100000)),
 many: H.pdfWithManyPages(10000), many21: H.pdfWithManyPages(21), circ: H.pdfWithCircularPages(), deep: H.pdfWithDeepNesting(100000), deepc: H.pdfWithDeepContent(50000), huge: H.pdfWithHugePage(), zero: H.pdfWithUnreadablePage(), bomb: H.pdfBomb(200), bomb2: H.pdfBomb(400,2), script: H.pdfWithScript(), circf: H.pdfWithCircularForm(), circx: H.pdfWithCircularReferences(), himg: H.pdfWithHugeImage(),
 png: H.pngDeclaring(50000,50000), png2: H.pngDeclaring(100000,1), png3: H.pngDeclaring(2000,2000), tiff: H.tiffDeclaring(60000,60000), tiff2: H.tiffDeclaring(2000,2000), jpgbad: H.damaged(jpg,0.1,200), jpgbad2: H.damaged(jpg,0.5,2000), jpgtr: jpg.slice(0,jpg.length>>1), jpg3: jpg.slice(0,10), svg: enc.encode("<svg xmlns='http://www.w3.org/2000/svg'/>") }
const read=(bytes:Uint8Array)=>DocumentReader.use(r=>r.read({bytes,mime_type:"application/pdf",country:"GB"}))
await Effect.runPromise(Effect.gen(function*(){
  for (const [n,b] of Object.entries(cases)) { const t=performance.now(); const e=yield* Effect.exit(read(b)); console.log(n, b.length, Math.round(performance.now()-t), Exit.isSuccess(e)?[e.value.page_count,e.value.source,e.value.lines.map(l=>l.text).slice(0,2),e.value.forensics.flags, e.value.forensics.revisions].join(";"):JSON.stringify(e.cause).slice(0,200)) }
}).pipe(Effect.provide(documentReaderLayer({timeoutMs:30000}))))
