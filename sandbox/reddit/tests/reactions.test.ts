import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { community } from '../../community/community.ts'
import type { ClientText } from '../../community/types.ts'
import { Reactions } from '../state/reactions.ts'
import { type Listing, namesOf, TestClient } from './client.ts'
import { smallCommunity } from './small-community.ts'

const hour = 3_600_000
let folder: string
let client: TestClient
/** Shared, because generating its days is expensive; it caches the latest ones. */
const people = community('earshot')
const open = (now = Date.UTC(2026, 10, 18, 12), kept: string | null = folder, of = people) =>
  TestClient.open({ folder: kept, community: () => of, days: 2, now })
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-reactions-'))
  client = await open()
}, 60_000)
afterEach(async () => {
  await client.close()
  rmSync(folder, { recursive: true })
})

interface InboxItem {
  name: string
  author: string
  author_fullname?: string
  body: string
  created_utc: number
  distinguished: string | null
  link_title?: string
  parent_id: string
  subject: string
  type: string
}
type Written = { json: { data: { name: string; things: { data: { name: string } }[] } } }

const inbox = async (of: TestClient, box = 'inbox') =>
  (await of.get<Listing<InboxItem>>(`/message/${box}?limit=100`)).body.data.children.map(({ data }) => data)
const threads = async (of: TestClient, subreddit: string) =>
  (
    await of.get<Listing<{ author: string; locked: boolean }>>(`/r/${subreddit}/new?limit=12`)
  ).body.data.children.flatMap(({ data }) => (data.author !== '[deleted]' && !data.locked ? [data.name] : []))
const say = async (of: TestClient, to: string, text: string) =>
  (await of.post<Written>('/api/comment', { thing_id: to, text })).body.json.data.things[0]!.data.name
const submit = async (of: TestClient, subreddit: string, title: string, text: string) =>
  (await of.post<Written>('/api/submit', { sr: subreddit, kind: 'self', title, text })).body.json.data.name
const later = (of: TestClient, hours: number) => of.tell('clock', { ahead: hours * hour })

/** Replies to a dozen threads and returns the reactions of the following day. */
async function talk(of: TestClient): Promise<{ mine: string[]; told: InboxItem[] }> {
  const mine: string[] = []
  for (const [at, name] of (await threads(of, 'Coffee')).entries()) {
    mine.push(await say(of, name, `Grind a bit finer, number ${at} here does.`))
  }
  await later(of, 24)
  return { mine, told: (await inbox(of, 'comments')).filter(({ parent_id: parent }) => mine.includes(parent)) }
}

test("people reply to a client's comment after a while, and the replies appear in the inbox", async () => {
  const began = client.time / 1000
  const { mine, told: replies } = await talk(client)
  expect(replies.length).toBeGreaterThan(mine.length / 3)
  for (const { author, type, subject, created_utc: at, link_title: title } of replies) {
    expect([type, subject]).toEqual(['comment_reply', 'comment reply'])
    expect(author).not.toBe(client.known.username)
    expect(title).toEqual(expect.any(String))
    expect(at).toBeGreaterThan(began + 100)
    expect(at).toBeLessThan(began + 24 * 3600)
  }
  expect(new Set(replies.map(({ body }) => body)).size).toBe(replies.length)
  // Conversations continue for a few turns and then end.
  const depths: number[] = []
  for (let answers = replies; answers.length > 0 && depths.length < 9; depths.push(answers.length)) {
    const own: string[] = []
    for (const { name, author } of answers)
      own.push(await say(client, name, `Good to know, ${author}, and after that?`))
    await later(client, 24)
    answers = (await inbox(client, 'comments')).filter(({ parent_id: parent }) => own.includes(parent))
  }
  expect(depths.length).toBeGreaterThan(1)
  expect(depths.length).toBeLessThan(6)
})

test('the same text gets the same replies, and a restart neither loses nor repeats any', async () => {
  const { told: replies } = await talk(client)
  const other = await open(client.time, null, community('earshot'))
  expect((await talk(other)).told).toEqual(replies)
  await other.close()

  const [name] = await threads(client, 'Coffee')
  await say(client, name!, 'One more, before the lights go out.')
  const before = (await inbox(client)).map(({ body }) => body)
  const time = client.time
  await client.close()
  client = await open(time)
  expect((await inbox(client)).map(({ body }) => body)).toEqual(before)
  await later(client, 24)
  const after = (await inbox(client)).map(({ body }) => body)
  expect(after.slice(after.length - before.length)).toEqual(before)
})

test('people reply to private messages', async () => {
  const people = new Set(
    (await client.get<Listing<{ author: string }>>('/r/Coffee/new?limit=20')).body.data.children.map(
      ({ data }) => data.author,
    ),
  )
  people.delete('[deleted]')
  for (const to of people) await client.post('/api/compose', { to, subject: 'Your kettle', text: 'Which one is it?' })
  await later(client, 24)
  const replies = (await inbox(client, 'messages')).filter(({ author }) => people.has(author))
  expect(replies.length).toBeGreaterThan(people.size / 2)
  const sent = namesOf((await client.get<Listing>('/message/sent?limit=100')).body)
  for (const { parent_id: parent, subject } of replies) {
    expect(sent).toContain(parent)
    expect(subject).toBe('[direct chat room]')
  }
})

