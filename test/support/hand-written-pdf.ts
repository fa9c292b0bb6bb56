/** PDFs whose every operator a test can choose: what a library would never write. */
const toBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"))

/** Writes a PDF out of object bodies, in Latin-1; the first is the catalog. */
export const pdfOf = (bodies: ReadonlyArray<string>): Uint8Array => {
  let text = "%PDF-1.7\n"
  const rows = bodies.map((body, index) => {
    const row = `${String(text.length).padStart(10, "0")} 00000 n \n`
    text += `${index + 1} 0 obj\n${body}\nendobj\n`
    return row
  })
  const size = bodies.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join("")}trailer\n<< /Size ${size} /Root 1 0 R >>`
  return toBytes(`${text}${table}\nstartxref\n${text.length}\n%%EOF\n`)
}

export const stream = (content: string, dictionary = ""): string =>
  `<< /Length ${content.length} ${dictionary} >>\nstream\n${content}\nendstream`

export interface PageParts {
  readonly box?: string
  /** Further entries of the page and of the catalog. */
  readonly page?: string
  readonly catalog?: string
  /** Further resources of the page, and further objects from number 6 on. */
  readonly resources?: string
  readonly objects?: ReadonlyArray<string>
}

/** One page with Helvetica as `/F1`; `content` is the body of its content stream. */
export const onePage = (content: string, parts: PageParts = {}): Uint8Array =>
  pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${parts.catalog ?? ""} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox ${parts.box ?? "[0 0 595 842]"} /Contents 4 0 R ` +
      `/Resources << /Font << /F1 5 0 R >> ${parts.resources ?? ""} >> ${parts.page ?? ""} >>`,
    content,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...(parts.objects ?? [])
  ])
