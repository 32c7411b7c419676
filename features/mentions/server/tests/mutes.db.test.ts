import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { forgetPost } from '#features/reddit/server/deletions/forget-post.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { asJob } from '#tests/support/leads.ts'
import { addMember, auditOf, call, type Person, seedMention, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let project: string

beforeEach(async () => {
  ;({ world, app, ann, bob, cleo } = await testApp('ann', 'bob', 'cleo'))
  project = await setUpProject(app, ann)
  await addMember(world.ctx, project, cleo, 'client')
})
afterEach(() => world.close())

const mentioned = (sentence: string, values: Parameters<typeof seedMention>[2] = {}, projectId = project) =>
  seedMention(world.ctx, projectId, { sentence, subreddit: 'Plumbing', author: null, ...values })
const mute = (kind: string, mention: string, by = ann) =>
  call(app, by, 'POST', 'mention-mutes', { project, mention, kind })

/** Puts a mention's post into a thread, as a comment's permalink does. */
const inThread = (mention: string, thread: string) =>
  ask(
    world.url,
    `update post set permalink = '/r/Plumbing/comments/' || $2 || '/title/' || md5(id::text) || '/'
     where id = (select post_id from mention where id = $1)`,
    [mention, thread],
  )

const sentences = async (query: string, by = ann) =>
  (await call(app, by, 'GET', `mentions?sort=createdAt&${query}`))
    .json()
    .data.map((row: { sentence: string }) => row.sentence)
const shown = () => sentences('filters[muted]=false')

describe('muting', () => {
  test('a thread hides its post and comments, and later ones too', async () => {
    const post = await mentioned('The post')
    const comment = await mentioned('A comment')
    await mentioned('Elsewhere')
    for (const id of [post, comment]) await inThread(id, '1abc')
    expect((await mute('thread', comment)).json().data).toMatchObject({ kind: 'thread', name: '1abc' })
    expect(await shown()).toEqual(['Elsewhere'])
    await inThread(await mentioned('A later comment'), '1ABC')
    expect(await shown()).toEqual(['Elsewhere'])
    expect(await sentences('filters[muted]=true')).toEqual(['The post', 'A comment', 'A later comment'])
  })

  test.each([
    ['an author', 'author', { author: 'Mara' }, { author: 'mara' }],
    ['a community', 'community', { subreddit: 'Welding' }, { subreddit: 'welding' }],
  ])('%s hides all mentions of theirs, in any spelling', async (_, kind, own, other) => {
    const id = await mentioned('First', own)
    await mentioned('Second', other)
    await mentioned('Other')
    expect((await mute(kind, id)).statusCode).toBe(201)
    expect(await shown()).toEqual(['Other'])
    expect((await call(app, ann, 'GET', `mentions/${id}`)).json().data.muted).toBe(true)
    expect((await call(app, ann, 'GET', 'mention-totals?filters[muted]=false')).json().data.counted).toBe(1)
  })

  test('is undone, with an audit entry that does not name the author', async () => {
    const { id } = (await mute('author', await mentioned('Hi', { author: 'mara' }))).json().data
    expect(await shown()).toEqual([])
    expect((await call(app, ann, 'DELETE', `mention-mutes/${id}`)).statusCode).toBe(204)
    expect(await shown()).toEqual(['Hi'])
    expect((await auditOf(world.ctx, project)).slice(-2)).toEqual([
      expect.stringMatching(/mentionMute\.create$/),
      expect.stringMatching(/mentionMute\.delete$/),
    ])
    const details = await ask(world.url, `select details::text from audit_entry where action like 'mentionMute%'`)
    expect(JSON.stringify(details)).not.toContain('mara')
  })

  test('lists who muted what, with the post of a thread', async () => {
    await mute('thread', await mentioned('Hi'))
    const query = `filters[project]=${project}&populate[0]=post&populate[1]=createdBy`
    const [row] = (await call(app, cleo, 'GET', `mention-mutes?${query}`)).json().data
    expect(row).toMatchObject({
      kind: 'thread',
      post: { title: 'Which welder for pipes?' },
      createdBy: { email: ann.email },
    })
  })

  test('is refused twice, for an unknown author, and for a bad body', async () => {
    const id = await mentioned('Hi')
    expect((await mute('community', id)).statusCode).toBe(201)
    expect((await mute('community', id)).json().error.message).toBe('This is already muted')
    expect((await mute('author', id)).statusCode).toBe(409)
    expect((await mute('topic', id)).statusCode).toBe(400)
    expect((await mute('thread', project)).statusCode).toBe(400)
  })

  test('is for members who decide, and never about another project', async () => {
    const id = await mentioned('Hi')
    expect((await mute('thread', id, cleo)).statusCode).toBe(403)
    expect((await mute('thread', id, bob)).statusCode).toBe(404)
    const theirs = await mentioned('Theirs', {}, await setUpProject(app, bob))
    expect((await mute('thread', theirs)).statusCode).toBe(400)
    const { data } = (await mute('thread', id)).json()
    expect((await call(app, bob, 'DELETE', `mention-mutes/${data.id}`)).statusCode).toBe(404)
    expect((await call(app, bob, 'GET', 'mention-mutes')).json().data).toEqual([])
    expect((await app.inject('/api/mention-mutes')).statusCode).toBe(403)
  })

  test('hides nothing in another project', async () => {
    await setUpProject(app, bob).then((theirs) => mentioned('Theirs', { author: 'mara' }, theirs))
    await mute('author', await mentioned('Ours', { author: 'mara' }))
    expect(await sentences('filters[muted]=false', bob)).toEqual(['Theirs'])
  })
})

describe('a muted name is forgotten', () => {
  const forget = async (mention: string) => {
    const [post] = await ask<{ outside_id: string }>(
      world.url,
      `update post set author = m.author from mention m where m.post_id = post.id and m.id = $1 returning outside_id::text`,
      [mention],
    )
    await forgetPost(asJob(world.ctx), { source: 1, kind: 'post', outsideId: post!.outside_id }, 'deleted')
  }
  const names = async () =>
    (await ask<{ name: string }>(world.url, 'select name from mention_mute')).map(({ name }) => name)

  test('with the last mention by its author', async () => {
    const first = await mentioned('First', { author: 'mara' })
    const second = await mentioned('Second', { author: 'Mara', subreddit: 'u_Mara' })
    await mute('author', first)
    await mute('community', second)
    await forget(first)
    expect((await names()).toSorted()).toEqual(['mara', 'u_Mara'])
    await forget(second)
    expect(await names()).toEqual([])
  })

  test('but not the name of a community or another author', async () => {
    const id = await mentioned('First', { author: 'mara', subreddit: 'Plumbing' })
    await mute('community', id)
    await mute('author', await mentioned('Second', { author: 'otto' }))
    await forget(id)
    expect((await names()).toSorted()).toEqual(['Plumbing', 'otto'])
  })
})
