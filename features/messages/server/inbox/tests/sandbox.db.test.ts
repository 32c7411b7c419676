import { afterAll, beforeAll, expect, test } from 'vitest'
import { recheckPosts } from '#features/reddit/server/deletions/recheck-posts.ts'
import { asJob } from '#tests/support/leads.ts'
import { type TestReddit, testReddit } from '#tests/support/reddit.ts'
import { browserOf, call } from '#tests/support/seed-data.ts'
import { readInboxes } from '../read-inboxes.ts'
import { InboxWorld, minute } from './inbox-world.ts'

/** Reads the inbox of an account of the sandbox's Reddit over a real connection. */
let inbox: InboxWorld
let reddit: TestReddit
beforeAll(async () => {
  inbox = await InboxWorld.open()
  await inbox.begin()
  reddit = await testReddit(inbox.world.clock)
  inbox.world.ctx.reddit = { ...reddit.service, realm: 'real' }
})
afterAll(async () => {
  reddit.close()
  await inbox.world.close()
})

/** Connects like a browser: to Reddit's page, where Wilma agrees, and back. */
async function connect(): Promise<void> {
  const { app, ann, project } = inbox
  const page = new URL((await call(app, ann, 'POST', 'reddit-accounts', { project })).json().data.page)
  page.searchParams.set('person', 'wilma')
  const { headers } = await fetch(page, { redirect: 'manual' })
  const url = `/connect/reddit/callback${new URL(headers.get('location')!).search}`
  await app.inject({ method: 'GET', url, headers: { cookie: browserOf(ann).cookie } })
}

test('messages, replies, mentions, and modmail arrive, answers too, and what is deleted goes', async () => {
  await connect()
  const to = 'wilma-welds'
  const ctx = asJob(inbox.world.ctx)
  await reddit.tell('messages', { from: 'ada_oaks', to, subject: 'Kettles', body: 'Do you still have one?' })
  await reddit.tell('messages', { from: null, to, subreddit: 'kettles', subject: 'Your post', body: 'It is back.' })
  const { name: own } = await reddit.tell('posts', { subreddit: 'kettles', author: to, title: 'Which kettle?' })
  const { name: reply } = await reddit.tell('comments', { parent: own, author: 'eve_elm', body: 'The blue one.' })
  const post = await reddit.tell('posts', { subreddit: 'smallfirms', author: 'ben_birch', title: 'Pipes' })
  await reddit.tell('comments', { parent: post.name, author: 'ben_birch', body: `Ask u/${to} about it.` })
  inbox.world.clock.advance(minute)
  await readInboxes(ctx)
  const found = await inbox.conversations()
  expect(found).toHaveLength(5)
  expect(found).toEqual(
    expect.arrayContaining(
      [
        { kind: 'message', person: expect.objectContaining({ handle: 'ada_oaks' }), title: null },
        { kind: 'modmail', person: null, subreddit: 'kettles' },
        { kind: 'comment', title: 'Which kettle?', threadId: String(own).slice(3) },
        { kind: 'mention', title: 'Pipes', subreddit: 'smallfirms' },
      ].map((each) => expect.objectContaining(each)),
    ),
  )
  expect(await inbox.texts()).toEqual(
    expect.arrayContaining(['Do you still have one?', 'It is back.', 'The blue one.', `Ask u/${to} about it.`]),
  )
  await reddit.tell(`things/${reply}`, { action: 'delete' })
  for (let at = 0; at < 9; at++) {
    inbox.world.clock.advance(60 * minute)
    await recheckPosts(ctx)
  }
  expect(await inbox.texts()).not.toContain('The blue one.')
})

test('an inbox that had trouble is read as soon as its account is connected again', async () => {
  const { project, world } = inbox
  await connect()
  await inbox.ask(`update reddit_account set inbox_due_at = $1, inbox_trouble = 'Reconnect it' where project_id = $2`, [
    new Date(world.clock.now.getTime() + 60 * minute),
    project,
  ])
  await connect()
  await reddit.tell('messages', { from: 'ada_oaks', to: 'wilma-welds', subject: 'Hi', body: 'Are you back?' })
  await readInboxes(asJob(world.ctx))
  expect(await inbox.texts()).toContain('Are you back?')
})
