import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Node, SourceFile } from "typescript/unstable/ast"
import { isFunctionLikeDeclaration } from "typescript/unstable/ast/is"
import { API } from "typescript/unstable/async"

/** Functions with a body, by where they begin. Their lines are all from the first to the last one, blank ones and comments too. */
const functionsIn = (file: SourceFile, path: string) => {
  const found: Array<{ readonly path: string; readonly line: number; readonly lines: number }> = []
  const visit = (node: Node): void => {
    if (isFunctionLikeDeclaration(node) && node.body !== undefined) {
      const [first, last] = [node.getStart(file), node.end].map((position) => file.getLineAndCharacterOfPosition(position).line + 1)
      if (first !== undefined && last !== undefined) found.push({ path, line: first, lines: last - first + 1 })
    }
    node.forEachChild(visit)
  }
  file.forEachChild(visit)
  return found
}

/** Every function of these files, as TypeScript's own parser finds them. Nothing they import is read. */
export const parsedFunctions = async (paths: ReadonlyArray<string>) => {
  const folder = mkdtempSync(join(tmpdir(), "vouchkit-parsed-"))
  const config = join(folder, "tsconfig.json")
  writeFileSync(config, JSON.stringify({ compilerOptions: { noResolve: true, noLib: true, types: [] }, files: paths }))
  const api = new API({ cwd: folder })
  try {
    const [project] = (await api.updateSnapshot({ openProject: config })).getProjects()
    const files = await Promise.all(paths.map((path) => project?.program.getSourceFile(path)))
    return paths.flatMap((path, index) => {
      const file = files[index]
      if (file === undefined) throw new Error(`TypeScript did not parse ${path}`)
      return functionsIn(file, path)
    })
  } finally {
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
