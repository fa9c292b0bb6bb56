import { aUtilityBill, aBankStatement, paintedOver, scannedPdf, watermarked } from "../../support/bills.ts"
import { forgedByUpdate, signed, withValidationData, appendRevision } from "../../support/pdf-revisions.ts"
import { scanOf, degraded } from "../../support/scans.ts"
import { readDocument } from "@vouchkit/adapters/engines/read-document"
import { perceptualHash } from "@vouchkit/adapters/engines/perceptual-hash"
import { decodeGrey } from "@vouchkit/adapters/engines/image-decode"
const b=(await aUtilityBill()).bytes
const show=async(n:string,bytes:Uint8Array)=>{ const t=performance.now(); const r=await readDocument({bytes,mime_type:"application/pdf",country:null}); console.log(n, Math.round(performance.now()-t), "code" in r? r: [r.source,r.lines.length,r.forensics.revisions,r.forensics.signed,r.forensics.flags.join()||"-", r.lines.slice(4,6).map(l=>l.text).join("|"), r.perceptual_hash?.slice(0,16), r.quality.focus, r.quality.resolution].join(" ; ")) }
await show("clean",b)
await show("stmt",(await aBankStatement()).bytes)
await show("forged update",forgedByUpdate(b,"Mr Jonathan A. Okonkwo-Smith","Mr Forged P. Person"))
await show("signed",signed(b))
await show("signed+dss",withValidationData(signed(b)))
await show("signed+forged",forgedByUpdate(signed(b),"Mr Jonathan A. Okonkwo-Smith","Mr Forged P. Person"))
const s=signed(b); const s2=new Uint8Array(s); const at=Buffer.from(s).indexOf("Northwind Billing"); s2[Buffer.from(s).indexOf("%PDF-")+5]=0x32; await show("signed, byte flipped",s2)
await show("forged then signed",signed(forgedByUpdate(b,"Mr Jonathan A. Okonkwo-Smith","Mr Forged P. Person")))
await show("painted",await paintedOver(b,{x:50,y:138,width:200,height:16,text:"Mr Forged Person"}))
await show("watermark",await watermarked(b,"DUPLICATE"))
const scan=await scanOf(b,{dpi:150})
const sp=await scannedPdf(scan); await show("scan pdf",sp)
await show("scan pdf painted",await paintedOver(sp,{x:50,y:138,width:200,height:16,text:"Mr Forged Person"}))
await show("editor",(await aUtilityBill({producer:"Adobe Photoshop 25.1"})).bytes)
await show("dates",(await aUtilityBill({modified_at:new Date("2026-05-02")})).bytes)
for (const blur of [0,1,2,3,5]) await show("blur"+blur, await scanOf(b,{blur}))
await show("degraded", await scanOf(b,degraded))
await show("low dpi", await scanOf(b,{dpi:50}))
const bits=(h:string)=>BigInt("0x"+h).toString(2).padStart(256,"0"); const dist=(a:string,b:string)=>{let d=0; const x=bits(a),y=bits(b); for(let i=0;i<256;i++) if(x[i]!==y[i]) d++; return (d/256).toFixed(3)}
const h=async(x:Uint8Array)=>perceptualHash(await decodeGrey(x))
const h0=await h(await scanOf(b,{format:"png"}))
for (const [n,c] of [["deg",degraded],["deg no tilt",{...degraded,tilt:0}],["blur",{blur:2}],["dpi100",{dpi:100}]] as any) console.log("hash", n, dist(h0, await h(await scanOf(b,c))))
console.log("hash stmt", dist(h0, await h(await scanOf((await aBankStatement()).bytes,{}))))
console.log("hash other name", dist(h0, await h(await scanOf((await aUtilityBill({name:"Ms Zoe Li",address_lines:["9 Elm Road","York","YO1 7HH"]})).bytes,{}))))
process.exit(0)
