import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Lexicon, readLexicon } from './grammar.ts'

const folder = resolve(import.meta.dirname, 'language')

/** How people of a subreddit talk: the forms of posts and answers, from what is most their own to what all say. */
export type Talk = 'en' | 'de' | 'es' | 'fr'

const abroad: Record<Exclude<Talk, 'en'>, string> = { de: 'german', es: 'spanish', fr: 'french' }

/** Every file of language, by its path without ending. */
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

/** The kinds of products that are talked about. */
export const kinds: readonly string[] = [...lexicons.keys()]
  .filter((name) => name.startsWith('kinds/'))
  .map((name) => name.slice('kinds/'.length))

/** The rows of the table of subreddits, cut into cells. */
export function subredditRows(): string[][] {
  const lines = readFileSync(join(folder, 'subreddits.txt'), 'utf8').trim().split('\n')
  return lines.map((line) => line.split('|').map((cell) => cell.trim()))
}

const found = new Map<string, readonly Lexicon[]>()

/** Where words come from in a subreddit; `kind` is the kind of product that a thread is about. */
export function lexiconsFor(talk: Talk, theme: string, tone: string, kind: string | undefined): readonly Lexicon[] {
  const key = `${talk} ${theme} ${tone} ${kind}`
  const known = found.get(key)
  if (known) return known
  const made = talk === 'en' ? english(theme, tone, kind) : [named(`abroad/${theme}`), named(`talk/${abroad[talk]}`)]
  found.set(key, made)
  return made
}

/** One lexicon of all, so that a word is looked up once: what is most one's own counts. */
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
