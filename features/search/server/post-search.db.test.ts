import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Item } from '#engine/item.ts'
import { pseudoRandom } from '#engine/pseudo-random.ts'
import { compileQuery, UnsupportedQuery } from '#engine/query/compile.ts'
import { parseQuery } from '#engine/query/parse.ts'
import type { Query } from '#engine/query/query.ts'
import { pick, randomQuery } from '#engine/query/random-query.ts'
import { indexTermsOf } from '#engine/query/search/terms.ts'
import { wordsOf } from '#engine/text/text.ts'
import { actorOf } from '#features/accounts/server/sessions/sessions.ts'
import { openArchive } from '#features/matching/server/imports/archive.ts'
import { post } from '#features/posts/server/tables.ts'
import { actingAs } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { jobTransaction, type Person, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { tsqueryOf } from './index-terms.ts'
import { type FoundItems, type PostSearch, searchPosts } from './post-search.ts'
import { conditionOf } from './query-sql.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const realPosts = join(import.meta.dirname, '../../../../shared/data/posts.ndjson.gz')
const isAbsent = !existsSync(realPosts)
if (isAbsent) console.log('search: real posts are skipped, they are not here (../shared/data)')

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let anns: string
let bobs: string

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  anns = await setUpProject(app, ann)
  bob = await signUp(app, 'bob@example.com')
  bobs = await setUpProject(app, bob, { name: 'Brewbook' })
})

afterAll(() => world.close())

interface Stored extends Partial<Item> {
  /** The post's ID on Reddit, as a number. */
  number: number
}

/** Replaces all posts; those of `own` belong to a project. */
async function store(shared: readonly Stored[], own: Record<string, readonly Stored[]> = {}): Promise<void> {
  const lists = [[null, shared], ...Object.entries(own)] as const
  const rows = lists.flatMap(([projectId, posts]) => posts.map((each) => rowOf(each, projectId)))
  await jobTransaction(world.ctx, async (tx) => {
    await tx.delete(post)
    await tx.insert(post).values(rows)
  })
}

function rowOf({ number, postedAt = null, ...values }: Stored, projectId: string | null): typeof post.$inferInsert {
  const dates = { createdAt: world.ctx.now(), updatedAt: world.ctx.now() }
  return {
    ...{ kind: 'post', subreddit: 'Welding', title: '', body: '', bodyTruncated: false, source: 1, permalink: '/' },
    ...values,
    id: world.ctx.id(),
    outsideId: BigInt(number),
    postedAt: postedAt === null ? null : new Date(postedAt),
    projectId,
    ...dates,
  }
}

function read(text: string): Query {
  const parsed = parseQuery(text, 'search')
  if (parsed.state === 'faulty') throw new Error(`${text}: ${parsed.fault.cause}`)
  return parsed.query
}

async function search(text: string, options: Partial<PostSearch> = {}): Promise<FoundItems> {
  const all = { projectId: anns, now, limit: 1_000, ...options }
  return asUser(all.projectId === anns ? ann : bob, (tx) => searchPosts(tx, read(text), all))
}

async function asUser<T>(person: Person, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const actor = await actorOf(world.ctx, person.jwt)
  return transaction(actingAs(world.ctx, actor!), work)
}

/** Returns the matches of all pages, of which each keeps to the limit. */
async function allPages(text: string, limit: number): Promise<Item[]> {
  const found: Item[] = []
  let after: FoundItems['next'] = null
  do {
    const { items, next } = await search(text, { limit, ...(after && { after }) })
    expect(items.length).toBeLessThanOrEqual(limit)
    found.push(...items)
    after = next
  } while (after)
  return found
}

const titles = async (text: string, options: Partial<PostSearch> = {}) =>
  (await search(text, options)).items.map(({ title }) => title)

describe('a search returns', () => {
  beforeAll(() =>
    store(
      [
        { number: 1, title: 'shared weld' },
        { number: 2, title: 'shared weld, also Ann’s' },
      ],
      {
        [anns]: [
          { number: 2, title: 'Ann’s weld' },
          { number: 3, title: 'Ann’s other weld' },
        ],
        [bobs]: [{ number: 4, title: 'Bob’s weld' }],
      },
    ),
  )

  test("shared posts and the project's own, each once", async () => {
    expect((await titles('weld')).toSorted()).toEqual(['Ann’s other weld', 'Ann’s weld', 'shared weld'])
    const bobsTitles = await titles('weld', { projectId: bobs })
    expect(bobsTitles.toSorted()).toEqual(['Bob’s weld', 'shared weld', 'shared weld, also Ann’s'])
  })

  test('nothing from another project, even if its ID is requested', async () => {
    const found = (projectId: string) =>
      asUser(ann, (tx) => searchPosts(tx, read('weld'), { projectId, now, limit: 10 })).then(({ items }) =>
        items.map(({ title }) => title).toSorted(),
      )
    expect(await found(anns)).toEqual(['Ann’s other weld', 'Ann’s weld', 'shared weld'])
    expect(await found(bobs)).toEqual([])
  })

  test('nothing from another project through a negated query', async () => {
    expect((await titles('type:post -shared')).toSorted()).toEqual(['Ann’s other weld', 'Ann’s weld'])
  })
})

