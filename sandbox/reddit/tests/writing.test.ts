import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listing, namesOf, TestClient } from './client.ts'

let client: TestClient
beforeAll(async () => {
  client = await TestClient.open()
}, 60_000)
afterAll(() => client.close())

interface Written {
  json: {
    errors: [code: string, words: string, field: string | null][]
    data: { name: string; things: { data: { name: string } }[] }
  }
}

async function submit(form: Record<string, string> = {}): Promise<Written['json']> {
  const post = { sr: 'kettles', kind: 'self', title: 'Which kettle?', text: 'For tea.', ...form }
  return (await client.post<Written>('/api/submit', post)).body.json
}
const reply = async (to: string, text = 'The small one.') =>
  (await client.post<Written>('/api/comment', { thing_id: to, text })).body.json
const codes = ({ errors }: Written['json']) => errors.map(([code, , field]) => [code, field])

describe('the error is reported for', () => {
  test.each<[string, Record<string, string>, [string, string]]>([
    ['in an unknown community', { sr: 'nowhere' }, ['SUBREDDIT_NOEXIST', 'sr']],
    ['in a closed community', { sr: 'backroom' }, ['SUBREDDIT_NOTALLOWED', 'sr']],
    ['without a title', { title: ' ' }, ['NO_TEXT', 'title']],
    ['with a title that is too long', { title: 'x'.repeat(301) }, ['TOO_LONG', 'title']],
    ['with an invalid link', { kind: 'link', url: 'javascript:alert(1)' }, ['BAD_URL', 'url']],
  ])('a post %s', async (_, form, fault) => {
    expect(codes(await submit(form))).toEqual([fault])
  })

  test.each<[string, string, [string, string]]>([
    ['delete', 't3', ['DELETED_LINK', 'parent']],
    ['remove', 't3', ['DELETED_LINK', 'parent']],
    ['lock', 't3', ['THREAD_LOCKED', 'parent']],
    ['delete', 't1', ['DELETED_COMMENT', 'parent']],
  ])('a reply after “%s” on its %s', async (action, kind, fault) => {
    const { name } = (await submit()).data
    const comment = (await reply(name)).data.things[0]!.data.name
    const target = kind === 't3' ? name : comment
    await client.tell(`things/${target}`, { action })
    expect(codes(await reply(target))).toEqual([fault])
  })

  test('a reply with an empty or too long text', async () => {
    const { name } = (await submit()).data
    expect(codes(await reply(name, ' '))).toEqual([['NO_TEXT', 'text']])
    expect(codes(await reply(name, 'x'.repeat(10_001)))).toEqual([['TOO_LONG', 'text']])
  })

  test('a target that does not exist or belongs to another user', async () => {
    const [theirs] = namesOf((await client.get<Listing>('/r/smallfirms/new?limit=1')).body)
    const statuses = [
      await client.post('/api/comment', { thing_id: 't3_zzz', text: 'Hello' }),
      await client.post('/api/editusertext', { thing_id: theirs!, text: 'Mine now' }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([403, 403])
    await client.post('/api/del', { id: theirs! })
    expect(namesOf((await client.get<Listing>('/r/smallfirms/new?limit=1')).body)).toEqual([theirs])
  })

  test.each<[string, string, object, string]>([
    ['to an unknown user', 'nobody_of_this_name', {}, 'USER_DOESNT_EXIST'],
    ['to a deleted account', 'cleo_cedar', { standing: 'left' }, 'USER_DOESNT_EXIST'],
    [
      'to a user who accepts messages only from trusted users',
      'ben_birch',
      { messages: 'trusted' },
      'NOT_WHITELISTED_BY_USER_MESSAGE',
    ],
    ['to a user who accepts only chats', 'eve_elm', { messages: 'chat' }, 'RESTRICTED_TO_PM'],
  ])('a message %s', async (_, to, change, code) => {
    await client.tell(`people/${to}`, change)
    const message = { to, subject: 'Hello', text: 'Which one?' }
    const { body } = await client.post<Written>('/api/compose', message)
    expect(codes(body.json)).toEqual([[code, 'to']])
    // With validate_on_submit, Reddit reports errors in its other style.
    const strict = await client.post('/api/compose', { ...message, validate_on_submit: 'True' })
    expect([strict.status, strict.body]).toEqual([400, expect.objectContaining({ reason: code, fields: ['to'] })])
  })
})

test('a vote counts once and can be withdrawn', async () => {
  const { name } = (await submit()).data
  const seen = async () => {
    const { body } = await client.get<Listing<{ score: number; likes: boolean | null }>>(`/api/info?id=${name}`)
    const { score, likes } = body.data.children[0]!.data
    return [score, likes]
  }
  expect(await seen()).toEqual([1, null])
  for (const direction of ['1', '1']) await client.post('/api/vote', { id: name, dir: direction })
  expect(await seen()).toEqual([2, true])
  await client.post('/api/vote', { id: name, dir: '-1' })
  expect(await seen()).toEqual([0, false])
  await client.post('/api/vote', { id: name, dir: '0' })
  expect(await seen()).toEqual([1, null])
})

test('an inbox shows replies, mentions and messages until they are read', async () => {
  const { name } = (await submit()).data
  const mine = (await reply(name)).data.things[0]!.data.name
  const say = (parent: string, author: string, body: string) => client.tell('comments', { parent, author, body })
  await say(name, 'ada_oaks', 'Under the post.')
  await say(mine, 'ada_oaks', 'Under the comment.')
  const [other] = namesOf((await client.get<Listing>('/r/hedgehogs/new?limit=1')).body)
  await say(other!, 'ada_oaks', 'Ask u/sandbox_developer, not /u/nobody_at_all.')
  await client.tell('messages', { from: 'ada_oaks', to: 'sandbox_developer', subject: 'Kettles', body: 'Hello' })

  const inbox = async (box: string) =>
    (await client.get<Listing<{ subject: string; type: string; body: string; new: boolean }>>(`/message/${box}`)).body
      .data.children
  const unread = (await inbox('unread')).map(({ kind, data }) => [kind, data.type, data.subject, data.body])
  expect(unread.slice(0, 4)).toEqual([
    ['t4', 'unknown', '[direct chat room]', 'Hello'],
    ['t1', 'username_mention', 'username mention', 'Ask u/sandbox_developer, not /u/nobody_at_all.'],
    ['t1', 'comment_reply', 'comment reply', 'Under the comment.'],
    ['t1', 'post_reply', 'post reply', 'Under the post.'],
  ])
  expect((await client.post('/api/read_all_messages', {})).status).toBe(202)
  expect(await inbox('unread')).toEqual([])
  expect((await inbox('inbox')).every(({ data }) => !data.new)).toBe(true)
  for (const box of ['comments', 'selfreply', 'mentions']) expect(await inbox(box)).toHaveLength(1)
})

test('only the sender and the recipient of a message can read it', async () => {
  await client.tell('messages', { from: 'ada_oaks', to: 'sandbox_developer', subject: 'Secret', body: 'Tin.' })
  const [newest] = (await client.get<Listing<{ id: string }>>('/message/inbox')).body.data.children
  expect((await client.get(`/message/messages/${newest!.data.id}`)).status).toBe(200)
  // Another user's greeting; its ID is that user's number.
  expect((await client.get(`/message/messages/${(4101).toString(36)}`)).status).toBe(403)
})
