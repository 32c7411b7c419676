import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call, create, seedOpportunity, setUpProject } from '#tests/support/seed-data.ts'
import { day, InboxWorld, minute } from './inbox-world.ts'

let inbox: InboxWorld
beforeAll(async () => {
  inbox = await InboxWorld.open()
})
afterAll(() => inbox.world.close())
beforeEach(() => inbox.begin())

describe('an inbox', () => {
  test('is sorted into conversations by person, thread, and community, and the oldest message comes first', async () => {
    const lead = await seedOpportunity(inbox.world.ctx, inbox.project)
    const [post] = await inbox.ask(
      'select p.outside_id from post p join opportunity o on o.post_id = p.id where o.id = $1',
      [lead],
    )
    const thread = BigInt(String(post!.outside_id)).toString(36)
    inbox.box.message('Mara_', 'Hi there', { parent_id: null })
    inbox.world.clock.advance(minute)
    inbox.box.message('mara_', 'Are you in?')
    inbox.world.clock.advance(minute)
    inbox.box.comment('mara_', 'It leaks', thread)
    inbox.box.comment('Joe', 'Mine too', thread)
    inbox.world.clock.advance(minute)
    inbox.box.comment('joe', 'Here as well', '2other', { type: 'username_mention' })
    inbox.world.clock.advance(minute)
    inbox.box.message('some_mod', 'Please read the rules', {
      subreddit: 'Kettles',
      distinguished: 'moderator',
      subject: 'Rules',
    })
    inbox.box.message(null, 'Your post is back', { subreddit: 'kettles', distinguished: 'moderator' })
    await inbox.read()
    const found = await inbox.conversations()
    expect(found).toMatchObject([
      { kind: 'message', person: { handle: 'Mara_', stage: 'inConversation' }, threadId: null, opportunity: null },
      {
        kind: 'comment',
        person: { handle: 'Mara_' },
        threadId: thread,
        subreddit: 'kettles',
      },
      {
        kind: 'comment',
        person: { handle: 'Joe' },
        title: 'Which one?',
        opportunity: { id: lead },
      },
      { kind: 'mention', person: { handle: 'Joe' }, threadId: '2other', opportunity: null },
      { kind: 'modmail', person: null, subreddit: 'Kettles', account: { name: 'wilma-welds' } },
    ])
    expect(found.every((each: object) => 'unread' in each && each.unread)).toBe(true)
    expect(await inbox.texts()).toEqual([
      ...['Hi there', 'Are you in?', 'It leaks', 'Mine too', 'Here as well'],
      ...['Please read the rules', 'Your post is back'],
    ])
    const [first, , comment] = await inbox.list('messages')
    expect(first).toMatchObject({ direction: 'in', state: 'received', permalink: null })
    expect(comment.permalink).toMatch(new RegExp(`^/r/kettles/comments/${thread}/which_one/c\\d+/$`))
    expect(
      new Set(
        (
          await inbox.ask(`select subject_id as id from event where kind = 'messages' and project_id = $1`, [
            inbox.project,
          ])
        ).map(({ id }) => id),
      ),
    ).toEqual(new Set(found.map(({ id }: { id: string }) => id)))
  })

  test('links a conversation to the newest lead of its person, unless nobody may see it yet', async () => {
    const lead = await seedOpportunity(inbox.world.ctx, inbox.project)
    await inbox.ask(`update opportunity set released_at = null where id = $1`, [lead])
    inbox.box.message('Ann', 'I posted that')
    await inbox.read()
    expect(await inbox.conversations()).toMatchObject([{ opportunity: null }])
    await inbox.ask('delete from conversation')
    await inbox.ask('update reddit_account set inbox_whole_at = null')
    await inbox.ask('update opportunity set released_at = created_at where id = $1', [lead])
    await inbox.read()
    expect(await inbox.conversations()).toMatchObject([{ opportunity: { id: lead } }])
  })

  test('is read from the newest page to the mark, each item once', async () => {
    inbox.box.pageSize = 20
    for (let at = 0; at < 50; at++) {
      inbox.box.message(`user_${at % 5}`, `Message ${at}`)
      inbox.world.clock.advance(1000)
    }
    await inbox.read()
    expect(inbox.box.asked.filter((each) => each.startsWith('inbox'))).toHaveLength(3)
    expect(await inbox.count()).toBe(50)
    expect(await inbox.conversations()).toHaveLength(5)
    inbox.box.asked.length = 0
    const newest = inbox.box.message('user_1', 'One more')
    await inbox.read()
    expect(inbox.box.asked).toEqual(['inbox', 'sent'])
    expect(await inbox.count()).toBe(51)
    expect(await inbox.stored()).toMatchObject({
      inbox_mark: newest,
      inbox_trouble: null,
      inbox_read_at: inbox.world.clock.now,
    })
  })

  test('with items twice or in another order is stored as if they came in order', async () => {
    inbox.box.pageSize = 20
    for (let at = 0; at < 30; at++) {
      inbox.box.message('mara', `Message ${at}`)
      inbox.world.clock.advance(1000)
    }
    inbox.box.muddle = (items) => [...items, ...items].toReversed()
    await inbox.read()
    await inbox.read()
    expect(await inbox.count()).toBe(30)
    expect((await inbox.texts()).slice(0, 3)).toEqual(['Message 0', 'Message 1', 'Message 2'])
    expect(await inbox.conversations()).toHaveLength(1)
  })

  test("of 1,000 items is read to Reddit's limit of pages", async () => {
    // Most are of deleted accounts, which are read but not stored.
    const author = (at: number) => (at % 10 === 0 ? `user_${at % 40}` : '[deleted]')
    for (let at = 0; at < 1050; at++) inbox.box.comment(author(at), `Comment ${at}`, `t${at % 90}`)
    await inbox.read()
    expect(await inbox.count()).toBe(100)
    inbox.box.asked.length = 0
    await inbox.read()
    expect(inbox.box.asked).toEqual(['inbox', 'sent'])
  })

  test('keeps characters of all planes and 10,000 of them, but not NUL', async () => {
    const long = '𝔘😀é'.repeat(2500)
    inbox.box.message('mara', long)
    inbox.world.clock.advance(minute)
    inbox.box.message('mara', 'a\0b\ud800c')
    await inbox.read()
    expect(await inbox.texts()).toEqual([long, 'ab�c'])
  })

  test('stores nothing of deleted accounts, of texts that are gone, and of messages to oneself', async () => {
    inbox.box.message(null, 'Who was that?')
    inbox.box.message('[deleted]', 'Nobody')
    inbox.box.comment('[deleted]', '[deleted]')
    inbox.box.comment('mara', '[removed]')
    inbox.box.message('wilma-welds', 'A note to myself')
    inbox.box.message('not a name', 'Odd')
    await inbox.read()
    expect([await inbox.conversations(), await inbox.list('people')]).toEqual([[], []])
    expect((await inbox.stored()).inbox_mark).toMatch(/^t4_/)
  })
})

