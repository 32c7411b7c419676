import type { FastifyInstance } from 'fastify'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { addMember, call, create, type Person, seedOpportunity, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { RedditPerson } from '../../contract.ts'
import type { PersonStage } from '../../contract-stages.ts'
import type { TimelineEntry } from '../../contract-timeline.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A project of Ann's, with Bob as a member and Cleo as a client. Dora has another project. */
export class PeopleWorld {
  readonly world: World
  readonly app: FastifyInstance
  readonly ann: Person
  readonly bob: Person
  readonly cleo: Person
  readonly dora: Person
  project = ''

  private constructor(opened: {
    world: World
    app: FastifyInstance
    ann: Person
    bob: Person
    cleo: Person
    dora: Person
  }) {
    this.world = opened.world
    this.app = opened.app
    this.ann = opened.ann
    this.bob = opened.bob
    this.cleo = opened.cleo
    this.dora = opened.dora
  }

  static async open(): Promise<PeopleWorld> {
    return new PeopleWorld(await testApp('ann', 'bob', 'cleo', 'dora'))
  }

  /** Begins anew with another project. */
  async begin(): Promise<void> {
    this.project = await setUpProject(this.app, this.ann)
    await addMember(this.world.ctx, this.project, this.bob, 'member')
    await addMember(this.world.ctx, this.project, this.cleo, 'client')
  }

  send(method: Method, path: string, data?: object, by = this.ann) {
    return call(this.app, by, method, path, data)
  }

  /** Returns the status for somebody who isn't signed in. */
  async signedOut(method: Method, path: string, data?: object): Promise<number> {
    const answer = await this.app.inject({ method, url: `/api/${path}`, ...(data && { payload: { data } }) })
    return answer.statusCode
  }

  /** Returns the statuses for a stranger, a client, and somebody who isn't signed in. */
  async refusals(method: Method, path: string, data?: object): Promise<number[]> {
    const stranger = await this.send(method, path, data, this.dora)
    const client = await this.send(method, path, data, this.cleo)
    return [stranger.statusCode, client.statusCode, await this.signedOut(method, path, data)]
  }

  /** Adds a person by hand. */
  async person(handle: string, more: object = {}): Promise<RedditPerson> {
    const { id } = await create(this.app, this.ann, 'people', { project: this.project, handle, ...more })
    return this.read(id)
  }

  async read(id: string): Promise<RedditPerson> {
    return (await this.send('GET', `people/${id}`)).json().data
  }

  async people(query = ''): Promise<RedditPerson[]> {
    return (await this.send('GET', `people?filters[project]=${this.project}${query}`)).json().data
  }

  async stages(): Promise<PersonStage[]> {
    return (await this.send('GET', `person-stages?filters[project]=${this.project}&sort=position`)).json().data
  }

  async stage(key: string): Promise<PersonStage> {
    const found = (await this.stages()).find((stage) => stage.key === key)
    if (!found) throw new Error(`no stage ${key}`)
    return found
  }

  async timeline(id: string, query = ''): Promise<TimelineEntry[]> {
    return (await this.send('GET', `people/${id}/timeline${query}`)).json().data.entries
  }

  /** Adds a lead by an author. */
  async lead(author: string | null, title = 'Which welder for pipes?'): Promise<string> {
    const id = await seedOpportunity(this.world.ctx, this.project, { title })
    await this.ask('update post set author = $2 where id = (select post_id from opportunity where id = $1)', [
      id,
      author,
    ])
    return id
  }

  /** Adds a message that a person wrote on Reddit. */
  async wrote(person: string, text: string): Promise<string> {
    const [begun, message] = [this.world.ctx.id(), this.world.ctx.id()]
    await this.ask(
      `with c as (
         insert into conversation (project_id, id, person_id, channel, state, created_at, updated_at)
         values ($1, $3, $2, 'reddit', 'open', $6, $6))
       insert into message (project_id, id, conversation_id, direction, state, text, sent_at, created_at, updated_at)
       values ($1, $4, $3, 'in', 'received', $5, $6, $6, $6)`,
      [this.project, person, begun, message, text, this.world.clock.now],
    )
    return message
  }

  ask<Row extends Record<string, unknown>>(statement: string, values?: unknown[]): Promise<Row[]> {
    return ask<Row>(this.world.url, statement, values)
  }
}
