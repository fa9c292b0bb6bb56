import { createRequire } from "node:module"

const require = createRequire(new URL("../../packages/adapters/src/report/pdf-report.ts", import.meta.url))
const PDFDocument: PDFKit.PDFDocument = require("pdfkit")

/** A page of text, encrypted as the options say. */
export const protectedPdf = (options: PDFKit.PDFDocumentOptions): Promise<Buffer> => {
  const { promise, reject, resolve } = Promise.withResolvers<Buffer>()
  const document = new PDFDocument(options)
  const parts: Array<Buffer> = []
  document.on("data", (part: Buffer) => parts.push(part))
  document.on("end", () => resolve(Buffer.concat(parts)))
  document.on("error", reject)
  document.text("Northern Power, 12 Example Street")
  document.end()
  return promise
}