describe('a message that arrives', () => {
  test('reopens its conversation and makes it unread, however it was put away', async () => {
    inbox.box.message('mara', 'Hi')
    await inbox.read()
    const [{ id }] = await inbox.conversations()
    const tomorrow = new Date(inbox.world.clock.now.getTime() + day).toISOString()
    for (const away of [{ state: 'done' }, { state: 'snoozed', snoozedUntil: tomorrow }]) {
      await call(inbox.app, inbox.ann, 'PUT', `conversations/${id}`, { ...away, unread: false })
      inbox.box.message('mara', 'Still there?', { new: false })
      await inbox.read()
      expect(await inbox.conversations()).toMatchObject([{ id, state: 'open', snoozedUntil: null, unread: true }])
    }
  })

  test('in the same second as the message it answers comes after it, since Reddit reports whole seconds', async () => {
    inbox.box.message('mara', 'Hi there')
    await inbox.read()
    inbox.world.clock.advance(minute)
    const second = Math.floor(inbox.world.clock.now.getTime() / 1000)
    await inbox.ask(
      `with c as (update conversation set last_at = $1 where project_id = $2 returning project_id, id)
       insert into message (project_id, id, conversation_id, direction, state, text, sent_at, created_at, updated_at)
       select project_id, gen_random_uuid(), id, 'out', 'sent', 'It costs nine dollars', $1, $1, $1 from c`,
      [new Date(second * 1000 + 400), inbox.project],
    )
    inbox.box.message('mara', 'Fine', { created_utc: second })
    await inbox.read()
    const [{ snippet }] = await inbox.conversations()
    expect(snippet).toMatchObject({ text: 'Fine', direction: 'in' })
    const texts = (await inbox.list('messages?sort=sentAt')).map(({ text }: { text: string }) => text)
    expect(texts).toEqual(['Hi there', 'It costs nine dollars', 'Fine'])
  })

  test('and was read on Reddit before the account was connected is not unread', async () => {
    inbox.box.message('mara', 'Hi', { new: false })
    await inbox.read()
    expect(await inbox.conversations()).toMatchObject([{ unread: false, state: 'open' }])
  })

  test('moves only new and contacted people to In conversation', async () => {
    for (const [handle, stage] of [
      ['new_one', 'new'],
      ['asked_one', 'contacted'],
      ['won_one', 'won'],
    ])
      await create(inbox.app, inbox.ann, 'people', { project: inbox.project, handle, stage })
    for (const name of ['New_One', 'asked_one', 'won_one']) inbox.box.message(name, 'Hello')
    await inbox.read()
    const found = await inbox.list('people?sort=handle')
    expect(found.map(({ handle, stage }: Record<string, string>) => `${handle} ${stage}`)).toEqual([
      'asked_one inConversation',
      'new_one inConversation',
      'won_one won',
    ])
  })

  test('that asks to stop marks the person, says why, and refuses what is queued for them', async () => {
    inbox.box.message('mara', 'Hi')
    await inbox.read()
    const [{ id: conversation, person }] = await inbox.conversations()
    const queued = await create(inbox.app, inbox.ann, 'messages', {
      project: inbox.project,
      conversation,
      text: 'Did it work?',
    })
    const draft = await create(inbox.app, inbox.ann, 'messages', {
      project: inbox.project,
      conversation,
      text: 'Or not?',
    })
    await inbox.ask(`update message set state = 'queued', due_at = now() where id = $1`, [queued.id])
    inbox.box.message('mara', 'Please stop messaging me.')
    await inbox.read()
    expect(await inbox.list('people')).toMatchObject([
      { id: person.id, doNotContact: true, doNotContactSince: inbox.world.clock.now.toISOString() },
    ])
    expect(await inbox.list('notes')).toMatchObject([
      { text: 'Asked not to be contacted, in a message of November 20, 2026.', byEarshot: true },
    ])
    const states = Object.fromEntries(
      (await inbox.list('messages')).map((each: Record<string, string>) => [each.id, each]),
    )
    expect(states[queued.id]).toMatchObject({ state: 'refused', refusal: 'doNotContact' })
    expect(states[draft.id]).toMatchObject({ state: 'draft' })
    await call(inbox.app, inbox.ann, 'PUT', `people/${person.id}`, { doNotContact: false })
    await inbox.ask('update reddit_account set inbox_whole_at = null')
    await inbox.read()
    expect(await inbox.list('people')).toMatchObject([{ doNotContact: false }])
  })

  test('from moderators never counts as a request to stop', async () => {
    inbox.box.message('some_mod', 'Unsubscribe', { distinguished: 'moderator' })
    await inbox.read()
    expect(await inbox.list('people')).toMatchObject([{ handle: 'some_mod', doNotContact: false, stage: 'new' }])
  })

  test('is changed, and forgotten, once Reddit shows it so', async () => {
    const edited = inbox.box.comment('mara', 'It leeks')
    const deleted = inbox.box.comment('mara', 'My secret')
    await inbox.read()
    inbox.box.change(edited, { body: 'It leaks' })
    inbox.box.change(deleted, { author: '[deleted]', body: '[deleted]' })
    await inbox.read()
    expect(await inbox.texts()).toEqual(['It leaks', ''])
    await inbox.read()
    expect(await inbox.count()).toBe(2)
  })

  test('is forgotten with an account that was deleted, at most a day later', async () => {
    const first = inbox.box.message('mara', 'My secret')
    for (let at = 0; at < 120; at++) inbox.box.message('joe', `Message ${at}`)
    await inbox.read()
    inbox.box.change(first, { author: null })
    await inbox.read()
    expect((await inbox.texts())[0]).toBe('My secret')
    inbox.world.clock.advance(day)
    await inbox.read()
    expect((await inbox.texts())[0]).toBe('')
  })
})

