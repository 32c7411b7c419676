import { pseudoRandom } from '@earshot/engine/pseudo-random'
import type pg from 'pg'
import type { Judged } from './judged.ts'

/** Keywords of one made-up project, about what a plan allows (SPEC 9). */
const keywordsEach = 40
/** One phrase in so many is a word pair that somebody has written; the others nobody has. */
const heardOneIn = 500

/** What a database listens for. */
export interface Listeners {
  projects: number
  phrases: number
}

/**
 * Fills an empty database with the judged products, whose profiles make candidates as real ones do, and with made-up
 * projects of 40 keywords each, until there are `phrases` keywords: pairs of words from the posts themselves.
 */
export async function seedListeners(
  owner: pg.Client,
  { products, items }: Judged,
  phrases: number,
): Promise<Listeners> {
  const projects = Math.ceil(phrases / keywordsEach)
  const queries = phrasesFrom(items, phrases)
  await owner.query(
    `insert into project (id, name, website, summary, status, scanned_version, created_at, updated_at)
     select ('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, name, null, summary, 'done', 1, now(), now()
     from unnest($1::text[], $2::text[]) with ordinality as p(name, summary, n)`,
    [
      [...products.map(({ profile }) => profile.name), ...Array.from({ length: projects }, (_, n) => `Project ${n}`)],
      [...products.map(({ profile }) => profile.summary), ...Array.from({ length: projects }, () => '')],
    ],
  )
  for (const [table, column, words] of [
    ['keyword', 'query', products.map(({ profile }) => profile.keywords)],
    ['competitor', 'name', products.map(({ profile }) => profile.competitors)],
  ] as const) {
    const rows = words.flatMap((list, product) => list.map((text) => ({ product: product + 1, text })))
    await insertPhrases(owner, table, column, rows)
  }
  const rows = queries.map((text, index) => ({ product: products.length + 1 + Math.floor(index / keywordsEach), text }))
  for (let from = 0; from < rows.length; from += 100_000) {
    await insertPhrases(owner, 'keyword', 'query', rows.slice(from, from + 100_000))
  }
  await owner.query('update phrase_version set version = version + 1')
  await owner.query('vacuum (analyze) project, keyword, competitor')
  return { projects: products.length + projects, phrases }
}

async function insertPhrases(
  owner: pg.Client,
  table: 'keyword' | 'competitor',
  column: 'query' | 'name',
  rows: readonly { product: number; text: string }[],
): Promise<void> {
  const kind = table === 'keyword' ? `'problem', ` : ''
  await owner.query(
    `insert into ${table} (project_id, id, ${table === 'keyword' ? 'kind, ' : ''}${column}, status, created_at, updated_at)
     select ('01990000-0000-7000-8000-' || lpad(to_hex(product), 12, '0'))::uuid, gen_random_uuid(), ${kind}text,
       'active', now(), now()
     from unnest($1::int[], $2::text[]) as p(product, text) on conflict do nothing`,
    [rows.map(({ product }) => product), rows.map(({ text }) => text)],
  )
}

/** Word pairs: some that stand in a post, the others of two words drawn from different posts. */
function phrasesFrom(items: Judged['items'], count: number): string[] {
  const random = pseudoRandom(7)
  const wordsOf = (index: number) => items[index]!.body.toLowerCase().match(/[a-z]{4,12}/g) ?? []
  const anyWords = (): string[] => {
    for (;;) {
      const words = wordsOf(Math.floor(random() * items.length))
      if (words.length >= 8) return words
    }
  }
  const pairs = new Set<string>()
  while (pairs.size < count) {
    const words = anyWords()
    const at = Math.floor(random() * (words.length - 1))
    const other = anyWords()
    const heard = pairs.size % heardOneIn === 0
    pairs.add(heard ? `${words[at]} ${words[at + 1]}` : `${words[at]} ${other[Math.floor(random() * other.length)]}`)
  }
  return [...pairs]
}
