import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetPost } from '#features/reddit/server/deletions/forget-post.ts'
import { recheckPosts } from '#features/reddit/server/deletions/recheck-posts.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { seedOpportunity } from '#tests/support/seed-data.ts'
import { InboxWorld, minute } from './inbox-world.ts'

const hour = 60 * minute
let inbox: InboxWorld
beforeAll(async () => {
  inbox = await InboxWorld.open()
})
afterAll(() => inbox.world.close())
beforeEach(() => inbox.begin())

const later = async (ms: number) => {
  inbox.world.clock.advance(ms)
  await recheckPosts(inbox.ctx)
}
/** Records that Mara invited messages in a comment. */
async function invited(comment: string): Promise<void> {
  const [conversation] = await inbox.conversations()
  await inbox.ask(
    `insert into invitation (project_id, id, person_id, quote, permalink, outside_name, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, 'DM me', '/r/kettles/comments/1post/x/c1/', $3, now(), now())`,
    [inbox.project, conversation.person.id, comment],
  )
}
const invitations = () => inbox.ask('select quote from invitation where project_id = $1', [inbox.project])

test.each([
  ['deleted', { author: '[deleted]', body: '[deleted]' }],
  ['removed', { body: '[removed]', removed_by_category: 'moderator' }],
])('a comment that was %s disappears from its conversation, with its invitation', async (_how, fate) => {
  const gone = inbox.box.comment('mara', 'DM me about my leak')
  inbox.box.comment('mara', 'And another one')
  await inbox.read()
  await invited(gone)
  await later(hour)
  expect(await inbox.texts()).toEqual(['DM me about my leak', 'And another one'])
  inbox.box.fates.set(gone, fate)
  await later(8 * hour)
  expect(await inbox.texts()).toEqual(['', 'And another one'])
  expect((await inbox.list('messages'))[0]).toMatchObject({ permalink: null, direction: 'in' })
  expect(await invitations()).toEqual([])
  expect(await inbox.conversations()).toMatchObject([{ person: { handle: 'mara' } }])
  const looked = await inbox.ask('select recheck_at as at from message where text = $1', [''])
  expect(looked).toContainEqual({ at: null })
})

test('a comment that Reddit leaves out disappears only if it does so again an hour later', async () => {
  const name = inbox.box.comment('mara', 'My leak')
  await inbox.read()
  inbox.box.fates.set(name, null)
  await later(9 * hour)
  expect(await inbox.texts()).toEqual(['My leak'])
  inbox.box.fates.delete(name)
  await later(hour)
  inbox.box.fates.set(name, null)
  await later(9 * hour)
  expect(await inbox.texts()).toEqual(['My leak'])
  await later(hour)
  expect(await inbox.texts()).toEqual([''])
})

test('comments are kept if Reddit leaves out everything', async () => {
  const names = Array.from({ length: 4 }, (_, at) => inbox.box.comment('mara', `Leak ${at}`))
  await inbox.read()
  for (const name of [...names, 't3_1post']) inbox.box.fates.set(name, null)
  for (const wait of [9, 2, 2]) await later(wait * hour)
  expect(await inbox.texts()).toEqual(['Leak 0', 'Leak 1', 'Leak 2', 'Leak 3'])
})

test('a changed comment is changed here, too', async () => {
  const name = inbox.box.comment('mara', 'My address is 1 Elm Street')
  await inbox.read()
  inbox.box.fates.set(name, { body: 'My address is a secret' })
  await later(9 * hour)
  expect(await inbox.texts()).toEqual(['My address is a secret'])
})

test('a deleted account is forgotten with all that it wrote, wherever the worker dies', async () => {
  const name = inbox.box.comment('mara', 'My leak')
  inbox.box.message('mara', 'My secret')
  inbox.box.message('joe', 'Hello')
  await inbox.read()
  await invited('t1_other')
  inbox.box.fates.set(name, { author: '[deleted]' })
  inbox.world.clock.advance(9 * hour)
  await killAtEachMoment(inbox.ctx, recheckPosts, () => inbox.world.clock.advance(11 * minute))
  expect(await inbox.texts()).toEqual(['', '', 'Hello'])
  expect(await invitations()).toEqual([])
  const handles = (await inbox.list('people')).map(({ handle }: { handle: string }) => handle)
  expect(handles.toSorted()).toEqual([expect.stringMatching(/^deleted-/), 'joe'])
})

test('the title of a thread disappears with its post', async () => {
  inbox.box.comment('mara', 'My leak')
  await inbox.read()
  inbox.box.fates.set('t3_1post', { author: '[deleted]', selftext: '[deleted]' })
  await later(9 * hour)
  expect(await inbox.conversations()).toMatchObject([{ title: null, threadId: '1post' }])
  expect(await inbox.texts()).toEqual(['My leak'])
})

describe('a forgotten post', () => {
  /** Returns a lead's post with a conversation about it, and an invitation that quotes it. */
  async function leadWithInvitation() {
    const lead = await seedOpportunity(inbox.world.ctx, inbox.project, { body: 'DM me about pipes' })
    const [post] = await inbox.ask(
      'select p.outside_id as "outsideId", p.source from post p join opportunity o on o.post_id = p.id where o.id = $1',
      [lead],
    )
    const outsideId = String(post!.outsideId)
    const thread = BigInt(outsideId).toString(36)
    inbox.box.comment('ann', 'My own thread', thread)
    await inbox.read()
    await invited(`t3_${thread}`)
    return { source: Number(post!.source), kind: 'post' as const, outsideId }
  }

  test('takes along its title and the invitations that quote it', async () => {
    const post = await leadWithInvitation()
    expect(await invitations()).toHaveLength(1)
    await forgetPost(inbox.ctx, post, 'deleted')
    expect(await invitations()).toEqual([])
    expect(await inbox.conversations()).toMatchObject([{ title: null, person: { handle: 'ann' } }])
    expect(await inbox.texts()).toEqual(['My own thread'])
  })

  test('of a deleted account takes along what its author wrote', async () => {
    await forgetPost(inbox.ctx, await leadWithInvitation(), 'authorless')
    expect(await inbox.texts()).toEqual([''])
    expect(await inbox.conversations()).toMatchObject([{ person: { handle: expect.stringMatching(/^deleted-/) } }])
  })
})
