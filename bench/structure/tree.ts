import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, posix } from 'node:path'
import { type Code, linesOf, readCode } from './code.ts'

export interface SourceFile {
  /** The path from the root, with slashes. */
  path: string
  isTest: boolean
  /** The feature that it belongs to; null outside of features. */
  feature: string | null
  lines: number
  functions: Code['functions']
  /** The files of the project that it imports, one per statement. */
  imports: string[]
}

const scripts = ['.ts', '.tsx', '.mjs']
const others = ['.css', '.sql']
const skipped = ['node_modules', 'dist']

/** Reads all TypeScript, JavaScript, CSS, and SQL of a tree. */
export function readTree(root: string): SourceFile[] {
  const paths = pathsBelow(root, '')
  const projectFiles = new Set(paths)
  const packages = workspacesOf(root)
  return paths.flatMap((path) => {
    const isScript = scripts.includes(extname(path))
    if (!isScript && !others.includes(extname(path))) return []
    const text = readFileSync(join(root, path), 'utf8')
    const code = isScript ? readCode(path, text) : { lines: linesOf(text), functions: [], imports: [] }
    const imports = code.imports.flatMap((specifier) => targetOf(path, specifier, projectFiles, packages) ?? [])
    return [{ ...code, path, isTest: isTest(path), feature: featureOf(path), imports }]
  })
}

/** Returns whether a file is only for tests: tests, their support, and files named testing-*. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|^tests\/|(^|\/)(testing(-[\w-]+)?|seeding)\.tsx?$/.test(path)
}

export function featureOf(path: string): string | null {
  return /^features\/([^/]+)\//.exec(path)?.[1] ?? null
}

/** Returns the file of the project that a specifier refers to. Returns null for packages and missing files. */
export function targetOf(
  from: string,
  specifier: string,
  projectFiles: ReadonlySet<string>,
  packages: ReadonlyMap<string, string> = new Map(),
): string | null {
  const bare = specifier.replace(/\?.*$/, '')
  const workspace = [...packages].find(([name]) => bare.startsWith(`${name}/`))
  let path: string
  if (bare.startsWith('.')) path = posix.join(posix.dirname(from), bare)
  else if (bare.startsWith('#')) path = bare.slice(1)
  else if (workspace) path = bare.replace(...workspace)
  else return null
  return ['', ...scripts].map((extension) => path + extension).find((each) => projectFiles.has(each)) ?? null
}

/** Returns the folders of workspaces by the names of their packages. Empty for a tree that is one package. */
export function workspacesOf(root: string): Map<string, string> {
  const nameIn = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const folders: string[] = nameIn('.').workspaces ?? []
  return new Map(folders.map((folder) => [nameIn(folder).name, folder]))
}

function pathsBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    // The data folder of a running server is at the root; engine/data is source.
    if (entry.name.startsWith('.') || skipped.includes(entry.name) || path === 'data') return []
    if (entry.isDirectory()) return pathsBelow(root, path)
    return entry.isFile() ? [path] : []
  })
}
