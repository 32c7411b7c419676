import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestClient } from './client.ts'

const recordings = resolve(import.meta.dirname, '../../../../shared/data/reddit-api')
const isThere = existsSync(recordings)
if (!isThere) console.warn(`there is no ${recordings}: ${import.meta.filename} is skipped`)

let client: TestClient
beforeAll(async () => {
  client = await TestClient.open()
  await client.whole()
}, 60_000)
afterAll(() => client.close())

type Fields = Record<string, unknown>
/** For each field, its types and the number of things that have it. */
type Seen = Map<string, { types: Set<string>; times: number }>

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
}

/** Returns the fields and types of all things of a kind. */
function seenIn(things: readonly Fields[]): Seen {
  const seen: Seen = new Map()
  for (const thing of things) {
    const { subreddit } = thing
    const profile = typeof subreddit === 'object' && subreddit !== null ? Object.entries(subreddit) : []
    const within = profile.map(([field, value]) => [`subreddit.${field}`, value] as const)
    for (const [field, value] of [...Object.entries(thing), ...within]) {
      const real = seen.get(field) ?? { types: new Set(), times: 0 }
      seen.set(field, { types: real.types.add(typeOf(value)), times: real.times + 1 })
    }
  }
  return seen
}

/** Returns all things of a kind in an answer, at any depth. */
function thingsIn(value: unknown, kind: string): Fields[] {
  if (typeof value !== 'object' || value === null) return []
  const { kind: own, data } = value as { kind?: unknown; data?: unknown }
  const here = own === kind && typeof data === 'object' && data !== null ? [data as Fields] : []
  return [...here, ...Object.values(value).flatMap((each) => thingsIn(each, kind))]
}

interface Recording {
  kind: string
  file: string
  status: number
  recordedAt: string | null
}

/** Returns the recorded bodies of some kinds, without old formats. */
function recorded(kinds: readonly string[], since = 2020): unknown[] {
  const manifest = JSON.parse(readFileSync(join(recordings, 'manifest.json'), 'utf8')) as Recording[]
  const year = ({ recordedAt }: Recording) => Number(/20\d\d/.exec(recordedAt ?? '')?.[0] ?? 0)
  return manifest
    .filter((each) => kinds.includes(each.kind) && each.status < 300 && year(each) >= since)
    .map(({ file }) => JSON.parse(readFileSync(join(recordings, file), 'utf8')).response.body)
}

const lists = ['listing-new', 'listing-other', 'search-posts', 'user-listing', 'comments-tree', 'info']
const cases: {
  what: string
  from: string[]
  since?: number
  kind: string
  ask: () => Promise<unknown>[]
}[] = [
  {
    what: 'posts',
    from: lists,
    kind: 't3',
    ask: () =>
      ['/r/all/new?limit=100', '/r/kettles/search?q=question&restrict_sr=1', '/user/ada_oaks/submitted'].map(get),
  },
  {
    what: 'comments in lists',
    from: ['listing-comments', 'user-listing'],
    kind: 't1',
    ask: () => ['/r/all/comments?limit=100', '/user/ada_oaks/comments'].map(get),
  },
  {
    what: 'comments in trees',
    from: ['comments-tree', 'morechildren'],
    kind: 't1',
    ask: () => [tree()],
  },
  { what: 'placeholders for more comments', from: ['comments-tree'], since: 2017, kind: 'more', ask: () => [tree()] },
  {
    what: 'communities',
    from: ['subreddit-about', 'search-subreddits'],
    kind: 't5',
    ask: () => ['/r/kettles/about', '/subreddits/search?q=kettles'].map(get),
  },
  { what: 'people', from: ['user-about'], since: 2025, kind: 't2', ask: () => [get('/user/ada_oaks/about')] },
  { what: 'private messages', from: ['message-inbox', 'message-sent'], kind: 't4', ask: () => [mail()] },
  { what: 'replies in an inbox', from: ['message-inbox', 'message-other'], kind: 't1', ask: () => [mail()] },
  {
    what: 'lists',
    from: [...lists, 'message-inbox', 'listing-comments'],
    since: 2025,
    kind: 'Listing',
    ask: () => ['/r/all/new', '/message/inbox', '/r/all/comments'].map(get),
  },
]

