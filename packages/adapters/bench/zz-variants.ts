import { PDFDocument, StandardFonts, rgb } from "pdf-lib"
import { signed, withValidationData } from "../../../test/support/pdf-revisions.ts"
import { appendRevision, nextObject, objectBody, rootObject } from "@vouchkit/worker/commands/demo/incremental-update"
import { readDocument } from "../src/engines/read-document.ts"
const src = process.argv[2] ?? "/tmp/poa/docs", out = process.argv[3] ?? "/tmp/poa/var"
const base: any[] = await Bun.file(`${src}/expectations.json`).json()
const byId = new Map(base.map((e) => [e.file.slice(0, -4), e]))
const list: any[] = []
const put = async (id: string, name: string, bytes: Uint8Array | null, more: any, ext = "pdf") => {
  const file = `${name}-${id}.${ext}`
  if (bytes) await Bun.write(`${out}/${file}`, bytes)
  const e = byId.get(id)
  list.push({ ...e, codes: undefined, fields: undefined, file, ...more, expected: { ...e.expected, ...(more.expected ?? {}) } })
}
const load = async (id: string) => new Uint8Array(await Bun.file(`${src}/${id}.pdf`).arrayBuffer())
const sh = async (cmd: string) => { const r = await Bun.$`sh -c ${cmd}`.quiet().nothrow(); if (r.exitCode > 3) console.log(cmd, r.stderr.toString().slice(0, 300)) }
const locate = async (bytes: Uint8Array, needle: RegExp) => {
  const r: any = await readDocument({ bytes, mime_type: "application/pdf", country: null })
  const l = r.lines.find((x: any) => x.page === 1 && needle.test(x.text)); if (!l) throw new Error("no line " + needle)
  const d = await PDFDocument.load(bytes, { updateMetadata: false }); const p = d.getPage(0)
  return { x: l.left * p.getWidth(), y: p.getHeight() * (1 - l.top - l.height), w: l.width * p.getWidth(), h: l.height * p.getHeight(), W: p.getWidth(), H: p.getHeight() }
}
const overlay = async (bytes: Uint8Array, needle: RegExp, text: string) => {
  const at = await locate(bytes, needle)
  const d = await PDFDocument.load(bytes, { updateMetadata: false }); const p = d.getPage(0)
  p.drawRectangle({ x: at.x - 1, y: at.y - 1, width: at.w + 2, height: at.h + 2, color: rgb(1, 1, 1) })
  p.drawText(text, { x: at.x, y: at.y + at.h * 0.25, size: at.h * 0.75, font: await d.embedFont(StandardFonts.Helvetica) })
  return d.save({ useObjectStreams: false })
}
const incrementalOverlay = async (bytes: Uint8Array, needle: RegExp, text: string) => {
  await Bun.write("/tmp/poa/tmp-in.pdf", bytes)
  await sh("qpdf --object-streams=disable /tmp/poa/tmp-in.pdf /tmp/poa/tmp-plain.pdf")
  const plain = new Uint8Array(await Bun.file("/tmp/poa/tmp-plain.pdf").arrayBuffer())
  const at = await locate(plain, needle)
  const pages = (await Bun.$`qpdf --show-pages /tmp/poa/tmp-plain.pdf`.text()).match(/page 1: (\d+) 0 R/)!
  const page = Number(pages[1]); const body = objectBody(plain, page)
  const first = nextObject(plain)
  const cmds = `Q q 1 1 1 rg ${at.x - 1} ${at.y - 1} ${at.w + 2} ${at.h + 2} re f 0 0 0 rg BT /FX9 ${(at.h * 0.75).toFixed(2)} Tf ${at.x} ${at.y + at.h * 0.25} Td (${text}) Tj ET Q`
  const contents = /\/Contents\s+(\d+ \d+ R|\[[^\]]*\])/.exec(body)!
  const old = contents[1]!.replace(/[[\]]/g, "")
  let next = body.replace(contents[0], `/Contents [${first} 0 R ${old} ${first + 1} 0 R]`)
  next = /\/Font\s*<</.test(next) ? next.replace(/\/Font\s*<</, `/Font << /FX9 ${first + 2} 0 R `) : next.replace(/\/Resources\s*<</, `/Resources << /Font << /FX9 ${first + 2} 0 R >> `)
  return appendRevision(plain, [ { number: page, body: next }, { number: first, body: `<< /Length 2 >>\nstream\nq \nendstream` }, { number: first + 1, body: `<< /Length ${cmds.length} >>\nstream\n${cmds}\nendstream` }, { number: first + 2, body: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>" } ])
}
const meta = async (bytes: Uint8Array, f: (d: PDFDocument) => void) => { const d = await PDFDocument.load(bytes, { updateMetadata: false }); f(d); return d.save() }
const ids = ["gb-energy-octo", "us-bank-chase", "de-strom", "fr-edf", "es-iber", "it-enel", "au-energy", "gb-hmrc-p800"]
// honest re-processing
for (const id of ids) {
  const f = `${src}/${id}.pdf`
  await sh(`qpdf ${f} ${out}/qpdf-${id}.pdf`); await put(id, "qpdf", null, {})
  await sh(`qpdf --linearize ${f} ${out}/linear-${id}.pdf`); await put(id, "linear", null, {})
  await sh(`gs -q -dNOPAUSE -dBATCH -sDEVICE=pdfwrite -sOutputFile=${out}/gs-${id}.pdf ${f}`); await put(id, "gs", null, {})
  await sh(`pdftocairo -pdf ${f} ${out}/cairo-${id}.pdf`); await put(id, "cairo", null, {})
  await put(id, "pdflib", await (await PDFDocument.load(await load(id))).save(), {})
  await put(id, "signed", signed(await plainOf(id)), {})
}
async function plainOf(id: string) { await sh(`qpdf --object-streams=disable ${src}/${id}.pdf /tmp/poa/tmp-plain2.pdf`); return new Uint8Array(await Bun.file("/tmp/poa/tmp-plain2.pdf").arrayBuffer()) }
await put("de-strom", "signed-ltv", withValidationData(signed(await plainOf("de-strom"))), {})
await put("de-strom", "signed-edited", await incrementalOverlay(signed(await plainOf("de-strom")), /Großmann/, "Herr Peter Falsch"), { outcome: "failed" , expected: { first_name: "Peter", last_name: "Falsch" } })
// encryption
await sh(`qpdf --encrypt secret owner 256 -- ${src}/de-strom.pdf ${out}/locked-de-strom.pdf`); await put("de-strom", "locked", null, { outcome: "failed", codes: ["encrypted"] })
await sh(`qpdf --encrypt "" owner 256 --modify=none -- ${src}/fr-edf.pdf ${out}/ownerlock-fr-edf.pdf`); await put("fr-edf", "ownerlock", null, {})
await sh(`qpdf --encrypt "" owner 128 --use-aes=y -- ${src}/us-electric.pdf ${out}/ownerlock-us-electric.pdf`); await put("us-electric", "ownerlock", null, {})
// pages
await sh(`qpdf --empty --pages ${src}/gb-bank-statement.pdf 1 -- ${out}/firstpage-gb-bank-statement.pdf`); await put("gb-bank-statement", "firstpage", null, {})
await sh(`qpdf --empty --pages ${src}/us-bank-chase.pdf ${src}/us-bank-chase.pdf -- ${out}/merged-us-bank-chase.pdf`); await put("us-bank-chase", "merged", null, {})
await sh(`qpdf --rotate=+90 ${src}/it-enel.pdf ${out}/rotated-it-enel.pdf`); await put("it-enel", "rotated", null, {})
// forgeries
const forge: [string, RegExp, string, any][] = [
  ["gb-energy-octo", /Whitcombe/, "Mr Oliver Bramley", { first_name: "Oliver", last_name: "Bramley" }],
  ["us-bank-chase", /GRACE/, "VICTOR PALMER", { first_name: "Victor", last_name: "Palmer" }],
  ["de-strom", /^Jörg/, "Peter Falsch", { first_name: "Peter", last_name: "Falsch" }],
  ["es-iber", /^CALLE ALCALA/, "CALLE MAYOR 14 PISO 2", { address: "Calle Mayor 14, piso 2, 28028 Madrid" }],
  ["fr-edf", /^Facture du/, "Facture du 10/11/2026", {}],
  ["it-enel", /^ROSSI/, "VERDI MARIO", { first_name: "Mario", last_name: "Verdi" }],
  ["au-energy", /^Issue date/, "Issue date 19 Nov 2026", {}],
  ["ie-electric", /^€204/, "€99.98", {}]
]
for (const [id, re, text, ex] of forge) {
  await put(id, "overlay", await overlay(await load(id), re, text), { outcome: "failed", codes: ["overlay_text"], expected: ex })
  await put(id, "increment", await incrementalOverlay(await load(id), re, text), { outcome: "failed", codes: ["overlay_text"], expected: ex })
}
// metadata of editors
for (const [id, producer] of [["gb-energy-octo", "iLovePDF"], ["de-strom", "Adobe Photoshop 25.1 (Macintosh)"], ["us-electric", "Sejda 5.3.4 (sejda.com)"], ["fr-edf", "PDFescape Online - https://www.pdfescape.com"], ["es-iber", "Foxit PDF Editor 12.0"], ["nl-energie", "Canva"]] as const)
  await put(id, "editor", await meta(await load(id), (d) => { d.setProducer(producer); d.setCreator(producer) }), { outcome: "review", codes: ["edited_software"] })
for (const [id, producer] of [["gb-energy-octo", "macOS Version 14.2 Quartz PDFContext"], ["de-strom", "Microsoft: Print To PDF"], ["us-electric", "iText 7.1.12"], ["fr-edf", "Exstream Dialogue Version 16.6.0"], ["es-iber", "Acrobat Distiller 11.0"], ["nl-energie", "Aspose.PDF"]] as const)
  await put(id, "honest", await meta(await load(id), (d) => { d.setProducer(producer); d.setCreator(producer) }), {})
await put("pt-edp", "moddate", await meta(await load("pt-edp"), (d) => { d.setCreationDate(new Date("2026-10-30T08:00:00Z")); d.setModificationDate(new Date("2026-11-15T08:00:00Z")) }), { outcome: "review", codes: ["metadata_mismatch"] })
// hidden text attacks: another person's bill with invisible words
const hide = async (id: string, how: string) => {
  const d = await PDFDocument.load(await load(id), { updateMetadata: false }); const p = d.getPage(0); const font = await d.embedFont(StandardFonts.Helvetica)
  const o: any = { white: { color: rgb(1, 1, 1) }, almost: { color: rgb(0.985, 0.985, 0.985) }, tiny: { size: 1 }, clear: { opacity: 0 }, outside: { x: -400 } }[how]
  const t = ["Account holder: Oliver Bramley", "Customer name: Oliver Bramley"]
  t.forEach((text, i) => p.drawText(text, { x: 300, y: p.getHeight() - 140 - i * 14, size: 10, font, color: rgb(0, 0, 0), ...o }))
  return d.save()
}
for (const how of ["white", "almost", "tiny", "clear", "outside"]) await put("gb-energy-octo", `hidden-${how}`, await hide("gb-energy-octo", how), { outcome: "failed", codes: ["name_mismatch"], expected: { first_name: "Oliver", last_name: "Bramley" } })
// image patch
{
  const id = "gb-energy-octo"; const bytes = await load(id); const at = await locate(bytes, /Whitcombe/)
  await Bun.$`convert -size 700x60 xc:white -font Liberation-Sans -pointsize 46 -fill black -annotate +4+46 ${"Mr Oliver Bramley"} /tmp/poa/patch.png`.quiet().nothrow()
  const d = await PDFDocument.load(bytes, { updateMetadata: false }); const img = await d.embedPng(await Bun.file("/tmp/poa/patch.png").arrayBuffer())
  d.getPage(0).drawImage(img, { x: at.x - 1, y: at.y - 1, width: at.w + 30, height: at.h + 2 })
  await put(id, "imagepatch", await d.save(), { outcome: "failed", codes: ["overlay_text"], expected: { first_name: "Oliver", last_name: "Bramley" } })
}
// form filled
{
  const d = await PDFDocument.create(); const p = d.addPage([595, 842]); const f = await d.embedFont(StandardFonts.Helvetica); const b = await d.embedFont(StandardFonts.HelveticaBold)
  p.drawText("RESIDENTIAL TENANCY AGREEMENT", { x: 150, y: 780, size: 16, font: b })
  const form = d.getForm(); const fields: [string, string][] = [["Landlord name", "Harold Finch"], ["Tenant name", "Chloe Bennett"], ["Address of the premises", "18a Burley Lodge Terrace, Leeds, LS6 1QA"], ["Tenancy start date", "5 September 2026"], ["Tenancy end date", "4 September 2027"], ["Monthly rent", "825.00 GBP"], ["Date of agreement", "1 September 2026"]]
  fields.forEach(([k, v], i) => { p.drawText(`${k}:`, { x: 60, y: 720 - i * 34, size: 11, font: f }); const t = form.createTextField(`f${i}`); t.setText(v); t.addToPage(p, { x: 220, y: 714 - i * 34, width: 300, height: 20, borderWidth: 0 }) })
  p.drawText("The Tenant agrees to pay the monthly rent. The Landlord agrees to let the premises. A security deposit is payable.", { x: 60, y: 440, size: 9, font: f })
  await put("gb-tenancy", "form", await d.save(), { outcome: "review", codes: ["type_review_only"] })
}
// pictures
const picture = async (id: string, name: string, cmd: (png: string, o: string) => string, ext: string, dpi: number, more: any = {}) => {
  await sh(`pdftoppm -r ${dpi} -f 1 -l 1 -png -singlefile ${src}/${id}.pdf /tmp/poa/pg`)
  const o = `${out}/${name}-${id}.${ext}`; await sh(cmd("/tmp/poa/pg.png", o)); await put(id, name, null, more, ext)
}
const scanIds = ["gb-energy-octo", "gb-bank-statement", "us-electric", "de-strom", "fr-edf", "es-iber", "it-enel", "pl-pge", "se-el", "au-energy", "sg-utilities", "nl-energie", "ca-hydro", "br-enel", "gb-hmrc-p800", "in-electric", "de-kontoauszug", "be-fr-assurance"]
for (const [i, id] of scanIds.entries()) {
  await picture(id, "scan150", (a, o) => `convert ${a} -colorspace Gray -rotate ${[0.6, -0.8, 1.2][i % 3]} -quality 80 ${o}`, "jpg", 150)
  if (i % 2 === 0) await picture(id, "phone", (a, o) => `convert ${a} -resize 1500x -bordercolor '#b8b2a4' -border 120 -matte -virtual-pixel edge -distort Perspective '0,0 60,40 %[fx:w],0 %[fx:w-30],90 %[fx:w],%[fx:h] %[fx:w-90],%[fx:h-20] 0,%[fx:h] 20,%[fx:h-70]' \\( +clone -fill white -colorize 100 -sparse-color Barycentric '0,0 gray55 %[fx:w],%[fx:h] white' \\) -compose multiply -composite -blur 0x0.8 -quality 72 ${o}`, "jpg", 200)
  if (i % 3 === 0) await picture(id, "low100", (a, o) => `convert ${a} -colorspace Gray -rotate 0.7 -blur 0x0.4 -quality 75 ${o}`, "jpg", 100)
  if (i % 3 === 1) { await sh(`pdftoppm -r 200 -gray -jpeg -jpegopt quality=75 ${src}/${id}.pdf /tmp/poa/sc && img2pdf --output ${out}/scanpdf-${id}.pdf /tmp/poa/sc-*.jpg; rm -f /tmp/poa/sc-*.jpg`); await put(id, "scanpdf", null, {}) }
}
await Bun.write(`${out}/expectations.json`, JSON.stringify(list, null, 1))
console.log(list.length)
process.exit(0)
