import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listing, namesOf, TestClient } from './client.ts'

let client: TestClient
beforeAll(async () => {
  client = await TestClient.open({ days: 30 })
  await client.whole()
}, 60_000)
afterAll(() => client.close())

interface Item {
  title: string
  subreddit: string
  author: string
  selftext: string
  body: string
  link_title: string
  created_utc: number
  removed_by_category: string | null
  edited: number | false
  locked: boolean
}
const list = async (path: string) => (await client.get<Listing<Item>>(path)).body
const items = async (path: string) => (await list(path)).data.children.map(({ data }) => data)

describe('a list', () => {
  test.each([
    ['/r/all/new', 1000],
    ['/r/all/comments', 1000],
    // These communities have fewer posts than the depth limit.
    ['/r/kettles+backroom/new', 886],
    ['/r/all/top?t=month', 1000],
    ['/search?q=question&sort=new', 1000],
  ])('of %s has pages without gaps or duplicates, down to a thousand items', async (path, depth) => {
    const page = async (after: string | null) =>
      list(`${path}${path.includes('?') ? '&' : '?'}limit=100${after ? `&after=${after}` : ''}`)
    const names: string[] = []
    for (let after: string | null = null; names.length <= 1000; ) {
      const { data } = await page(after)
      names.push(...data.children.map((child) => child.data.name))
      after = data.after
      if (after === null) break
    }
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBe(depth)
  })

  test('has 25 items by default and at most 100', async () => {
    const lengths = await Promise.all(
      ['', '?limit=3', '?limit=1024', '?limit=x'].map((query) => items(`/r/all/new${query}`)),
    )
    expect(lengths.map(({ length }) => length)).toEqual([25, 3, 100, 25])
  })

  test('with `before` has the items right before the cursor, newest first', async () => {
    const names = namesOf(await list('/r/all/new?limit=100'))
    expect(namesOf(await list(`/r/all/new?before=${names[10]}&limit=4`))).toEqual(names.slice(6, 10))
    expect(namesOf(await list(`/r/all/new?before=${names[0]}`))).toEqual([])
  })

  test('has a `before` cursor only if the client sends a count', async () => {
    const names = namesOf(await list('/r/all/new?limit=2'))
    expect((await list(`/r/all/new?after=${names[1]}&limit=2`)).data.before).toBe(null)
    const counted = await list(`/r/all/new?after=${names[1]}&limit=2&count=2`)
    expect(counted.data.before).toBe(namesOf(counted)[0])
  })

  test('continues after a post that was deleted', async () => {
    const names = namesOf(await list('/r/all/new?limit=5'))
    await client.tell(`things/${names[1]}`, { action: 'remove' })
    expect(namesOf(await list(`/r/all/new?after=${names[1]}&limit=3`))).toEqual(names.slice(2))
    expect(namesOf(await list('/r/all/new?limit=4'))).toEqual(names.filter((_, at) => at !== 1))
  })

  test('of several communities includes those that exist and are open', async () => {
    const posts = await items('/r/kettles+hedgehogs+backroom+nowhere/new?limit=100')
    expect([...new Set(posts.map(({ subreddit }) => subreddit))].toSorted()).toEqual(['hedgehogs', 'kettles'])
    const comments = await items('/r/kettles+hedgehogs/comments?limit=100')
    expect([...new Set(comments.map(({ subreddit }) => subreddit))].toSorted()).toEqual(['hedgehogs', 'kettles'])
    const all = await items('/r/all/new?limit=100')
    expect([...new Set(all.map(({ subreddit }) => subreddit))].toSorted()).toEqual([
      'hedgehogs',
      'kettles',
      'smallfirms',
    ])
  })

  test('has descending times, none of them in the future', async () => {
    const times = (await items('/r/all/new?limit=100')).map(({ created_utc: time }) => time)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(times[0]).toBeLessThanOrEqual(client.time / 1000)
  })
})

describe('a closed community', () => {
  test.each([
    ['private', 403, { reason: 'private', message: 'Forbidden', error: 403 }],
    ['banned', 404, { reason: 'banned', message: 'Not Found', error: 404 }],
    ['quarantined', 403, { reason: 'quarantined', quarantine_message: expect.stringContaining('sandbox') }],
  ])('answers with the reason if it is %s', async (standing, status, body) => {
    await client.tell('subreddits/smallfirms', { standing })
    for (const path of [
      '/r/smallfirms/new',
      '/r/smallfirms/about',
      '/r/smallfirms/about/rules',
      '/r/smallfirms/comments',
    ]) {
      const answer = await client.get(path)
      expect([path, answer.status, answer.body]).toEqual([path, status, expect.objectContaining(body)])
    }
    await client.tell('subreddits/smallfirms', { standing: 'public' })
    expect((await client.get('/r/smallfirms/about')).status).toBe(200)
  })

  test('that does not exist redirects to a search or returns 404', async () => {
    const { status, headers } = await client.get('/r/nowhere/new')
    expect([status, headers.get('location')]).toEqual([302, `${client.known.url}/subreddits/search?q=nowhere`])
    expect((await client.get('/r/nowhere/about')).status).toBe(404)
  })
})

