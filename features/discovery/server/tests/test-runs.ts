import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { LeadRun, LeadRunResult } from '#features/discovery/contract.ts'
import { testApp } from '#tests/support/app.ts'
import { record } from '#tests/support/leads.ts'
import { call, type Person, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

/** A product that the posts of the pipeline's tests are leads for. */
export const product = {
  name: 'Ledgerly',
  summary: 'A simple CRM for small agencies: clients, follow-ups and the sales pipeline in one place.',
  keywords: ['crm', 'client follow-ups', 'sales pipeline'],
  competitors: ['Pipewise'],
}

export const pain = record('pain', {
  title: 'Struggling with client follow-ups',
  body: 'We keep losing clients because nobody remembers the follow-ups. It is a mess, I hate our spreadsheet.',
  subreddit: 'smallbusiness',
  author: 'u_pam',
})
export const rival = record('rival', {
  title: 'Is Pipewise worth it for a small agency?',
  body: 'Pipewise got too expensive for us. Looking for a CRM to replace it.',
  author: 'u_rob',
})

interface Sent {
  criteria?: object
  schedule?: string | null
  rerunOf?: string
}

/** The runs of a project of Ann's. Call `restart` before each test. */
export class TestRuns {
  project = ''
  readonly world: World
  readonly app: FastifyInstance
  #ann: Person | null = null

  private constructor({ world, app }: { world: World; app: FastifyInstance }) {
    this.world = world
    this.app = app
  }

  static async open(): Promise<TestRuns> {
    return new TestRuns(await testApp())
  }

  get ann(): Person {
    return this.#ann!
  }

  /** Makes the world new, with Ann and her project. */
  async restart(): Promise<void> {
    await this.world.restart()
    this.#ann = await signUp(this.app, 'ann@example.com')
    this.project = await setUpProject(this.app, this.#ann, product)
    await this.world.drain()
  }

  send(data: Sent = {}, by = this.ann) {
    return call(this.app, by, 'POST', 'lead-runs', { project: this.project, ...data })
  }

  async runOf(id: string): Promise<LeadRun> {
    return (await call(this.app, this.ann, 'GET', `lead-runs/${id}`)).json().data
  }

  async runs(): Promise<LeadRun[]> {
    return (await call(this.app, this.ann, 'GET', `lead-runs?filters[project]=${this.project}`)).json().data
  }

  async results(run: string, query = ''): Promise<LeadRunResult[]> {
    const list = `lead-run-results?filters[run]=${run}&sort=rank&populate=post${query}`
    return (await call(this.app, this.ann, 'GET', list)).json().data
  }

  /** Starts a run and waits for its end. */
  async finished(data: Sent = {}): Promise<LeadRun> {
    const answer = await this.send(data)
    expect(answer.statusCode).toBe(201)
    await this.world.drain()
    return this.runOf(answer.json().data.id)
  }
}
