import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  folderFilesMax,
  foldersOf,
  functionLinesMax,
  type Imports,
  importsByFeature,
  longFunctions,
  type Size,
  sizesBy,
  sumOf,
  topFolderOf,
} from './figures.ts'
import { withOlder } from './older.ts'
import { type Paths, placeScenario, runPaths } from './paths.ts'
import { readTree, type SourceFile } from './tree.ts'

const root = resolve(import.meta.dirname, '../..')

/** The measurements of a tree. */
interface MeasuredTree {
  name: string
  files: SourceFile[]
  /** Null if not requested. */
  paths: Paths | null
}

/**
 * Measures how the code is divided: files and lines by folder and by feature, the fullest folders, the longest
 * functions, the share of a feature's imports that are its own, and the files that take part in four actions. `--before
 * COMMIT` also measures an older tree. `--no-paths` leaves out the actions, which need a database and Chromium.
 * `--list` names the files of each action.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    allowNegative: true,
    options: {
      before: { type: 'string' },
      paths: { type: 'boolean', default: true },
      list: { type: 'boolean', default: false },
    },
  })
  const files = readTree(root)
  const paths = values.paths ? await runPaths(root) : null
  const trees: MeasuredTree[] = [{ name: 'current tree', files, paths }]
  const { before } = values
  if (before !== undefined) {
    const older = await withOlder(root, before, async (folder) => {
      const olderFiles = readTree(folder)
      return { name: before, files: olderFiles, paths: values.paths ? await olderPaths(folder, olderFiles) : null }
    })
    trees.unshift(older)
  }
  for (const tree of trees) printTree(tree)
  printSummary(trees)
  if (values.list) for (const tree of trees) printActionFiles(tree)
  return 0
}

async function olderPaths(folder: string, files: readonly SourceFile[]): Promise<Paths> {
  try {
    placeScenario(root, folder, files)
    return await runPaths(folder)
  } catch (error) {
    process.stderr.write(`The actions failed in the older tree: ${error}\n`)
    return new Map()
  }
}

function printTree({ name, files }: MeasuredTree): void {
  print(`\n== ${name} ==`)
  print('\nTypeScript, JavaScript, CSS, and SQL (lines exclude comments and blank lines)')
  const size = ({ files, lines }: Size) => [String(files), String(lines)]
  const sizes = (by: ReturnType<typeof sizesBy>) =>
    [...by].map(([key, s]) => [key, ...size(s.source), ...size(s.tests)])
  const columns = ['source files', 'lines', 'test files', 'lines']
  const all = sizesBy(files, () => 'all')
  printTable(['folder', ...columns], [...sizes(sizesBy(files, topFolderOf)), ...sizes(all)])

  print(`\nFolders with more than ${folderFilesMax} files, not counting subfolders`)
  printTable(
    ['folder', 'files'],
    foldersOver(files).map(([folder, count]) => [folder, String(count)]),
  )

  print(`\nFunctions with more than ${functionLinesMax} lines, excluding tests`)
  printTable(
    ['function', 'lines', 'file'],
    longFunctions(files).map((each) => [each.name, String(each.lines), each.path]),
  )

  const imports = importsByFeature(files)
  print('\nFiles by feature')
  if (imports.size === 0) {
    print('  no features')
    return
  }
  printTable(['feature', ...columns], sizes(sizesBy(files, ({ feature }) => feature)))

  print('\nImport statements in the source of each feature, by target (project files only, including type imports)')
  printTable(
    ['feature', 'own', 'platform+engine', 'public', 'internal', 'own/all', 'own/features+app', 'own/own+internal'],
    [...imports, ['all', sumOf(imports.values())] as const].map(([feature, counts]) => [
      feature,
      ...importCells(counts),
    ]),
  )
  print('  public: contract.ts and server/index.ts of other features; internal: other files of features, app, and site')
  print('  own/features+app excludes platform and engine (target ≥ 70%); own/own+internal also excludes public files')
}

function importCells({ within, base, publicFiles, internals }: Imports): string[] {
  const counts = [within, base, publicFiles, internals].map(String)
  const shares = [within + base + publicFiles + internals, within + publicFiles + internals, within + internals]
  return [...counts, ...shares.map((whole) => percent(within, whole))]
}

function printSummary(trees: readonly MeasuredTree[]): void {
  const row = (label: string, figure: (tree: MeasuredTree) => string) => [label, ...trees.map(figure)]
  const all = (tree: MeasuredTree) => sizesBy(tree.files, () => 'all').get('all')!
  const actions = [...new Set(trees.flatMap(({ paths }) => [...(paths?.keys() ?? [])]))]
  print('\n== Summary ==\n')
  printTable(
    ['', ...trees.map(({ name }) => name)],
    [
      row('source files', (tree) => String(all(tree).source.files)),
      row('source lines', (tree) => String(all(tree).source.lines)),
      row('test files', (tree) => String(all(tree).tests.files)),
      row('test lines', (tree) => String(all(tree).tests.lines)),
      row('files in the largest folder', ({ files }) => String(foldersOf(files)[0]?.[1] ?? 0)),
      row(`folders with more than ${folderFilesMax} files`, ({ files }) => String(foldersOver(files).length)),
      row(`functions with more than ${functionLinesMax} lines`, ({ files }) => String(longFunctions(files).length)),
      row('own imports of features (own/features+app)', ({ files }) => {
        const { within, publicFiles, internals } = sumOf(importsByFeature(files).values())
        return percent(within, within + publicFiles + internals)
      }),
      ...actions.map((action) => row(action, ({ paths }) => fileCountText(paths?.get(action) ?? null))),
    ],
  )
  if (actions.length === 0) return
  print('  Actions: product files in which the V8 profiler recorded a function call.')
}

function fileCountText(files: { server: string[]; browser: string[] } | null): string {
  if (files === null) return '-'
  const total = new Set([...files.server, ...files.browser]).size
  if (files.browser.length === 0) return `${total}`
  return `${total} (server ${files.server.length}, browser ${files.browser.length})`
}

function printActionFiles({ name, paths }: MeasuredTree): void {
  for (const [action, files] of paths ?? []) {
    print(`\n${name}: ${action}`)
    for (const path of files?.server ?? []) print(`  server   ${path}`)
    for (const path of files?.browser ?? []) print(`  browser  ${path}`)
  }
}

function foldersOver(files: readonly SourceFile[]): ReturnType<typeof foldersOf> {
  return foldersOf(files).filter(([, count]) => count > folderFilesMax)
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${Math.round((100 * part) / whole)}%`
}

function printTable(head: string[], rows: readonly string[][]): void {
  if (rows.length === 0) {
    print('  none')
    return
  }
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  const isNumber = (text: string) => /^[\d.]+%?$|^-$/.test(text)
  const cell = (text: string, column: number) =>
    isNumber(text) || (text === head[column] && rows.every((row) => isNumber(row[column]!)))
      ? text.padStart(widths[column]!)
      : text.padEnd(widths[column]!)
  for (const row of all) print(`  ${row.map(cell).join('  ')}`.trimEnd())
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
