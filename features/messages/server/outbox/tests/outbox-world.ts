import type { FastifyInstance } from 'fastify'
import { redditApiOf } from '#features/reddit/server/accounts/open.ts'
import { readMessages } from '#features/reddit/server/api/messages.ts'
import { accountScopes, permissionPage, requestToken } from '#features/reddit/server/api/oauth.ts'
import { readOwnComments } from '#features/reddit/server/outgoing/own-comments.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { seal } from '#platform/server/seal.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { asJob } from '#tests/support/leads.ts'
import { type TestReddit, testReddit } from '#tests/support/reddit.ts'
import { call, type Person, seedOpportunity, seedRedditAccount, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { contactDigest } from '../first-contact.ts'

const dayMs = 24 * 3_600_000

/** A server that sends messages through the sandbox's Reddit, which acts as the real one. */
export interface OutboxWorld {
  world: Pick<World, 'ctx' | 'clock' | 'url' | 'close'>
  app: FastifyInstance
  ann: Person
  reddit: TestReddit
  /** As the worker. */
  ctx: Ctx
  /** Creates a project that sends after a click, at all hours, and up to the most that settings allow. */
  project(settings?: object): Promise<string>
  /** Connects the Reddit account of a person of the sandbox. It has been sending for a year. */
  connect(project: string, who?: 'wilma' | 'bruno'): Promise<string>
  /** Adds a lead by a person, whose post exists on Reddit. */
  lead(project: string, author: string, body?: string): Promise<{ lead: string; name: string }>
  /** Queues a first message to a person who invited messages. Returns its ID. */
  queue(project: string, to: string, text?: string): Promise<string>
  /** Returns what an account sent, as Reddit lists it, with recipients and texts. */
  delivered(project: string, account: string): Promise<{ to: string; text: string }[]>
  /** Returns the names of an account's comments directly under a post. */
  commentsUnder(project: string, account: string, post: string): Promise<string[]>
  message(id: string): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export async function outboxWorld({ crowd = 0 }: { crowd?: number } = {}): Promise<OutboxWorld> {
  return outboxIn(await testApp('ann'), { crowd })
}

/** The same in a world of one's own. */
export async function outboxIn(
  { world, app, ann }: Pick<OutboxWorld, 'world' | 'app' | 'ann'>,
  { crowd }: { crowd: number },
): Promise<OutboxWorld> {
  const reddit = await testReddit(world.clock, { crowd })
  world.ctx.reddit = { ...reddit.service, realm: 'real' }
  const ctx = asJob(world.ctx)
  const { service } = reddit
  let texts = 0

  async function grant(who: string) {
    const redirectUri = 'http://localhost:3000/connect/reddit/callback'
    const page = permissionPage(service.app, { state: 's-1', redirectUri, scopes: accountScopes })
    page.searchParams.set('person', who)
    const back = new URL((await fetch(page, { redirect: 'manual' })).headers.get('location') ?? '')
    const code = { kind: 'code', code: back.searchParams.get('code') ?? '', redirectUri } as const
    const now = world.clock.now.getTime()
    const outcome = await requestToken(service.app, service.exchange, code, { now, failures: 0 })
    if (outcome.state !== 'ok') throw new Error('no grant')
    return outcome.value.refreshToken ?? ''
  }
  return {
    ...{ world, app, ann, reddit, ctx },
    project: async (settings = {}) => {
      const id = await setUpProject(app, ann)
      const all = { mode: 'assisted', quietFrom: 0, quietTo: 0, hourlyMost: 30, dailyMost: 500, ...settings }
      await call(app, ann, 'PUT', `projects/${id}/message-settings`, all)
      return id
    },
    connect: async (project, who = 'wilma') => {
      const before = new Date(world.clock.now.getTime() - 400 * dayMs)
      const id = await seedRedditAccount(world.ctx, project, {
        name: who === 'wilma' ? 'wilma-welds' : 'brunobakes',
        ...{ clientId: service.app.clientId, subject: who, scopes: [...accountScopes], karma: 5000, joinedAt: before },
        refreshSealed: seal(world.ctx, 'reddit refresh', await grant(who)),
        ...{ promotions: Array(20).fill(false), promotionsAt: world.clock.now },
      })
      await ask(
        world.url,
        `insert into sending (id, client_id, subject, realm, owner_id, kind, first_to, text_digest, counted_on, sent_at)
         values ($1, $2, $3, 'real', $4, 'message', $5, $6, $7::date, $7) on conflict do nothing`,
        [id, service.app.clientId, who, ann.id, contactDigest(`somebody of ${who}`), Buffer.from('x'), before],
      )
      return id
    },
    lead: async (project, author, body = 'We are looking for one. Feel free to DM me.') => {
      const { name } = await reddit.tell('posts', { subreddit: 'smallfirms', author, title: 'Which one?', body })
      const lead = await seedOpportunity(world.ctx, project, { body })
      await ask(
        world.url,
        `update post set author = $2, outside_id = $3, subreddit = 'smallfirms', permalink = $4
         where id = (select post_id from opportunity where id = $1)`,
        [
          ...[lead, author, Number.parseInt(String(name).slice(3), 36)],
          `/r/smallfirms/comments/${String(name).slice(3)}/which_one/`,
        ],
      )
      return { lead, name: String(name) }
    },
    queue: async (project, to, text = `Hello there, this is message ${++texts}.`) => {
      const id = world.ctx.id()
      const values = [project, id, world.ctx.id(), world.ctx.id(), to, text, world.clock.now, ann.id]
      await ask(
        world.url,
        `with p as (
           insert into person (project_id, id, handle, stage, stage_since, created_at, updated_at)
           values ($1, $3, $5, 'new', $7, $7, $7)
           on conflict (project_id, lower(handle)) do update set handle = excluded.handle returning id
         ), i as (
           insert into invitation (project_id, id, person_id, quote, permalink, outside_name, created_at, updated_at)
           select $1, $3, p.id, 'DM me', '/r/x/comments/1/', 't3_1', $7, $7 from p on conflict do nothing
         ), c as (
           insert into conversation (project_id, id, person_id, channel, state, created_at, updated_at)
           select $1, $4, p.id, 'reddit', 'open', $7, $7 from p
         )
         insert into message (project_id, id, conversation_id, direction, state, text, subject, due_at, created_by, created_at, updated_at)
         select $1, $2, $4, 'out', 'queued', $6, 'Hello', $7, $8, $7, $7 from p`,
        values,
      )
      return id
    },
    delivered: async (project, account) => {
      const api = redditApiOf(ctx, { projectId: project, id: account })
      if (!api) throw new Error('no API')
      const found: { to: string; text: string }[] = []
      for (let after: string | undefined; ; ) {
        const page = await readMessages(api, 'sent', { after })
        if (page.state !== 'ok') throw new Error(JSON.stringify(page))
        found.push(...page.value.messages.map(({ to, body }) => ({ to: to ?? '', text: body })))
        if (page.value.after === null) return found
        after = page.value.after
      }
    },
    commentsUnder: async (project, account, post) => {
      const api = redditApiOf(ctx, { projectId: project, id: account })
      const comments = api && (await readOwnComments(api, 'wilma-welds', {}))
      if (comments?.state !== 'ok') throw new Error(JSON.stringify(comments))
      return comments.value.messages.filter(({ parent }) => parent === post).map(({ name }) => name)
    },
    message: async (id) => (await ask(world.url, 'select * from message where id = $1', [id]))[0] ?? {},
    close: async () => {
      reddit.close()
      await world.close()
    },
  }
}