/** Returns a post by name. */
const one = async (name: string) => (await items(`/api/info?id=${name}`))[0]!

describe('something that is gone', () => {
  let names: string[]
  beforeAll(async () => {
    const found = await list('/r/hedgehogs/new?limit=20')
    names = found.data.children.filter(({ data }) => data.author !== '[deleted]').map(({ data }) => data.name)
  })
  const isListed = async (name: string) => namesOf(await list('/r/hedgehogs/new?limit=100')).includes(name)

  test('keeps its title and loses its author if the author deleted it', async () => {
    await client.tell(`things/${names[1]}`, { action: 'delete' })
    expect(await one(names[1]!)).toMatchObject({
      author: '[deleted]',
      selftext: '[deleted]',
      removed_by_category: 'deleted',
    })
    expect(await one(names[1]!)).not.toHaveProperty('author_fullname')
    expect(await isListed(names[1]!)).toBe(false)
  })

  test('keeps its author if moderators removed it, unless it is a comment', async () => {
    await client.tell(`things/${names[2]}`, { action: 'remove' })
    const post = await one(names[2]!)
    expect(post).toMatchObject({ selftext: '[removed]', removed_by_category: 'moderator' })
    expect(post.author).toMatch(/_/)
    const [comment] = namesOf(await list('/r/hedgehogs/comments?limit=1'))
    await client.tell(`things/${comment}`, { action: 'remove' })
    expect(await one(comment!)).toMatchObject({ author: '[deleted]', body: '[removed]' })
    expect(namesOf(await list('/r/hedgehogs/comments?limit=1'))).not.toEqual([comment])
  })

  test('keeps its text if its author left', async () => {
    const found = await items('/r/all/new?limit=100')
    const left = found.find(({ author }) => author === '[deleted]')!
    expect(left.selftext === '' || left.selftext.startsWith('Which one')).toBe(true)
    expect((await client.get('/user/dan_drift/about')).status).toBe(404)
  })

  test('stays in a tree only if it has replies', async () => {
    const { body } = await client.post<{ json: { data: { name: string } } }>('/api/submit', {
      ...{ sr: 'kettles', kind: 'self', title: 'Which lid?', text: 'Mine is lost.' },
    })
    const { name } = body.json.data
    const say = async (parent: string, text: string) =>
      (await client.tell('comments', { parent, author: 'ada_oaks', body: text })).body.name as string
    const [answered, alone] = [await say(name, 'A tin one.'), await say(name, 'None.')]
    await say(answered, 'Or a plate.')
    for (const deleted of [answered, alone]) await client.tell(`things/${deleted}`, { action: 'delete' })
    const thread = await client.get<[Listing, Listing<Item & { replies: Listing<Item> }>]>(`/comments/${name.slice(3)}`)
    const comments = thread.body[1].data.children.map(({ data }) => data)
    expect(comments.map((comment) => [comment.name, comment.body, comment.author])).toEqual([
      [answered, '[deleted]', '[deleted]'],
    ])
    expect(comments[0]!.replies.data.children.map(({ data }) => data.body)).toEqual(['Or a plate.'])
  })

  test('includes the account and posts of a shadowbanned user', async () => {
    await client.tell('people/eve_elm', { standing: 'shadowbanned' })
    expect((await client.get('/user/eve_elm/about')).status).toBe(404)
    const authors = (await items('/r/all/new?limit=100')).map(({ author }) => author)
    expect(authors).not.toContain('eve_elm')
    await client.tell('people/eve_elm', { standing: 'suspended' })
    expect((await client.get('/user/eve_elm/about')).body).toMatchObject({
      data: { name: 'eve_elm', is_suspended: true },
    })
    await client.tell('people/eve_elm', { standing: 'well' })
  })

  test('includes the list of a hidden profile, which is empty, and that of a suspended user', async () => {
    const overview = '/user/eve_elm/overview?limit=20'
    expect((await items(overview)).length).toBe(20)
    await client.tell('people/eve_elm', { profile: 'hidden' })
    expect((await client.get(overview)).body).toEqual({
      kind: 'Listing',
      data: { after: null, dist: 0, modhash: null, geo_filter: '', children: [], before: null },
    })
    expect((await client.get('/user/eve_elm/about')).body).toMatchObject({ data: { name: 'eve_elm' } })
    expect((await items('/r/all/new?limit=100')).map(({ author }) => author)).toContain('eve_elm')
    await client.tell('people/eve_elm', { profile: 'shown', standing: 'suspended' })
    expect((await client.get(overview)).status).toBe(403)
    await client.tell('people/eve_elm', { standing: 'well' })
  })
})

