import { sql } from 'drizzle-orm'
import { openPoller } from '#features/reddit/server/feeds/poll-feeds.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { Exchange, Question } from '#platform/server/services.ts'
import { smallCommunity } from '#sandbox/reddit/tests/small-community.ts'
import { asJob, startProject } from './leads.ts'
import { openReddit, pollFor, pollOnce, type SandboxReddit } from './polling.ts'
import { testWorld, type World } from './world.ts'

type Row = Record<string, unknown>
const minute = 60_000

/** The whole polling loop over real connections. The test's clock applies here and in the sandbox. */
export class PollingWorld {
  readonly world: World
  readonly reddit: SandboxReddit
  ctx: Ctx

  private constructor(world: World, reddit: SandboxReddit) {
    this.world = world
    this.reddit = reddit
    const { app, exchange } = reddit
    this.ctx = { ...asJob(world.ctx), reddit: { app, exchange, realm: 'real' } }
  }

  /** Opens a world with a Reddit whose history covers this many days. */
  static async open(days = 2): Promise<PollingWorld> {
    const world = await testWorld()
    const reddit = await openReddit(world.ctx.now, { community: smallCommunity, days })
    await reddit.tell('whole', {})
    return new PollingWorld(world, reddit)
  }

  async close(): Promise<void> {
    this.reddit.close()
    await this.world.close()
  }

  /** Polls only RSS from now on. */
  useRss(): void {
    const { app, exchange } = this.reddit
    this.ctx = { ...this.ctx, reddit: null, rss: { url: app.apiUrl, userAgent: app.userAgent, exchange } }
  }

  /** Puts a proxy between this installation and Reddit. */
  between(answer: (question: Question, ask: Exchange) => ReturnType<Exchange>): void {
    const { reddit, rss } = this.ctx
    const exchange: Exchange = (question) => answer(question, this.reddit.exchange)
    this.ctx = { ...this.ctx, reddit: reddit && { ...reddit, exchange }, rss: rss && { ...rss, exchange } }
  }

  async read(query: ReturnType<typeof sql>): Promise<Row[]> {
    return (await transaction(asJob(this.world.ctx), (tx) => tx.execute<Row>(query))).rows
  }

  health(): Promise<Row[]> {
    return this.read(sql`select source, error, next_try_at as next from source_health order by source`)
  }

  feeds(): Promise<Row[]> {
    return this.read(sql`
      select stream || ' of ' || kind || ' ' || name as feed, error from feed order by kind, name, stream desc`)
  }

  async errors(): Promise<unknown[]> {
    return (await this.feeds()).map(({ error }) => error)
  }

  gaps(): Promise<Row[]> {
    return this.read(sql`
      select p.name, p.stream, g.ended_at is not null as ended, g.given_up as "givenUp" from feed_gap g
      join feed p on p.id = g.feed_id where not is_beginning order by g.opened_at, p.name, p.stream`)
  }

  async leads(): Promise<unknown[]> {
    const rows = await this.read(sql`select p.title from opportunity o join post p on p.id = o.post_id`)
    return rows.map(({ title }) => title)
  }

  async startProjectIn(communities: string[], overrides = {}): Promise<string> {
    const id = await startProject(this.ctx, overrides)
    await this.read(sql`update project set communities = ${sql.param(communities)}::text[] where id = ${id}`)
    return id
  }

  pollBriefly(own: Ctx = this.ctx): Promise<void> {
    return pollFor(own, this.world.clock)
  }

  /** Advances the clock and polls at each step, like a worker but less often. */
  async live(ms: number, step = minute): Promise<void> {
    const poller = openPoller(this.ctx)
    for (let passed = 0; passed < ms; passed += step) {
      this.world.clock.advance(step)
      await pollOnce(poller)
    }
  }
}