test('a person answers, asks to stop, or blocks when told to, and nothing more reaches who blocks', async () => {
  const posts = (await client.get<Listing<{ author: string }>>('/r/Coffee/new?limit=40')).body.data.children
  const to = posts.find(({ data }) => data.author !== '[deleted]')!.data.author
  const me = client.known.username
  const send = () => client.post('/api/compose', { api_type: 'json', to, subject: 'Kettles', text: 'Still looking?' })
  await send()
  for (const [does, body] of [
    ['answer', /Tell me more/],
    ['stop', /stop messaging me/],
  ] as const) {
    expect((await client.tell('responses', { from: to, to: me, does })).status).toBe(200)
    expect((await inbox(client, 'messages'))[0]).toMatchObject({ author: to, body: expect.stringMatching(body) })
  }
  await client.tell('responses', { from: to, to: me, does: 'block' })
  expect((await send()).text).toContain('USER_BLOCKED')
  expect((await client.tell('responses', { from: 'sandbox_greeter', to: me })).status).toBe(404)
})

test('modmail arrives with its community, from a moderator or from nobody in particular', async () => {
  const modmail = { to: client.known.username, subreddit: 'Coffee', subject: 'Your post', body: 'It is back.' }
  await client.tell('messages', { ...modmail, from: null })
  const [item] = await inbox(client, 'inbox')
  expect(item).toMatchObject({
    ...{ author: null, author_fullname: null, subreddit: 'Coffee', subreddit_name_prefixed: 'r/Coffee' },
    ...{ distinguished: 'moderator', subject: 'Your post', dest: client.known.username, type: 'unknown', context: '' },
  })
  for (let at = 0; at < 6; at++) {
    const text = `May I show kettle ${at}?`
    await client.post('/api/compose', { api_type: 'json', to: 'r/coffee', subject: 'A question', text })
  }
  const [sent] = (await client.get<Listing>('/message/sent?limit=1')).body.data.children
  expect(sent?.data).toMatchObject({ dest: '#Coffee', subreddit: 'Coffee', distinguished: null })
  await later(client, 24)
  const replies = (await inbox(client, 'inbox')).filter(({ subject }) => subject === 're: A question')
  expect(replies.length).toBeGreaterThan(1)
  expect(replies[0]).toMatchObject({ subreddit: 'Coffee', distinguished: 'moderator', author: expect.any(String) })
})

interface Shown {
  author: string
  body: string
  selftext: string
  collapsed_reason_code: string | null
  distinguished: string | null
  is_robot_indexable: boolean
  removed_by_category: string | null
  stickied: boolean
}

test("moderators remove texts that break a community's rules: others see the removal, the author does not", async () => {
  const mine = await say(client, (await threads(client, 'espresso'))[0]!, 'Mine is from https://kettles.example/buy')
  const post = await submit(client, 'espresso', 'Which kettle?', 'I built https://kettles.example/ for this.')
  const fine = await submit(client, 'Coffee', 'A kettle of mine', 'Disclosure, I built it: https://kettles.example/')
  const look = async () => {
    const names = [mine, post, fine].join()
    const { body } = await client.get<Listing<Shown>>(`/api/info?id=${names}`)
    return body.data.children.map(({ data }) => data)
  }
  const before = await look()
  await later(client, 8)
  const [comment, link, other] = await look()
  expect(comment).toMatchObject({ body: before[0]!.body, author: client.known.username, collapsed_reason_code: null })
  expect(link).toMatchObject({ selftext: before[1]!.selftext, removed_by_category: 'moderator' })
  expect(other!.removed_by_category).toBeNull()

  const [note] = (await inbox(client, 'selfreply')).filter(({ distinguished }) => distinguished !== null)
  expect(note).toMatchObject({ distinguished: 'moderator', parent_id: post, type: 'post_reply' })
  expect(note!.body).toContain('No self-promotion')

  client.token = await client.signIn('*', 'client_credentials')
  const [removedComment, removedPost] = await look()
  expect(removedComment).toMatchObject({ body: '[removed]', author: '[deleted]', collapsed_reason_code: 'DELETED' })
  expect(removedPost).toMatchObject({
    selftext: '[removed]',
    author: client.known.username,
    removed_by_category: 'moderator',
    is_robot_indexable: false,
  })
  expect(namesOf((await client.get<Listing>('/r/espresso/new?limit=100')).body)).not.toContain(post)
})

test('repeated words are spam, even in another community; repeated thanks are not', async () => {
  const words = 'You could try the one with the wooden handle, it pours well.'
  const [first, second] = [...(await threads(client, 'Coffee')), ...(await threads(client, 'espresso'))]
  const names = [await say(client, first!, words), await say(client, second!, words)]
  names.push(await say(client, first!, 'Thank you!'), await say(client, second!, 'Thank you!'))
  await later(client, 1)
  client.token = await client.signIn('*', 'client_credentials')
  const { body } = await client.get<Listing<Shown>>(`/api/info?id=${names}`)
  expect(body.data.children.map(({ data }) => data.body === '[removed]')).toEqual([false, true, false, false])
})

test('people stop replying to a client who never stops writing', () => {
  const reactionsTo = ({ name, at }: ClientText) => [
    { type: 'removal' as const, key: name, at: at + hour, reason: 'Spam' },
  ]
  const reactions = new Reactions({ ...smallCommunity(), reactionsTo })
  const plain = {
    author: 'ann',
    text: 'Again.',
    subreddit: 'kettles',
    thread: null,
    starter: null,
    to: null,
    others: [],
  }
  const hear = (at: number) => reactions.hear({ ...plain, name: `t3_${at}`, kind: 'post', at, turn: 0 })
  for (let at = 0; at < 700; at++) hear(at)
  reactions.happened('t3_3', null)
  const due: string[] = []
  for (let next = reactions.due(2 * hour); next; next = reactions.due(2 * hour)) due.push(next.reaction.key)
  expect(due).toHaveLength(499)
  expect(due.slice(0, 4)).toEqual(['t3_0', 't3_1', 't3_2', 't3_4'])
})