describe('pages', () => {
  const numbers = Array.from({ length: 600 }, (_, at) => at)
  const date = (at: number) => (at % 7 === 0 ? null : now - Math.floor(at / 3) * 30_000)
  beforeAll(async () => {
    await store(
      numbers.map((number) => ({ number, title: `weld ${number % 40 ? 'many' : 'few'}`, postedAt: date(number) })),
    )
    // The search index is read in steps by the dates of all posts.
    await ask(world.url, 'analyze post')
  })

  test.each([
    ['weld few', 15, [1, 7, 14, 15]],
    ['weld many', 585, [299]],
    ['weld few before:1h', 4, [3]],
  ])('of %s follow each other without gaps, newest first', async (query, posts, limits) => {
    const all = await allPages(query, 1_000)
    expect(all).toHaveLength(posts)
    const times = all.map(({ postedAt }) => postedAt ?? 0)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    for (const limit of limits) {
      const pages = await allPages(query, limit)
      expect(pages.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    }
  })

  test.each([
    ['are sorted if few are expected', 0, false, 600],
    ['are looked for by date if there are more', 0, true, 10],
    ['are looked for by date if many are expected', 1, false, 0],
    ['are sorted once the newest dates have few', 1, false, 599],
  ])('of the index %s', async (_, share, isFew, fewMost) => {
    const all = await allPages('weld few', 1_000)
    const pageOf = (most: number, after = 0) => {
      const { postedAt = null, id } = all[after - 1] ?? { postedAt: null, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
      const before = after === 0 ? 'infinity' : postedAt === null ? '-infinity' : new Date(postedAt).toISOString()
      return asUser(ann, (tx) =>
        tx.execute<{ id: string }>(sql`select id from find_posts(${anns}, ${`'few'`}::tsquery, ${before}, ${id},
          '-infinity', ${most}, ${share}, ${isFew}, ${fewMost})`),
      )
    }
    const pages = [await pageOf(4), await pageOf(4, 4), await pageOf(4, 8), await pageOf(4, 12)]
    expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(all.map(({ id }) => id))
  })

  test('include matches that only the engine can decide', async () => {
    await store([
      ...numbers.slice(0, 500).map((number) => ({ number, title: 'Кофе', postedAt: now })),
      { number: 500, title: 'Кофе и чай', postedAt: 1 },
    ])
    expect(await titles('чай', { limit: 1 })).toEqual(['Кофе и чай'])
    expect(await titles('кофе -и')).toHaveLength(500)
  })
})

describe('the SQL condition of a query', () => {
  const explained = async (text: string) => {
    const condition = conditionOf(read(text), { now })
    if (!condition) return null
    const rows = await jobTransaction(world.ctx, (tx) => tx.select({ title: post.title }).from(post).where(condition))
    return rows.map(({ title }) => title).toSorted()
  }
  beforeAll(() =>
    store([
      { number: 1, title: 'a CRM' },
      { number: 2, title: 'ＣＲＭ' },
      { number: 3, title: 'tea' },
    ]),
  )

  test.each<[query: string, titles: string[] | null]>([
    ['crm', ['a CRM', 'ＣＲＭ']],
    ['crm zzz', ['ＣＲＭ']],
    ['crm OR tea', ['a CRM', 'tea', 'ＣＲＭ']],
    ['crm NEAR/3 tea', ['ＣＲＭ']],
    ['title:crm', ['a CRM', 'ＣＲＭ']],
    ['body:crm', []],
    ['crm -tea', ['a CRM', 'ＣＲＭ']],
    ['crm -subreddit:welding', []],
    ['crm -(tea OR subreddit:welding)', []],
    ['crm -(tea subreddit:welding)', ['a CRM', 'ＣＲＭ']],
    ['кофе', null],
    ['crm OR кофе', null],
    ['100%_', ['ＣＲＭ']],
  ])('selects the right candidates for %s', async (query, expected) => {
    expect(await explained(query)).toEqual(expected)
  })
})

test('a language filter is decided by the engine, or refused without language detection', async () => {
  await store([
    { number: 1, title: 'weld here' },
    { number: 2, title: 'weld dort' },
  ])
  await expect(search('weld lang:de')).rejects.toThrow(UnsupportedQuery)
  const languageOf = (item: Item) => (item.title.includes('dort') ? 'de' : null)
  expect(await titles('weld lang:de', { languageOf })).toEqual(['weld dort'])
  expect(await titles('weld -lang:de', { languageOf })).toEqual(['weld here'])
})

test('spellings of a keyword are found', async () => {
  await store([
    { number: 1, title: 'time-tracking' },
    { number: 2, title: 'time tracking' },
  ])
  const spellings = (wording: string) => [wording, wording.replaceAll(' ', '-')]
  expect(await titles('"time tracking"')).toEqual(['time tracking'])
  expect((await titles('"time tracking"', { spellings })).toSorted()).toEqual(['time tracking', 'time-tracking'])
})

describe('PostgreSQL and the engine return the same results', () => {
  const madeUp = () => {
    const random = pseudoRandom(7)
    const words = [
      'CRM',
      'crm',
      'ＣＲＭ',
      'in\u00advoice',
      'Invoice',
      'ﬁle',
      'file',
      'Straße',
      'STRASSE',
      'İstanbul',
      'istanbul',
    ]
    words.push(
      'cafe\u0301',
      'Café',
      'C++',
      'c＋＋',
      '.NET',
      'AT&T',
      "won't",
      'won’t',
      '价格',
      'Кофе',
      'КОФЕ',
      '100%',
      'foo_bar',
      'team',
    )
    words.push(
      '\u212aelvin',
      'kelvin',
      '½',
      '1⁄2',
      'teams',
      'teamwork',
      'back\\slash',
      '👍🏽',
      '“quoted”',
      'e-mail',
      'e‑mail',
      'a',
      '**fo**o',
      '~~te~~am',
      'fo\\**o',
      'İı',
      'ＴＭ™',
    )
    const text = (most: number) =>
      Array.from(
        { length: Math.floor(random() * most) },
        () => pick(random, words) + pick(random, ['', ' ', ' ', '\n', ', ']),
      ).join('')
    const posts = Array.from({ length: 120 }, (_, at) => ({
      number: at,
      kind: pick(random, ['post', 'comment'] as const),
      subreddit: pick(random, ['Welding', 'SaaS', 'saas_x']),
      author: pick(random, [null, 'Ann', 'ann', 'bob-1']),
      title: text(4),
      body: text(12),
      score: pick(random, [null, 0, 3, -2, 17]),
      postedAt: pick(random, [
        null,
        now,
        Date.parse('2019-03-14T00:00:00Z'),
        now - 86_400_000 * Math.floor(random() * 900),
      ]),
    }))
    return posts.filter(({ title, body }) => title !== '' || body !== '')
  }

  test('for generated posts', () => comparison(madeUp(), 80, 11))

  test.skipIf(isAbsent)('for real posts', async () => {
    const posts: Stored[] = []
    let line = 0
    for await (const read of openArchive(realPosts).lines) {
      if ('record' in read && line++ % 400 === 0) posts.push(storable(read.record, line))
      if (posts.length === 100) break
    }
    await comparison(posts, 120, 12)
  })
})

function storable({ kind, subreddit, author, title, body, score, postedAt }: Item, number: number): Stored {
  return {
    number,
    kind,
    subreddit,
    author,
    title: title.replaceAll('\0', ''),
    body: body.replaceAll('\0', ''),
    score,
    postedAt,
  }
}

/** Runs the same queries with the engine and with PostgreSQL, and compares the results. */
async function comparison(posts: readonly Stored[], cases: number, seed: number): Promise<void> {
  await store(posts)
  const stored = (await search('type:post OR type:comment')).items
  expect(stored).toHaveLength(posts.length)
  const random = pseudoRandom(seed)
  const words = stored.flatMap(({ title, body }) => [
    ...(`${title} ${body}`.match(/[^\s"()]+/g) ?? []),
    ...wordsOf(title),
  ])
  const subreddits = [...new Set(stored.map(({ subreddit }) => subreddit))].filter((name) => /^[\w-]+$/.test(name))
  const authors = [...new Set(stored.flatMap(({ author }) => (author === null ? [] : [author])))]
  let found = 0
  await asUser(ann, async (tx) => {
    for (let round = 0; round < cases; round++) {
      const text = readable(() => randomQuery(random, { words, subreddits, authors }))
      const compiled = compileQuery(read(text))
      const expected = stored.filter((item) => compiled.matches(item, now)).map(({ id }) => id)
      const { items, next } = await searchPosts(tx, read(text), { projectId: anns, now, limit: 1_000 })
      expect({ text, ids: items.map(({ id }) => id), next }).toEqual({ text, ids: expected, next: null })
      const missed = await missedByIndex(tx, read(text), expected)
      expect({ text, missed }).toEqual({ text, missed: [] })
      if (expected.length > 0) found++
    }
  })
  expect(found).toBeGreaterThan(cases / 3)
}

/** Returns which of the matches the search index doesn't find. */
async function missedByIndex(tx: Transaction, query: Query, matches: readonly string[]): Promise<string[]> {
  const terms = indexTermsOf(query)
  if (!terms) return []
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from find_posts(${anns}, ${tsqueryOf(terms)}::tsquery, 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff',
      '-infinity', 1000, 1, false, 0)`)
  const found = new Set(rows.map(({ id }) => id))
  return matches.filter((id) => !found.has(id))
}

/** Repeats until the query can be parsed: words from a text may be only a zero-width space, or too many. */
function readable(make: () => string): string {
  for (;;) {
    const text = make()
    if (parseQuery(text, 'search').state === 'read') return text
  }
}