describe('a sent message', () => {
  test('written on Reddit itself appears in the conversation as confirmed, and makes it read', async () => {
    inbox.box.message('mara', 'Hi')
    await inbox.read()
    const [{ id }] = await inbox.conversations()
    inbox.box.send('Mara', 'Hello back')
    inbox.box.send('#Kettles', 'May I post this?')
    await inbox.read()
    expect(await inbox.list(`messages?filters[conversation]=${id}`)).toMatchObject([
      { direction: 'in' },
      { direction: 'out', state: 'confirmed', text: 'Hello back', sentAt: expect.any(String) },
    ])
    expect(await inbox.conversations()).toMatchObject([
      { id, unread: false },
      { kind: 'modmail', subreddit: 'Kettles' },
    ])
    expect(await inbox.list('people')).toMatchObject([{ handle: 'mara' }])
  })

  test('written on Reddit counts toward the limits once, and as the first message to its person', async () => {
    await inbox.ask('delete from sending')
    inbox.box.message('joe', 'Hi')
    inbox.box.send('joe', 'Hello back')
    inbox.box.send('Mara', 'Hello')
    inbox.box.send('mara', 'Still there?')
    inbox.box.send('#Kettles', 'May I post this?')
    const other = await setUpProject(inbox.app, inbox.ann)
    await inbox.connect(other, { subject: 'wilma' })
    await inbox.ask(`update reddit_account set subject = 'wilma'`)
    await inbox.read()
    expect(await inbox.list('messages', other)).toHaveLength(5)
    expect(
      await inbox.ask(`select kind, first_to is not null as first, counted_on from sending order by sent_at`),
    ).toEqual([false, true, false, false].map((first) => ({ kind: 'message', first, counted_on: null })))
    const lead = await seedOpportunity(inbox.world.ctx, other)
    await inbox.ask(`update post set author = 'mara' where id = (select post_id from opportunity where id = $1)`, [
      lead,
    ])
    const { data } = (await call(inbox.app, inbox.ann, 'GET', `opportunities/${lead}/outreach`)).json()
    expect(data).toMatchObject({ handle: 'mara', obstacle: 'alreadyContacted' })
  })

  test.each([
    ['draft', 'confirmed'],
    ['queued', 'confirmed'],
    ['armed', 'armed'],
    ['sent', 'confirmed'],
  ])('that is the %s one of the conversation gets its name and is %s', async (before, after) => {
    const { id: person } = await create(inbox.app, inbox.ann, 'people', { project: inbox.project, handle: 'mara' })
    const { id: conversation } = await create(inbox.app, inbox.ann, 'conversations', { project: inbox.project, person })
    const { id } = await create(inbox.app, inbox.ann, 'messages', {
      project: inbox.project,
      conversation,
      text: 'Try *a* sheet\nfirst.',
    })
    await inbox.ask('update message set state = $1 where id = $2', [before, id])
    inbox.world.clock.advance(minute)
    const name = inbox.box.send('mara', 'Try \\*a\\* sheet  first.')
    await inbox.read()
    await inbox.read()
    expect(
      await inbox.ask(
        'select id, state, outside_name as name, account_id as account from message where project_id = $1',
        [inbox.project],
      ),
    ).toEqual([{ id, state: after, name, account: inbox.account }])
    expect(await inbox.conversations()).toMatchObject([{ id: conversation, account: { name: 'wilma-welds' } }])
  })

  test('is recognized in another conversation with the same person', async () => {
    inbox.box.message('mara', 'Hi')
    await inbox.read()
    const [{ person }] = await inbox.conversations()
    const { id: conversation } = await create(inbox.app, inbox.ann, 'conversations', {
      project: inbox.project,
      person: person.id,
    })
    const draft = { project: inbox.project, conversation, text: 'Hello' }
    const { id } = await create(inbox.app, inbox.ann, 'messages', draft)
    await inbox.ask(`update message set state = 'armed' where id = $1`, [id])
    const name = inbox.box.send('mara', 'Hello')
    await inbox.read()
    const sent = await inbox.ask(
      `select id, outside_name as name from message where direction = 'out' and project_id = $1`,
      [inbox.project],
    )
    expect(sent).toEqual([{ id, name }])
  })

  test('of earlier with the same words is another one', async () => {
    inbox.box.send('mara', 'Thanks')
    inbox.world.clock.advance(day)
    const { id: person } = await create(inbox.app, inbox.ann, 'people', { project: inbox.project, handle: 'mara' })
    const { id: conversation } = await create(inbox.app, inbox.ann, 'conversations', { project: inbox.project, person })
    await create(inbox.app, inbox.ann, 'messages', { project: inbox.project, conversation, text: 'Thanks' })
    await inbox.read()
    const states = (await inbox.list('messages')).map(({ state }: { state: string }) => state)
    expect(states.toSorted()).toEqual(['confirmed', 'draft'])
  })
})
