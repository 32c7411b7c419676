import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  foldersOf,
  type Imports,
  importsByFeature,
  longFunctions,
  mostInFolder,
  mostInFunction,
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
interface Measured {
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
  const trees: Measured[] = [{ name: 'this tree', files, paths }]
  const { before } = values
  if (before !== undefined) {
    const older = await withOlder(root, before, async (folder) => {
      const olderFiles = readTree(folder)
      return { name: before, files: olderFiles, paths: values.paths ? await olderPaths(folder, olderFiles) : null }
    })
    trees.unshift(older)
  }
  for (const tree of trees) tellTree(tree)
  tellSideBySide(trees)
  if (values.list) for (const tree of trees) tellFiles(tree)
  return 0
}

async function olderPaths(folder: string, files: readonly SourceFile[]): Promise<Paths> {
  try {
    placeScenario(root, folder, files)
    return await runPaths(folder)
  } catch (error) {
    process.stderr.write(`The actions can't be run in the older tree: ${error}\n`)
    return new Map()
  }
}

function tellTree({ name, files }: Measured): void {
  tell(`\n== ${name} ==`)
  tell('\nTypeScript, JavaScript, CSS, and SQL; lines without comments and blank lines')
  const size = ({ files, lines }: Size) => [String(files), String(lines)]
  const sizes = (by: ReturnType<typeof sizesBy>) =>
    [...by].map(([key, s]) => [key, ...size(s.source), ...size(s.tests)])
  const columns = ['source files', 'lines', 'test files', 'lines']
  const all = sizesBy(files, () => 'all')
  tellTable(['folder', ...columns], [...sizes(sizesBy(files, topFolderOf)), ...sizes(all)])

  tell(`\nFolders with more than ${mostInFolder} files directly in them`)
  tellTable(
    ['folder', 'files'],
    foldersOver(files).map(([folder, count]) => [folder, String(count)]),
  )

  tell(`\nFunctions of more than ${mostInFunction} lines, from the first to the last, tests left out`)
  tellTable(
    ['function', 'lines', 'in'],
    longFunctions(files).map((each) => [each.name, String(each.lines), each.path]),
  )

  const imports = importsByFeature(files)
  tell('\nFiles by feature')
  if (imports.size === 0) {
    tell('  not divided by feature')
    return
  }
  tellTable(['feature', ...columns], sizes(sizesBy(files, ({ feature }) => feature)))

  tell('\nWhere the source of a feature imports from: statements that name a file of the project, types included')
  tellTable(
    ['feature', 'own', 'platform+engine', 'faces', 'others', 'own of all', 'own of features+app', 'own of own+others'],
    [...imports, ['all', sumOf(imports.values())] as const].map(([feature, counts]) => [
      feature,
      ...importCells(counts),
    ]),
  )
  tell('  faces: contract.ts and server/index.ts of other features; others: the rest of other features, app, and site')
  tell('  own of features+app leaves platform and engine out, the aim is 70 %; own of own+others leaves faces out too')
}

function importCells({ within, base, faces, crossings }: Imports): string[] {
  const counts = [within, base, faces, crossings].map(String)
  const shares = [within + base + faces + crossings, within + faces + crossings, within + crossings]
  return [...counts, ...shares.map((whole) => percent(within, whole))]
}

function tellSideBySide(trees: readonly Measured[]): void {
  const numbers = (rows: string, figure: (tree: Measured) => string) => [rows, ...trees.map(figure)]
  const all = (tree: Measured) => sizesBy(tree.files, () => 'all').get('all')!
  const actions = [...new Set(trees.flatMap(({ paths }) => [...(paths?.keys() ?? [])]))]
  tell('\n== in short ==\n')
  tellTable(
    ['', ...trees.map(({ name }) => name)],
    [
      numbers('source files', (tree) => String(all(tree).source.files)),
      numbers('source lines', (tree) => String(all(tree).source.lines)),
      numbers('test files', (tree) => String(all(tree).tests.files)),
      numbers('test lines', (tree) => String(all(tree).tests.lines)),
      numbers('files in the fullest folder', ({ files }) => String(foldersOf(files)[0]?.[1] ?? 0)),
      numbers(`folders over ${mostInFolder} files`, ({ files }) => String(foldersOver(files).length)),
      numbers(`functions over ${mostInFunction} lines`, ({ files }) => String(longFunctions(files).length)),
      numbers('imports of features within the feature', ({ files }) => {
        const { within, faces, crossings } = sumOf(importsByFeature(files).values())
        return percent(within, within + faces + crossings)
      }),
      ...actions.map((action) => numbers(action, ({ paths }) => ranText(paths?.get(action) ?? null))),
    ],
  )
  if (actions.length === 0) return
  tell('  For an action: files of the product in which a function was called, as the profiler of V8 saw it.')
}

function ranText(ran: { server: string[]; browser: string[] } | null): string {
  if (ran === null) return '-'
  const total = new Set([...ran.server, ...ran.browser]).size
  return ran.browser.length === 0 ? `${total}` : `${total} (server ${ran.server.length}, browser ${ran.browser.length})`
}

function tellFiles({ name, paths }: Measured): void {
  for (const [action, ran] of paths ?? []) {
    tell(`\n${name}: ${action}`)
    for (const path of ran?.server ?? []) tell(`  server   ${path}`)
    for (const path of ran?.browser ?? []) tell(`  browser  ${path}`)
  }
}

function foldersOver(files: readonly SourceFile[]): ReturnType<typeof foldersOf> {
  return foldersOf(files).filter(([, count]) => count > mostInFolder)
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${Math.round((100 * part) / whole)} %`
}

function tellTable(head: string[], rows: readonly string[][]): void {
  if (rows.length === 0) {
    tell('  none')
    return
  }
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  const isNumber = (text: string) => /^[\d.]+( %)?$|^-$/.test(text)
  const cell = (text: string, column: number) =>
    isNumber(text) || (text === head[column] && rows.every((row) => isNumber(row[column]!)))
      ? text.padStart(widths[column]!)
      : text.padEnd(widths[column]!)
  for (const row of all) tell(`  ${row.map(cell).join('  ')}`.trimEnd())
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`)
}
