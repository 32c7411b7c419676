import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { startVitest } from 'vitest/node'
import { memoryFolder } from '#tests/memory-folder.ts'
import type { SourceFile } from './tree.ts'

/** The files of the product that run in each of four actions. Null if the action failed in this tree. */
export type Paths = Map<string, { server: string[]; browser: string[] } | null>

const folder = 'bench/structure'
const scenario = `${folder}/scenario.ts`

/** Runs the scenario in a tree, and counts the files that take part. */
export async function runPaths(root: string): Promise<Paths> {
  const inMemory = memoryFolder()
  const vitest = await startVitest('test', [], {
    root,
    config: false,
    watch: false,
    include: [scenario],
    globalSetup: [join(root, 'tests/database-setup.ts')],
    ...(inMemory && { env: { TMPDIR: inMemory } }),
    testTimeout: 600_000,
    hookTimeout: 600_000,
    reporters: [],
  })
  const paths: Paths = new Map()
  for (const testModule of vitest.state.getTestModules()) {
    for (const error of testModule.errors()) process.stderr.write(`${error.message}\n${error.stack ?? ''}\n`)
    for (const each of testModule.children.allTests()) {
      for (const { message } of each.result().errors ?? []) process.stderr.write(`${each.name}: ${message}\n`)
      paths.set(each.name, each.meta().ran ?? null)
    }
  }
  await vitest.close()
  return paths
}

/** Copies the scenario of this tree into another one, and adapts its imports to the files there. */
export function placeScenario(from: string, to: string, files: readonly SourceFile[]): void {
  mkdirSync(join(to, folder), { recursive: true })
  cpSync(join(from, folder), join(to, folder), { recursive: true, filter: (path) => !path.includes('.test.') })
  const texts = new Map(files.map(({ path }) => [path, readFileSync(join(to, path), 'utf8')]))
  writeFileSync(join(to, scenario), adaptImports(readFileSync(join(from, scenario), 'utf8'), texts))
}

/** Rewrites imports of this project's names to the given file that exports all of them. */
export function adaptImports(text: string, files: ReadonlyMap<string, string>): string {
  return text.replace(/import \{([^}]+)\} from '#[^']+'/g, (_, list: string) => {
    const names = [...list.matchAll(/(?:^|,)\s*(?!type )(\w+)/g)].map(([, name]) => name!)
    const exportsAll = (source: string) =>
      names.every((name) => new RegExp(`^export (async )?(function|class|const) ${name}\\b`, 'm').test(source))
    const path = [...files].find(([, source]) => exportsAll(source))?.[0]
    if (!path) throw new Error(`No file exports ${names.join(', ')}`)
    return `import {${list}} from '${relative(folder, path).replaceAll('\\', posix.sep)}'`
  })
}
