import type pg from 'pg'
import { pseudoRandom } from '#engine/pseudo-random.ts'
import type { Judged } from '../quality/judged.ts'

/** Keywords per generated project, about as many as a plan allows (SPEC 9). */
const keywordsEach = 40

/** The projects in a database, and their phrases. */
export interface SeededProjects {
  projects: number
  phrases: number
}

/**
 * Fills an empty database with the judged products, whose profiles produce candidates as real ones do. Adds generated
 * projects of 40 keywords each until there are `phrases` keywords.
 */
export async function seedProjects(owner: pg.Client, { products }: Judged, phrases: number): Promise<SeededProjects> {
  const projects = Math.ceil(phrases / keywordsEach)
  const queries = phrasesFor(phrases)
  await owner.query(
    `insert into project (id, name, website, summary, status, backfilled_version, created_at, updated_at)
     select ('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, name, null, summary, 'done', 1, now(), now()
     from unnest($1::text[], $2::text[]) with ordinality as p(name, summary, n)`,
    [
      [...products.map(({ profile }) => profile.name), ...Array.from({ length: projects }, (_, n) => `Qzv${n}x`)],
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

/** Words that are frequent in every post. Each begins a great many phrases. */
const openings = ['the', 'with', 'for', 'and', 'your', 'this', 'that', 'have']

/**
 * Returns phrases that begin as posts do and continue with an unused word. The matcher has to check each of them, but
 * only the judged products have candidates.
 */
function phrasesFor(count: number): string[] {
  const random = pseudoRandom(7)
  const letters = 'bcdfghjklmnpqrstvwxz'
  const word = () => Array.from({ length: 8 }, () => letters[Math.floor(random() * letters.length)]).join('')
  return Array.from({ length: count }, (_, index) => `${openings[index % openings.length]} ${word()}`)
}
