import { describe, expect, test } from 'vitest'
import type { SourceRecord } from '#engine/records/record.ts'
import { promotionStance } from '#engine/reddit/promotion-stance.ts'
import { readArchive } from '#features/matching/server/imports/archive.ts'
import { headBytes } from '#features/matching/server/sources/packing.ts'
import { apiAnswering, app, now } from '#tests/support/reddit-answers.ts'
import {
  answerOf,
  type Child,
  childrenOf,
  isAbsent,
  isGone,
  isNotice,
  ofKind,
  type Recording,
  recordings,
} from '#tests/support/reddit-recordings.ts'
import type { RedditApi } from './api.ts'
import { readAbout, readCommunity, readPostRequirements, readRules } from './communities.ts'
import { lookUpItems } from './info.ts'
import { interpretAnswer } from './interpret-answer.ts'
import { type Items, newComments, newPosts, readItems, searchPosts, userItems } from './listings.ts'
import { type Messages, readMessageList, readMessages } from './messages.ts'
import { readGranted, revokeToken } from './oauth.ts'
import type { Outcome } from './outcome.ts'
import { readAccount, readMe, readUser } from './people.ts'
import { nameOf, readThings, recordOf } from './things.ts'
import { readMoreChildren, readThread, type ThreadComment } from './threads.ts'

/** Plays back every recorded exchange with Reddit: a success has to yield its content, an error its failure. */
const circumstances = { now, failures: 0 }