describe('names', () => {
  test('of things and communities are looked up a hundred at a time, without the unknown ones', async () => {
    const names = namesOf(await list('/r/all/new?limit=100'))
    const subreddit = ((await client.get('/r/kettles/about')).body.data as { name: string }).name
    expect(namesOf(await list(`/api/info?id=${names.slice(0, 2)},t3_zzz,nonsense,${subreddit},${names[2]}`))).toEqual([
      ...names.slice(0, 2),
      subreddit,
      names[2],
    ])
    expect(namesOf(await list(`/api/info?id=${[...names, ...names].slice(0, 120)}`))).toHaveLength(100)
    expect(namesOf(await list(`/by_id/${names.slice(0, 3)}`))).toEqual(names.slice(0, 3))
  })

  test('of old things still work after lists have dropped them', async () => {
    const day = 86_400_000
    const old = await TestClient.open({ now: client.time - 60 * day })
    const [name] = namesOf((await old.get<Listing>('/r/all/new?limit=1')).body)
    await old.close()
    const { body } = await client.get<[Listing, Listing]>(`/comments/${name!.slice(3)}`)
    expect(namesOf(body[0])).toEqual([name])
    expect(namesOf(body[1])).toHaveLength(2)
  })
})

test('texts are escaped for HTML unless raw JSON is requested', async () => {
  const text = async (raw: string) => {
    const found = await items(`/r/kettles/new?limit=20${raw}`)
    return found.find(({ selftext }) => selftext.includes('*'))!.selftext
  }
  expect(await text('')).toContain('&amp; &lt;others&gt;')
  expect(await text('&raw_json=1')).toContain('& <others>')
})

test.each([
  ['question 20', 'AND of words'],
  ['"about kettles"', 'phrase'],
  ['subreddit:kettles OR subreddit:hedgehogs', 'OR'],
  ['title:question NOT kettles', 'NOT'],
  ['question -hedgehogs author:ada_oaks', 'minus and author'],
  ['question AND (subreddit:kettles OR author:ada_oaks) AND NOT (subreddit:hedgehogs)', 'parentheses'],
  ['self:no', 'links'],
])('a search for %s finds the matching posts (%s)', async (query) => {
  const found = await items(`/search?q=${encodeURIComponent(query)}&sort=new&limit=100`)
  const fits: Record<string, (item: Item & { is_self?: boolean }) => boolean> = {
    'question 20': ({ title, selftext }) => / 20\b/.test(`${title} ${selftext}`),
    '"about kettles"': ({ title }) => title.endsWith('about kettles'),
    'subreddit:kettles OR subreddit:hedgehogs': ({ subreddit }) => ['kettles', 'hedgehogs'].includes(subreddit),
    'title:question NOT kettles': ({ title }) => title.startsWith('Question') && !title.includes('kettles'),
    'question -hedgehogs author:ada_oaks': ({ title, author }) => author === 'ada_oaks' && !title.includes('hedgehogs'),
    'question AND (subreddit:kettles OR author:ada_oaks) AND NOT (subreddit:hedgehogs)': ({ subreddit, author }) =>
      subreddit !== 'hedgehogs' && (subreddit === 'kettles' || author === 'ada_oaks'),
    'self:no': (item) => item.is_self === false,
  }
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter((item) => !fits[query]!(item))).toEqual([])
})

test('a search without words finds nothing, and one in a community finds only its posts', async () => {
  expect(await items('/search?q=')).toEqual([])
  const found = await items('/r/hedgehogs/search?q=question&restrict_sr=1&limit=100')
  expect([...new Set(found.map(({ subreddit }) => subreddit))]).toEqual(['hedgehogs'])
  const [newest, ...older] = await items('/search?q=question&sort=new&limit=100')
  const ofTheHour = await items('/search?q=question&sort=new&limit=100&t=hour')
  expect(ofTheHour.length).toBeGreaterThan(0)
  expect(older.length).toBeGreaterThan(ofTheHour.length)
  for (const { created_utc } of ofTheHour) expect(created_utc).toBeGreaterThan(newest!.created_utc - 2 * 3600)
})
