/** Software that writes the documents of issuers, by words of its name. A producer of any other name is free text, which may name a person. */
const software = [
  "acrobat distiller",
  "acrobat",
  "adobe pdf library",
  "apache fop",
  "aspose",
  "bfo",
  "birt",
  "cairo",
  "chromium",
  "crystal reports",
  "docucorp",
  "dompdf",
  "exstream",
  "foxit",
  "ghostscript",
  "gmc inspire",
  "inspire",
  "ibm",
  "indesign",
  "itext",
  "itextsharp",
  "jasperreports",
  "jetforms",
  "jspdf",
  "kofax",
  "libreoffice",
  "mpdf",
  "microsoft word",
  "microsoft print to pdf",
  "microsoft reporting services",
  "openoffice",
  "opentext",
  "oracle",
  "papyrus",
  "pdf-lib",
  "pdflib",
  "pdfbox",
  "pdfium",
  "pdfkit",
  "pdfsharp",
  "pitney bowes",
  "prince",
  "qt",
  "quadient",
  "quark",
  "quartz",
  "reportlab",
  "sap",
  "scriptura",
  "skia",
  "streamserve",
  "syncfusion",
  "tcpdf",
  "telerik",
  "weasyprint",
  "wkhtmltopdf",
  "xerox"
] as const

/** The first of the list whose name stands in what a file says of its producer. */
export const softwareOf = (producer: string | null): string | null => {
  if (producer === null) return null
  const named = ` ${producer
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^a-z-]+/gu, " ")} `
  return software.find((name) => named.includes(` ${name} `)) ?? null
}
