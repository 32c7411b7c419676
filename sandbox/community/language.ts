import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Lexicon, readLexicon } from './grammar.ts'

const folder = resolve(import.meta.dirname, 'language')

/** The language of a subreddit. */
export type Talk = 'en' | 'de' | 'es' | 'fr'

const abroad: Record<Exclude<Talk, 'en'>, string> = { de: 'german', es: 'spanish', fr: 'french' }

/** All lexicons, by path without extension. */
export const lexicons: ReadonlyMap<string, Lexicon> = new Map(
  ['kinds', 'themes', 'abroad', 'talk'].flatMap((part) =>
    readdirSync(join(folder, part))
      .toSorted()
      .map((file): [string, Lexicon] => [
        `${part}/${file.replace(/\.txt$/, '')}`,
        readLexicon(readFileSync(join(folder, part, file), 'utf8')),
      ]),
  ),
)

/** The kinds of products that people discuss. */
export const kinds: readonly string[] = [...lexicons.keys()]
  .filter((name) => name.startsWith('kinds/'))
  .map((name) => name.slice('kinds/'.length))

/** Returns the rows of the subreddit table, split into cells. */
export function subredditRows(): string[][] {
  const lines = readFileSync(join(folder, 'subreddits.txt'), 'utf8').trim().split('\n')
  return lines.map((line) => line.split('|').map((cell) => cell.trim()))
}

const cache = new Map<string, readonly Lexicon[]>()

/** Returns the lexicons for a subreddit; `kind` is the kind of product that a thread is about. */
export function lexiconsFor(talk: Talk, theme: string, tone: string, kind: string | undefined): readonly Lexicon[] {
  const key = `${talk} ${theme} ${tone} ${kind}`
  const cached = cache.get(key)
  if (cached) return cached
  const created = talk === 'en' ? english(theme, tone, kind) : [named(`abroad/${theme}`), named(`talk/${abroad[talk]}`)]
  cache.set(key, created)
  return created
}

/** Merged into one lexicon for fast lookup; the most specific section wins. */
function english(theme: string, tone: string, kind: string | undefined): Lexicon[] {
  const parts = [
    `themes/${theme}`,
    `talk/${tone}`,
    ...['chatter', 'products', 'owner', 'replies'].map((each) => `talk/${each}`),
  ]
  const all = [...(kind === undefined ? [] : [named(`kinds/${kind}`)]), ...parts.map(named)]
  return [new Map(all.toReversed().flatMap((each) => [...each]))]
}

export function lexiconOfKind(kind: string): Lexicon {
  return named(`kinds/${kind}`)
}

function named(name: string): Lexicon {
  const found = lexicons.get(name)
  if (!found) throw new Error(`There is no language ${name}`)
  return found
}
