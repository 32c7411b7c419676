import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#platform/server/ctx.ts'
import { seal } from '#platform/server/seal.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { asJob } from '#tests/support/leads.ts'
import { app as redditApp } from '#tests/support/reddit-answers.ts'
import { call, type Person, seedRedditAccount, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { readInboxes } from '../read-inboxes.ts'
import { Mailbox } from './mailbox.ts'

export const minute = 60_000
export const day = 24 * 60 * minute

type Row = Record<string, unknown>

/** Ann's project with Wilma's Reddit account, and a stand-in for Reddit with her inboxes. */
export class InboxWorld {
  readonly world: World
  readonly app: FastifyInstance
  readonly ann: Person
  readonly bob: Person
  project = ''
  account = ''
  box: Mailbox
  ctx: Ctx

  private constructor(opened: { world: World; app: FastifyInstance; ann: Person; bob: Person }) {
    this.world = opened.world
    this.app = opened.app
    this.ann = opened.ann
    this.bob = opened.bob
    this.box = new Mailbox(this.world.ctx.now)
    this.ctx = asJob(this.world.ctx)
  }

  static async open(): Promise<InboxWorld> {
    return new InboxWorld(await testApp('ann', 'bob'))
  }

  /** Begins anew with another project. */
  async begin(): Promise<void> {
    await ask(this.world.url, 'delete from reddit_account')
    this.box = new Mailbox(this.world.ctx.now)
    this.world.ctx.reddit = { app: redditApp, exchange: (question) => this.box.exchange(question), realm: 'real' }
    this.ctx = asJob(this.world.ctx)
    this.project = await setUpProject(this.app, this.ann)
    this.account = await this.connect(this.project)
  }

  /** Connects Wilma's account to a project. */
  connect(project: string, overrides: Row = {}): Promise<string> {
    return seedRedditAccount(this.world.ctx, project, {
      scopes: ['identity', 'privatemessages'],
      accessSealed: seal(this.world.ctx, 'reddit access', 'token-1'),
      accessExpiresAt: new Date(this.world.clock.now.getTime() + 300 * day),
      ...overrides,
    })
  }

  /** Reads what is due a minute later. */
  async read(as = this.ctx): Promise<void> {
    this.world.clock.advance(minute)
    await readInboxes(as)
  }

  async list(path: string, of = this.project) {
    const query = `${path.includes('?') ? '&' : '?'}filters[project]=${of}&pagination[pageSize]=100`
    return (await call(this.app, this.ann, 'GET', `${path}${query}`)).json().data
  }

  conversations(of = this.project) {
    return this.list(
      'conversations?populate[person]=true&populate[opportunity]=true&populate[account]=true&sort=lastAt',
      of,
    )
  }

  async texts(): Promise<unknown[]> {
    return (await this.list('messages')).map(({ text }: { text: string }) => text)
  }

  async count(): Promise<number> {
    const [row] = await this.ask('select count(*)::int as count from message where project_id = $1', [this.project])
    return Number(row?.count)
  }

  /** Returns the stored row of the account. */
  async stored() {
    const [row] = await ask<{ inbox_due_at: string; inbox_trouble: string | null; inbox_mark: string | null }>(
      this.world.url,
      'select * from reddit_account where id = $1',
      [this.account],
    )
    return row!
  }

  ask(statement: string, values?: unknown[]): Promise<Row[]> {
    return ask(this.world.url, statement, values)
  }
}
