import { expect, test } from "bun:test"
import { cleanDocuments } from "../../support/clean-documents.ts"
import { readingOf } from "../../support/reading.ts"

test.each(cleanDocuments)("no flag is raised on an honest document: %s", async (_, make) => {
  const reading = await readingOf(await make())
  expect(reading.forensics.flags).toEqual([])
  expect(reading.source).toBe("text_layer")
  expect(reading.lines.length).toBeGreaterThan(0)
})
