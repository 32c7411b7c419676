import { posix } from 'node:path'
import { featureOf, type SourceFile } from './tree.ts'

export interface Size {
  files: number
  lines: number
}

export const mostInFolder = 25
export const mostInFunction = 100

/** The size of what is chosen by a key, as source and as tests, by that key. */
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

/** The folder at the root that a file is in. */
export function topFolderOf({ path }: SourceFile): string {
  return path.includes('/') ? path.split('/')[0]! : '(root)'
}

/** How many files are directly in each folder, tests included; the fullest first. */
export function foldersOf(files: readonly SourceFile[]): [folder: string, files: number][] {
  const counts = new Map<string, number>()
  for (const { path } of files) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)
}

/** Functions of the source, tests left out, that are longer than a screen or two; the longest first. */
export function longFunctions(files: readonly SourceFile[]): { path: string; name: string; lines: number }[] {
  return files
    .filter(({ isTest }) => !isTest)
    .flatMap(({ path, functions }) => functions.map((each) => ({ path, ...each })))
    .filter(({ lines }) => lines > mostInFunction)
    .toSorted((a, b) => b.lines - a.lines)
}

/** Where the imports of a feature's source go. Imports of types count, imports of packages don't. */
export interface Imports {
  within: number
  /** Platform and engine, which features stand on. */
  base: number
  /** The contract of another feature, or its server/index.ts: what others may use. */
  faces: number
  /** Anything else: the inside of another feature, the app, the site. */
  crossings: number
}

/** The imports of each feature's source files, tests left out; empty for a tree that isn't divided by feature. */
export function importsByFeature(files: readonly SourceFile[]): Map<string, Imports> {
  const byFeature = new Map<string, Imports>()
  for (const { feature, isTest, imports } of files) {
    if (feature === null || isTest) continue
    const counts = byFeature.get(feature) ?? { within: 0, base: 0, faces: 0, crossings: 0 }
    for (const target of imports) counts[kindOf(feature, target)] += 1
    byFeature.set(feature, counts)
  }
  return sorted(byFeature)
}

export function sumOf(all: Iterable<Imports>): Imports {
  const sum = { within: 0, base: 0, faces: 0, crossings: 0 }
  for (const each of all) for (const kind of kinds) sum[kind] += each[kind]
  return sum
}

const kinds = ['within', 'base', 'faces', 'crossings'] as const

function kindOf(feature: string, target: string): keyof Imports {
  if (featureOf(target) === feature) return 'within'
  if (/^(platform|engine)\//.test(target)) return 'base'
  return /^features\/[^/]+\/(contract|server\/index)\.ts$/.test(target) ? 'faces' : 'crossings'
}

function sorted<T>(map: Map<string, T>): Map<string, T> {
  return new Map([...map].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
