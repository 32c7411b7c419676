import type { FastifyInstance } from 'fastify'
import { sandboxCatalog } from '#engine/subscription/plans.ts'
import { type OpenPaddle, openPaddle } from '#sandbox/paddle/open.ts'
import { testApp } from '#tests/support/app.ts'
import { call, finishBackfill, type Person, password, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { sandboxAccount } from '../paddle-account.ts'

/** A server with the sandbox's Paddle, which sends its webhooks to it, and what people do with both. */
export interface PaidWorld {
  world: World
  app: FastifyInstance
  paddle: OpenPaddle
  ann: Person
  bob: Person
  /** Call the API, as Ann by default. They return the body. */
  get: Call
  post: Call
  put: Call
  /** Sets up a project of Ann's with this many keywords. Returns its ID. */
  newProject(keywords?: number): Promise<string>
  /** Buys something for a project on the checkout page. Returns the checkout's ID. */
  pay(project: string, wish: object, card?: string): Promise<string>
  /** Subscribes a new project to a plan. */
  subscribe(plan?: string, keywords?: number): Promise<{ project: string; id: string }>
  subscriptionOf(id: string): Promise<Record<string, string>>
  /** Passes time at the provider and here, where people then sign in again. */
  later(ms: number): Promise<void>
  close(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: tests compare bodies with what they expect
type Call = (path: string, data?: object, by?: Person) => Promise<any>

export const day = 24 * 60 * 60 * 1000
export const monthly = (plan: string) => ({ plan, billingCycle: 'monthly' })

export async function openPaidWorld(): Promise<PaidWorld> {
  const { world, ann, bob, app } = await testApp('ann', 'bob')
  const paddle = await openPaddle({
    now: () => world.clock.now.getTime(),
    webhookUrl: 'http://product.example/api/paddle/webhooks',
    send: async (url, headers, payload) => {
      const answer = await app.inject({ method: 'POST', url: new URL(url).pathname, headers, payload })
      return answer.statusCode
    },
  })
  world.ctx.billing = 'sandbox'
  world.ctx.plans = { catalog: sandboxCatalog(false) }
  world.ctx.paddle = sandboxAccount(paddle.paddle)

  const calling =
    (method: 'GET' | 'POST' | 'PUT'): Call =>
    async (path, data, by = ann) =>
      (await call(app, by, method, path, data)).json()
  const [get, post, put] = [calling('GET'), calling('POST'), calling('PUT')]

  async function newProject(keywords = 1): Promise<string> {
    const words = Array.from({ length: keywords }, (_, index) => `welder ${index}`)
    const id = await setUpProject(app, ann, { name: 'Pipewell', keywords: words })
    await finishBackfill(world.ctx, id)
    return id
  }

  async function pay(project: string, wish: object, card = 'good'): Promise<string> {
    const { data: checkout } = await post(`projects/${project}/checkouts`, wish)
    await paddle.pay(checkout.transactionId, { card })
    await paddle.settled()
    return checkout.id
  }

  return {
    ...{ world, app, paddle, ann, bob, get, post, put, newProject, pay },
    subscribe: async (plan = 'growth', keywords = 1) => {
      const project = await newProject(keywords)
      await pay(project, monthly(plan))
      const { data } = await get(`subscriptions?filters[project]=${project}`)
      return { project, id: data[0].id }
    },
    subscriptionOf: async (id) => (await get(`subscriptions/${id}`)).data,
    later: async (ms) => {
      world.clock.advance(ms)
      for (const person of [ann, bob]) {
        const payload = { identifier: person.email, password }
        const { jwt } = (await app.inject({ method: 'POST', url: '/api/auth/local', payload })).json()
        person.headers.authorization = `Bearer ${jwt}`
      }
      await paddle.tell('clock', { ahead: 0 })
      await paddle.settled()
    },
    close: async () => {
      await paddle.close()
      await world.close()
    },
  }
}
