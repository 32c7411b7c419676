import { setTimeout as pause } from 'node:timers/promises'
import { openContext } from '#app/context.ts'
import { jobSteps } from '#app/server.ts'
import { readConfig } from '#platform/server/config.ts'
import { actingAs } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { JobName } from '#platform/server/jobs/queue.ts'
import type { Outside } from '#tests/quarter/outside.ts'
import { type Ask, deleteAsks, postAsk, type Reaction, reactionOf } from './asks.ts'
import type { Machine } from './machine.ts'
import { settle } from './settle.ts'
import type { Project, Teams } from './teams.ts'

const hourMs = 3_600_000

export interface Pace {
  /** Hours of each jump. */
  hours: number
  asksPerDay: number
  killsPerWeek: number
  random: () => number
}

/** What happened outside, and to the product. */
export interface Happened {
  asks: Ask[]
  /** What people did once a project's account had written to them: by account and person. */
  reactions: Map<string, Reaction>
  kills: number
  restarts: number
  /** Keywords that the API accepted or refused. */
  keywords: { added: number; refused: number }
  /** The product's memory after each jump since the last week ended, in MB. */
  memory: number[]
}

/** Lets the teams and everybody outside live for some time. */
export class Life {
  readonly happened: Happened = {
    asks: [],
    reactions: new Map(),
    kills: 0,
    restarts: 0,
    keywords: { added: 0, refused: 0 },
    memory: [],
  }
  readonly #machine: Machine
  readonly #outside: Outside
  readonly #teams: Teams
  readonly #pace: Pace
  /** Leads whose authors the teams have looked at. */
  readonly #seen = new Set<string>()

  constructor(machine: Machine, outside: Outside, teams: Teams, pace: Pace) {
    this.#machine = machine
    this.#outside = outside
    this.#teams = teams
    this.#pace = pace
  }

  /** Lives through a day. On a quiet one, nobody asks for anything. */
  async day(isQuiet: boolean): Promise<void> {
    const { hours, asksPerDay, random } = this.#pace
    const steps = Math.round(24 / hours)
    const times = Array.from({ length: isQuiet ? 0 : asksPerDay }, () => Math.floor(random() * steps))
    for (let step = 0; step < steps; step++) await this.#step(times.filter((at) => at === step).length)
    await this.#decide()
  }

  /** Restarts the product, as an upgrade does, and signs everybody in again. */
  async restart(): Promise<void> {
    await this.#machine.restart()
    this.happened.restarts++
    for (const person of this.#teams.people) await person.signIn()
  }

  /** Adds keywords until the plan refuses them. */
  async addKeywords(count: number): Promise<void> {
    const { keywords } = this.happened
    for (const { id, owner } of this.#teams.projects) {
      for (let each = 0; each < count; each++) {
        const query = `plumbing tool ${keywords.added + keywords.refused}`
        const status = await owner.statusOf('POST', 'keywords', { project: id, query })
        if (status === 201) keywords.added++
        else keywords.refused++
      }
    }
  }

  async #step(asks: number): Promise<void> {
    const { hours, killsPerWeek, random } = this.#pace
    await this.#machine.clock.jump(hours * hourMs)
    for (let each = 0; each < asks; each++) {
      this.happened.asks.push(await postAsk(this.#outside, this.happened.asks.length, random))
    }
    await deleteAsks(this.#outside, this.happened.asks)
    await this.#outside.paddle('clock', { ahead: 0 })
    const isFatal = random() < (killsPerWeek * hours) / (7 * 24)
    await Promise.all([this.#runSchedules(), isFatal && this.#kill()])
    await this.#outside.paddle('retry', {})
    await settle(this.#machine)
    this.happened.memory.push(this.#machine.memory())
  }

  /** Queues what is due by its schedule: the queue itself skips the runs that a jump left out. */
  async #runSchedules(): Promise<void> {
    const { url, environment } = this.#machine
    const { ctx, close } = await openContext(readConfig({ ...environment(), LOG_LEVEL: 'silent' }), url, 'import')
    try {
      const names = (Object.keys(jobSteps) as JobName[]).filter((name) => jobSteps[name].cron)
      const scheduled = await this.#machine.ask<{ name: JobName }>('select name from pgboss.schedule')
      const known = new Set(scheduled.map(({ name }) => name))
      await transaction(actingAs(ctx, { kind: 'job', name: 'bench' }), async (tx) => {
        for (const name of names) if (known.has(name)) await ctx.queue.send(tx, name, {} as never)
      })
    } finally {
      await close()
    }
  }

  async #kill(): Promise<void> {
    const { random } = this.#pace
    await pause(random() * 1500)
    await this.#machine.kill(random() < 0.8 ? 'worker' : 'web')
    this.happened.kills++
  }

  /** The teams look at new leads, and those whom they wrote to react. */
  async #decide(): Promise<void> {
    for (const project of this.#teams.projects) {
      await this.#takeUp(project)
      if (project.sender) await this.#react(project.sender.name)
    }
  }

  /** Suggests a reply to each new lead, which costs a credit, and adds its author to the project's people. */
  async #takeUp({ id, owner, sender }: Project): Promise<void> {
    const path = `opportunities?filters[project]=${id}&pagination[pageSize]=100`
    const leads = await owner.call<{ id: string }[]>('GET', path)
    for (const lead of leads) {
      if (this.#seen.has(lead.id)) continue
      this.#seen.add(lead.id)
      // Both are refused if the post was deleted since.
      await owner.statusOf('POST', `opportunities/${lead.id}/drafts`, {})
      if (sender) await owner.statusOf('PUT', `opportunities/${lead.id}/outreach`)
    }
  }

  async #react(account: string): Promise<void> {
    const { random } = this.#pace
    const { reactions, asks } = this.happened
    const written = await this.#machine.ask<{ handle: string }>(
      `select distinct p.handle from message m join conversation c on (c.project_id, c.id) = (m.project_id, m.conversation_id)
       join person p on (p.project_id, p.id) = (c.project_id, c.person_id)
       join reddit_account a on (a.project_id, a.id) = (m.project_id, m.account_id)
       where m.direction = 'out' and m.sent_at is not null and a.name = $1 order by 1`,
      [account],
    )
    for (const { handle } of written) {
      const key = `${account} ${handle}`
      if (reactions.has(key) || !asks.some(({ author }) => author === handle)) continue
      const reaction = reactionOf(random)
      reactions.set(key, reaction)
      if (reaction) await this.#outside.reddit('responses', { from: handle, to: account, does: reaction })
    }
  }
}
