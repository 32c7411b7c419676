import { posix } from 'node:path'
import { featureOf, type SourceFile } from './tree.ts'

export interface Size {
  files: number
  lines: number
}

export const folderFilesMax = 25
export const functionLinesMax = 100

/** Returns the sizes of source and tests, grouped by a key of their files. */
export function sizesBy(
  files: readonly SourceFile[],
  keyOf: (file: SourceFile) => string | null,
): Map<string, { source: Size; tests: Size }> {
  const sizes = new Map<string, { source: Size; tests: Size }>()
  for (const file of files) {
    const key = keyOf(file)
    if (key === null) continue
    const size = sizes.get(key) ?? { source: { files: 0, lines: 0 }, tests: { files: 0, lines: 0 } }
    const part = file.isTest ? size.tests : size.source
    part.files += 1
    part.lines += file.lines
    sizes.set(key, size)
  }
  return sorted(sizes)
}

/** Returns the top-level folder of a file. */
export function topFolderOf({ path }: SourceFile): string {
  return path.includes('/') ? path.split('/')[0]! : '(root)'
}

/** Counts the files directly in each folder, including tests. The fullest folder is first. */
export function foldersOf(files: readonly SourceFile[]): [folder: string, files: number][] {
  const counts = new Map<string, number>()
  for (const { path } of files) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)
}

/** Returns functions outside tests that are longer than a screen or two, longest first. */
export function longFunctions(files: readonly SourceFile[]): { path: string; name: string; lines: number }[] {
  return files
    .filter(({ isTest }) => !isTest)
    .flatMap(({ path, functions }) => functions.map((each) => ({ path, ...each })))
    .filter(({ lines }) => lines > functionLinesMax)
    .toSorted((a, b) => b.lines - a.lines)
}

/** The targets of the imports in a feature's source. Imports of types count; imports of packages don't. */
export interface Imports {
  within: number
  /** Platform and engine, on which features are built. */
  base: number
  /** The public files of another feature: its contract, or its server/index.ts. */
  publicFiles: number
  /** Anything else: the internals of another feature, the app, the site. */
  internals: number
}

/** Counts the imports in each feature's source, without tests. The result is empty for a tree without features. */
export function importsByFeature(files: readonly SourceFile[]): Map<string, Imports> {
  const byFeature = new Map<string, Imports>()
  for (const { feature, isTest, imports } of files) {
    if (feature === null || isTest) continue
    const counts = byFeature.get(feature) ?? { within: 0, base: 0, publicFiles: 0, internals: 0 }
    for (const target of imports) counts[kindOf(feature, target)] += 1
    byFeature.set(feature, counts)
  }
  return sorted(byFeature)
}

export function sumOf(all: Iterable<Imports>): Imports {
  const sum = { within: 0, base: 0, publicFiles: 0, internals: 0 }
  for (const each of all) for (const kind of kinds) sum[kind] += each[kind]
  return sum
}

const kinds = ['within', 'base', 'publicFiles', 'internals'] as const

function kindOf(feature: string, target: string): keyof Imports {
  if (featureOf(target) === feature) return 'within'
  if (/^(platform|engine)\//.test(target)) return 'base'
  return /^features\/[^/]+\/(contract|server\/index)\.ts$/.test(target) ? 'publicFiles' : 'internals'
}

function sorted<T>(map: Map<string, T>): Map<string, T> {
  return new Map([...map].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