async function get(path: string): Promise<unknown> {
  return (await client.get(`${path}${path.includes('?') ? '&' : '?'}raw_json=1`)).body
}

/** Returns the thread with the most comments, including those behind `more`. */
async function tree(): Promise<unknown> {
  const found = (await get('/search?q=question&sort=comments&t=week')) as { data: { children: { data: Fields }[] } }
  const { id, name } = found.data.children[0]!.data as { id: string; name: string }
  const thread = await get(`/comments/${id}`)
  const children = thingsIn(thread, 'more').flatMap((more) => more.children as string[])
  const more = await client.post('/api/morechildren?raw_json=1', { link_id: name, children: children.join(',') })
  return [(thread as unknown[])[1], more.body]
}

/** Returns the inbox and the sent messages after a reply and a message. */
async function mail(): Promise<unknown> {
  const { username } = client.known
  const post = await client.post('/api/submit', {
    sr: 'kettles',
    kind: 'self',
    title: 'Which kettle?',
    text: 'For tea.',
  })
  const { name } = (post.body as { json: { data: { name: string } } }).json.data
  await client.tell('comments', { parent: name, author: 'ada_oaks', body: 'The *small* one.' })
  await client.tell('messages', { from: 'ben_birch', to: username, subject: 'Kettles', body: 'Still looking?' })
  await client.post('/api/compose', { to: 'ben_birch', subject: 'Kettles', text: 'Yes.' })
  return [await get('/message/inbox'), await get('/message/sent')]
}

test.skipIf(!isThere).each(cases)('$what have the fields and types of the recordings', async (sample) => {
  const [real, own] = [recorded(sample.from, sample.since), await Promise.all(sample.ask())].map((bodies) =>
    bodies.flatMap((body) => thingsIn(body, sample.kind)),
  ) as [Fields[], Fields[]]
  expect(real.length).toBeGreaterThan(0)
  expect(own.length).toBeGreaterThan(0)
  // If the recordings have no authors who left, there is nothing to compare such posts with.
  const alike = real.some(isOrphan) ? own : own.filter((thing) => !isOrphan(thing))
  expect(differences(seenIn(real), real.length, seenIn(alike), alike.length)).toEqual([])
})

const isOrphan = ({ author }: Fields) => author === '[deleted]'

test.skipIf(!isThere).each([
  { what: 'the signed-in account', from: 'me', ask: () => get('/api/v1/me') },
  { what: 'the list of rules', from: 'subreddit-rules', ask: () => get('/r/kettles/about/rules') },
  {
    what: 'the list of post requirements',
    from: 'subreddit-post-requirements',
    ask: () => get('/api/v1/kettles/post_requirements'),
  },
  { what: 'the response to an edit', from: 'edit-delete', ask: () => edited() },
])('$what has the fields and types of the recordings', async ({ from, ask }) => {
  const real = recorded([from], from === 'me' ? 2025 : 2020) as Fields[]
  const own = [(await ask()) as Fields]
  expect(differences(seenIn(real), real.length, seenIn(own), 1)).toEqual([])
})

async function post(path: string, form: Record<string, string>): Promise<unknown> {
  return (await client.post(path, form)).body
}

async function edited(): Promise<unknown> {
  const sent = await client.post('/api/submit', {
    sr: 'kettles',
    kind: 'self',
    title: 'Another one?',
    text: 'For soup.',
  })
  const { name } = (sent.body as { json: { data: { name: string } } }).json.data
  return post('/api/editusertext', { thing_id: name, text: 'For broth.' })
}

/**
 * Returns the fields that the recordings always have and the sandbox lacks, those that only the sandbox has, and those
 * whose types differ.
 */
function differences(real: Seen, all: number, own: Seen, count: number): string[] {
  const always = [...real].filter(([, { times }]) => times === all).map(([field]) => field)
  const lacking = always.filter((field) => own.get(field)?.times !== count).map((field) => `lacks ${field}`)
  const wrong = [...own].flatMap(([field, { types }]) => {
    const right = real.get(field)?.types
    if (!right) return [`made up ${field}`]
    return [...types].filter((type) => !right.has(type)).map((type) => `${field} is ${type}`)
  })
  return [...lacking, ...wrong]
}