/** Returns the value of a successful outcome; throws for a failure. */
function valueIn<T>(outcome: Outcome<T>): T {
  if (outcome.state !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.value
}

/** Sends the client's own request, and returns it with the value parsed from the recorded response. */
async function replayed<T>(recording: Recording, read: (api: RedditApi) => Promise<Outcome<T>>) {
  const { api, questions, heard } = apiAnswering(answerOf(recording))
  const value = valueIn(await read(api))
  const { pathname, searchParams } = questions[0]!.url
  return { value, path: decodeURIComponent(pathname), query: Object.fromEntries(searchParams), heard }
}

const slashless = (path: string) =>
  path
    .replace(/\/$/, '')
    .replace(/\.json$/, '')
    .replace(/\/$/, '')

/** Expects a page to contain the records derived from its raw children. */
function expectItems({ records, gone, broken, after, before }: Items, body: unknown): void {
  const children = childrenOf(body)
  const { data } = body as { data: Record<string, unknown> }
  expect([after, before]).toEqual([data.after ?? null, data.before ?? null])
  expect(broken).toBe(0)
  expect(records.length + gone.length).toBe(children.length)
  const shown = children.filter((child) => !isGone(child))
  expect(records.map(({ kind, id }) => [kind, id])).toEqual(
    shown.map((child) => [child.kind === 't3' ? 'post' : 'comment', child.data.id]),
  )
  for (const [subreddit, record] of records.entries()) {
    const raw = shown[subreddit]!.data
    expect(record).toMatchObject({
      subreddit: raw.subreddit,
      author: isNotice(raw.author) ? null : raw.author,
      body: raw.selftext ?? raw.body,
      title: isNotice(raw.title ?? raw.link_title) ? '' : (raw.title ?? raw.link_title ?? ''),
      // The API gives neither for a comment, and writes hidden votes as 1.
      url: record.kind === 'post' ? raw.url : null,
      flair: (record.kind === 'post' && raw.link_flair_text) || null,
      score: raw.score_hidden === true ? null : raw.score,
      permalink: raw.permalink ?? expect.stringContaining(String(raw.id)),
      numComments: record.kind === 'post' ? raw.num_comments : null,
      postedAt: (raw.created_utc as number) * 1000,
      bodyTruncated: false,
    })
  }
}

/** Reads the same items as lines of a dump, the format of Reddit archives. */
async function outOfArchive(children: readonly Child[]): Promise<(SourceRecord | string)[]> {
  const bytes = Buffer.from(children.map(({ data }) => JSON.stringify(data)).join('\n'))
  const pieces = (async function* () {
    yield bytes
  })()
  const archive = readArchive({ totalBytes: bytes.length, head: bytes.subarray(0, headBytes), bytes: pieces })
  const found: (SourceRecord | string)[] = []
  for await (const line of archive.lines) found.push('record' in line ? line.record : line.broken)
  return found
}

test.skipIf(isAbsent)('all recordings are present', () => {
  expect(recordings.length).toBe(252)
})

describe.skipIf(isAbsent)('a list of items', () => {
  const subredditOf = ({ request }: Recording) => /^\/r\/([^/]+)\//.exec(request.path)?.[1] ?? 'all'
  const pageOf = ({ request: { query } }: Recording) => ({
    after: query.after,
    before: query.before,
    limit: Number(query.limit ?? 100),
  })

  test.each(ofKind('listing-new', 'listing-comments'))('$file', async (recording) => {
    const read = recording.kind === 'listing-new' ? newPosts : newComments
    const { value, path, query } = await replayed(recording, (api) =>
      read(api, subredditOf(recording).split('+'), pageOf(recording)),
    )
    expect(path).toBe(slashless(recording.request.path))
    expect(query).toMatchObject({ raw_json: '1', ...recording.request.query })
    expectItems(value, recording.response.body)
    expect(value.records.length).toBeGreaterThan(0)
  })

  test.each(ofKind('search-posts'))('$file', async (recording) => {
    const { q = '', restrict_sr: restricted, sort } = recording.request.query
    const subreddit = ['on', 'true'].includes(restricted ?? '') ? subredditOf(recording) : null
    const search = { query: q, subreddit, sort: sort === 'relevance' ? sort : 'new' } as const
    const { value, path, query } = await replayed(recording, (api) => searchPosts(api, search, pageOf(recording)))
    expect(path).toBe(subreddit === null ? '/search' : slashless(recording.request.path))
    expect(query.q).toBe(q)
    expectItems(value, recording.response.body)
  })

  test.each(ofKind('user-listing'))('$file', async (recording) => {
    const { value } = await replayed(recording, (api) => userItems(api, 'wilma', 'overview', pageOf(recording)))
    expectItems(value, recording.response.body)
  })

  test.each(ofKind('listing-other'))('$file', (recording) => {
    expectItems(readItems(recording.response.body)!, recording.response.body)
  })

  const lists = ofKind('listing-new', 'listing-comments', 'listing-other', 'search-posts', 'user-listing', 'info')
  test.each(lists)('yields the same records from an archive: $file', async ({ response: { body } }) => {
    const shown = childrenOf(body).filter((child) => !isGone(child))
    expect(await outOfArchive(shown)).toEqual(readItems(body)!.records)
  })

  test.each(ofKind('info'))('$file', async (recording) => {
    const children = childrenOf(recording.response.body)
    const names = children.map((child) => String(child.data.name))
    const { value, query } = await replayed(recording, (api) => lookUpItems(api, [...names, 't3_zzzzzz'].slice(-100)))
    expect(query.id?.split(',')).toEqual([...names, 't3_zzzzzz'].slice(-100))
    expect(value.get('t3_zzzzzz')).toEqual({ standing: 'absent' })
    for (const name of names.slice(-99)) {
      const raw = children.find((child) => child.data.name === name)!
      const author = isNotice(raw.data.author) ? null : raw.data.author
      const shown = { standing: author === null ? 'authorless' : 'there', record: { id: raw.data.id, author } }
      const by = raw.data.removed_by_category ?? 'deleted'
      const isRemoved =
        !['deleted', 'author'].includes(by as string) || (raw.data.selftext ?? raw.data.body) === '[removed]'
      const gone = { standing: isRemoved ? 'removed' : 'deleted' }
      expect(value.get(name)).toMatchObject(isGone(raw) ? gone : shown)
    }
  })
})

/** The fields to compare between a parsed and a raw comment. */
interface Said {
  name: string
  parent: unknown
  author: unknown
  body: unknown
}

/** Returns all comments of a tree and their parents, by an independent traversal. */
function rawComments(children: Child[]): Said[] {
  return children.flatMap((child) => {
    if (child.kind === 'more') return []
    const replies = child.data.replies ? childrenOf(child.data.replies) : []
    const { name, parent_id: parent, author, body } = child.data
    const own = { name: String(name), parent, author: isNotice(author) ? null : author, body }
    return [...(isGone(child) ? [] : [own]), ...rawComments(replies)]
  })
}

const said = ({ record: { id, author, body }, parent }: ThreadComment): Said => {
  return { name: `t1_${id}`, parent, author, body }
}

describe.skipIf(isAbsent)('a thread', () => {
  test.each(ofKind('comments-tree'))('$file', async (recording) => {
    const [posts, comments] = recording.response.body as [unknown, unknown]
    const [post] = childrenOf(posts) as [Child]
    const bounds = { comments: 500, calls: 0 }
    const { value, query } = await replayed(recording, (api) => readThread(api, String(post.data.id), bounds))
    expect(query.raw_json).toBe('1')
    const { id, title, selftext: body, author } = post.data
    if (isGone(post)) expect(value.post).toBeNull()
    else expect(value.post).toMatchObject({ id, title, body, author: isNotice(author) ? null : author })
    expect(value.comments.map(said)).toEqual(rawComments(childrenOf(comments)))
    expect(value.broken).toBe(0)
  })

  test.each(ofKind('morechildren'))('further comments: $file', (recording) => {
    const body = recording.response.body as { json: { data: { things: Child[] } } }
    const { things } = body.json.data
    const page = readMoreChildren(valueIn(interpretAnswer(answerOf(recording), circumstances)))!
    expect(page.comments.map(said)).toEqual(rawComments(things))
    expect(page.more.length).toBe(things.filter(({ kind }) => kind === 'more').length)
    expect(page.broken).toBe(0)
  })
})

describe.skipIf(isAbsent)('a community', () => {
  const bodyOf = ({ response }: Recording) => response.body as Record<string, unknown>

  test.each(ofKind('subreddit-about'))('$file', async (recording) => {
    const { value, path } = await replayed(recording, (api) => readCommunity(api, 'CRM'))
    const { data } = recording.response.body as { data: Record<string, unknown> }
    expect(path).toBe('/r/CRM/about')
    expect(value).toMatchObject({ name: data.display_name, members: data.subscribers, title: data.title })
  })

  test.each(ofKind('subreddit-rules'))('$file', async (recording) => {
    const { value } = await replayed(recording, (api) => readRules(api, 'CRM'))
    const { rules } = recording.response.body as { rules: { short_name: string; description: string }[] }
    const expected = rules.map(({ short_name: name, description }) => ({ name, description }))
    expect(value.map(({ name, description }) => ({ name, description }))).toEqual(expected)
    // The recorded rules come from people who were testing the API, and don't mention promotion.
    expect(promotionStance(value)).toEqual({ stance: 'unknown', because: null })
  })

  test.each(ofKind('subreddit-post-requirements'))('$file', async (recording) => {
    const { value } = await replayed(recording, (api) => readPostRequirements(api, 'CRM'))
    const raw = bodyOf(recording)
    expect(value).toMatchObject({
      titleNever: raw.title_blacklisted_strings,
      bodyNever: raw.body_blacklisted_strings,
      domainsNever: raw.domain_blacklist,
      isFlairRequired: raw.is_flair_required,
    })
  })
})

function expectMessages({ messages, broken }: Messages, body: unknown): void {
  const children = childrenOf(body)
  expect(broken).toBe(0)
  expect(messages.map(({ name }) => name)).toEqual(expect.arrayContaining(children.map(({ data }) => data.name)))
  for (const { data } of children) {
    expect(messages.find(({ name }) => name === data.name)).toMatchObject({
      author: data.author ?? null,
      body: data.body,
      sentAt: (data.created_utc as number) * 1000,
      isNew: data.new,
      subreddit: data.subreddit ?? null,
      isOfficial: data.distinguished !== null,
      thread: data.was_comment ? { permalink: String(data.context).replace(/\?.*/, ''), title: data.link_title } : null,
    })
  }
}

describe.skipIf(isAbsent)('a person', () => {
  test.each(ofKind('user-about', 'me'))('$file', async (recording) => {
    const isMe = recording.kind === 'me'
    const { value } = await replayed(recording, (api) => (isMe ? readMe(api) : readUser(api, 'wilma')))
    const body = recording.response.body as { data: Record<string, unknown> } & Record<string, unknown>
    const raw = isMe ? body : body.data
    expect(value).toMatchObject({ name: raw.name, id: raw.id ?? null, commentKarma: raw.comment_karma ?? null })
    expect(value.isSuspended).toBe(raw.is_suspended === true)
  })

  test.each(ofKind('message-inbox', 'message-unread', 'message-sent'))(
    'sends and receives messages: $file',
    async (recording) => {
      const box = recording.kind.slice('message-'.length) as 'inbox' | 'unread' | 'sent'
      const { value } = await replayed(recording, (api) => readMessages(api, box, {}))
      expectMessages(value, recording.response.body)
    },
  )
})

describe.skipIf(isAbsent)('a token', () => {
  test.each(ofKind('oauth-token'))('$file', (recording) => {
    const raw = recording.response.body as {
      access_token: string
      expires_in: number
      refresh_token?: string
      scope: string
    }
    const granted = readGranted(answerOf(recording), 'refresh', circumstances)
    // Reddit refuses a wrong password with status 200.
    if (recording.file.includes('refresh__with_invalid')) {
      expect(granted).toEqual({ state: 'signIn', because: 'grantRefused' })
      return
    }
    expect(valueIn(granted)).toEqual({
      accessToken: raw.access_token,
      expiresAt: now + raw.expires_in * 1000,
      refreshToken: raw.refresh_token ?? null,
      scopes: raw.scope.split(' '),
    })
  })
})

/** The product doesn't send these requests yet, but can read the responses. */
describe.skipIf(isAbsent)('responses to requests that the product does not send yet', () => {
  const read = (recording: Recording) => valueIn(interpretAnswer(answerOf(recording), circumstances))
  const isList = ({ response: { body } }: Recording) => (body as { kind?: string }).kind === 'Listing'

  test.each(ofKind('message-other'))('messages: $file', (recording) => {
    expectMessages(readMessageList(read(recording))!, recording.response.body)
  })

  const written = ofKind('comment', 'edit-delete').filter(({ response }) => 'json' in (response.body as object))
  test.each(written)('written comments and posts: $file', (recording) => {
    const body = read(recording) as { json: { data: { things: Child[] } } }
    const { things, broken } = readThings(body.json.data.things)
    expect(broken).toBe(0)
    expect(things.map(nameOf)).toEqual(body.json.data.things.map(({ data }) => data.name))
    for (const thing of things.filter(({ kind }) => kind !== 't4')) {
      const { id, author, selftext, body: text, title = '' } = thing.data
      expect(recordOf(thing)).toMatchObject({ id, author, title, body: selftext ?? text })
    }
  })

  test.each(ofKind('search-subreddits').filter(isList))('communities: $file', (recording) => {
    const children = childrenOf(read(recording))
    expect(children.map((child) => readAbout(child))).toMatchObject(
      children.map(({ data }) => ({ name: data.display_name, members: data.subscribers, title: data.title })),
    )
  })

  test.each(ofKind('search-users'))('people: $file', (recording) => {
    const people = childrenOf(read(recording)).map(({ data }) => data)
    expect(people.map(readAccount)).toMatchObject(
      people.map(({ id, name, comment_karma: commentKarma }) => ({ id: id ?? null, name, commentKarma })),
    )
  })
})

test.skipIf(isAbsent).each(ofKind('oauth-revoke'))('a token is revoked: $file', async (recording) => {
  const outcome = await revokeToken(app, async () => answerOf(recording), 'refresh-1', circumstances)
  expect(outcome).toEqual({ state: 'ok', value: null })
})

const ending = (because: string, words: unknown = expect.anything()) => ({ state: 'never', because, words })
const refused = ending('refused')
const again = (because: string, seconds: number) => ({ state: 'later', because, at: now + seconds * 1000 })
const stranger = { state: 'signIn', because: 'tokenRefused' }

/** By the start of the file's path: its kind, and the start of its name. */
const verdicts: Record<string, object> = {
  'error-comment/': ending('deleted', 'that comment has been deleted'),
  'error-compose/': ending('missing', "that user doesn't exist"),
  'error-edit-delete/asyncpraw': ending('refused', "This post can't be edited"),
  'error-edit-delete/praw--': ending('refused', 'You may not have "rewtwert" in your post body. '),
  'error-edit-delete/prawold': ending('forbidden', null),
  'error-info/': stranger,
  'error-listing-new/': ending('quarantined', null),
  'error-listing-other/': ending('quarantined', null),
  'error-me-other/praw--': ending('missing', "that user doesn't exist"),
  'error-me-other/prawold': refused,
  'error-me/prawcore': again('limited', 4),
  'error-me/': stranger,
  'error-message-other/': ending('forbidden', null),
  'error-morechildren/': ending('misasked', null),
  'error-oauth-token/prawcore--TestAuthorizer': { state: 'signIn', because: 'grantRefused' },
  'error-oauth-token/prawcore--TestSession': again('limited', 60),
  'error-submit/prawold--test_raise_invalidsubreddit': ending('missing', "that subreddit doesn't exist"),
  'error-submit/prawold': ending('captcha', 'care to try these again?'),
  'error-submit/': refused,
  'error-user-listing/': ending('forbidden', null),
  'error-user-trophies-friends/': ending('refused', 'invalid user name'),
  'errors-other/praw--TestCommentModeration': ending('refused', 'this is too long (max: 50)'),
  'errors-other/praw--TestObjector': stranger,
  'errors-other/praw--TestReddit.test_bare': ending('misasked', null),
  'errors-other/praw--TestRedditorListings': refused,
  'errors-other/praw--TestRedditors': ending('missing', null),
  'errors-other/praw--TestSubredditFilters': ending('missing', "that multireddit doesn't exist"),
  'errors-other/praw--TestSubredditModeration': refused,
  'errors-other/prawcore--TestSession.test_request__with': stranger,
  'errors-other/prawcore': again('failing', 15),
  'errors-other/prawold--test_create': ending('missing', "that multireddit doesn't exist"),
  'errors-other/prawold--test_delete': ending('refused', 'invalid css name'),
}

describe.skipIf(isAbsent)('an error', () => {
  const errors = recordings.filter(({ kind }) => kind.startsWith('error'))

  test.each(errors)('$file', (recording) => {
    const [, expected] = Object.entries(verdicts).find(([start]) => recording.file.startsWith(start)) ?? []
    const answer = answerOf(recording)
    const isGrant = recording.kind === 'error-oauth-token'
    const found = isGrant ? readGranted(answer, 'refresh', circumstances) : interpretAnswer(answer, circumstances)
    expect(expected).toBeDefined()
    expect(found).toEqual(expected)
  })
})

test.skipIf(isAbsent).each(recordings.filter(({ kind }) => !kind.startsWith('error')))(
  'every other response is a success: $file',
  (recording) => {
    expect(interpretAnswer(answerOf(recording), circumstances)).toMatchObject({ state: 'ok' })
  },
)
