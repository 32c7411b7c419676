import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChromium } from '#tests/browser/chromium.ts'
import { deliverTo, record } from '#tests/support/leads.ts'
import { PollingWorld } from '#tests/support/polling-world.ts'
import { addMember, appOf, call, create, type Person, signUp } from '#tests/support/seed-data.ts'
import { countCalls, productFile, type ScriptCalls } from './calls.ts'
import { openAddress, type Served, serve } from './served.ts'

/**
 * Four actions, each done once to load all modules and counted the second time. Runs in Vitest, in this tree or in an
 * older one, where the imports above point to the files that export the same names.
 */

declare module 'vitest' {
  interface TaskMeta {
    /** The files of the product that ran for this action, on the server and in the browser. */
    ran?: { server: string[]; browser: string[] }
  }
}

const root = resolve(import.meta.dirname, '../..')
const webRoot = join(root, dirname(globSync('{*,*/*}/vite.config.ts', { cwd: root, exclude: ['node_modules'] })[0]!))
const cacheDir = mkdtempSync(join(tmpdir(), 'earshot-structure-'))
const session = new Session()
const wishes = [
  'Looking for a CRM for client follow-ups, which do you recommend?',
  'Can anyone suggest an affordable CRM for a team of four freelancers?',
  'Which CRM do you use to keep track of a sales pipeline with few clients?',
] as const
/** The time after which feeds are polled again. */
const betweenReadsMs = 11 * 60_000

let listening: PollingWorld
let app: FastifyInstance
let ann: Person
let project: string
let served: Served
let browser: Browser
let desk: Page
let takeServer: () => Promise<ScriptCalls[]>

beforeAll(async () => {
  listening = await PollingWorld.open()
  const address = await openAddress()
  app = await appOf({ ...listening.world.ctx, publicUrl: address.address })
  ann = await signUp(app, 'ann@example.com')
  project = await listening.startProjectIn(['hedgehogs', 'kettles'])
  await addMember(listening.world.ctx, project, ann, 'owner')
  // A list without rows fills automatically. One with rows shows new leads after a click on a button.
  await readReddit(wishes[0])
  served = await serve(address, app, { webRoot, cacheDir })
  browser = await openChromium()
  desk = await openList()
  session.connect()
  takeServer = await countCalls((method, params) => session.post(method as 'Profiler.enable', params as undefined))
})

afterAll(async () => {
  session.disconnect()
  await browser?.close()
  await served?.close()
  await app?.close()
  await listening?.close()
  rmSync(cacheDir, { recursive: true, force: true })
})

async function openList(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const cookies = { jwt: ann.jwt, signed_in: '1' }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: served.address })))
  const page = await context.newPage()
  await page.goto(`${served.address}/app/opportunities`)
  await page.getByRole('tablist').first().waitFor()
  return page
}

/** Publishes a post on Reddit, polls for it, and waits until the pipeline has processed it. */
async function readReddit(wish: string): Promise<void> {
  await listening.reddit.say('hedgehogs', wish)
  listening.world.clock.advance(betweenReadsMs)
  await listening.pollBriefly()
  await listening.world.drain()
}

const rows = (page: Page, name: string | RegExp = /./) =>
  page.getByRole('list', { name: 'Opportunities' }).getByRole('listitem').filter({ hasText: name })

/** Returns the files that run on the server and on these pages until an action has taken effect. */
async function filesOf(pages: Page[], action: () => Promise<void>): Promise<{ server: string[]; browser: string[] }> {
  const takers = await Promise.all(
    pages.map(async (page) => {
      const client = await page.context().newCDPSession(page)
      return countCalls((method, params) => client.send(method as 'Profiler.enable', params as undefined))
    }),
  )
  await Promise.all([takeServer, ...takers].map((take) => take()))
  await action()
  const ran = await Promise.all([takeServer, ...takers].map((take) => take()))
  const [server = [], ...inPages] = ran.map((scripts) =>
    scripts.flatMap(({ url }) => productFile(url, root, webRoot) ?? []),
  )
  return { server: [...new Set(server)].toSorted(), browser: [...new Set(inPages.flat())].toSorted() }
}

test('a post from Reddit to a row in the list', async ({ task }) => {
  const arrive = async (wish: string) => {
    await readReddit(wish)
    await desk.getByRole('button', { name: /new lead/ }).click()
    await rows(desk, wish).waitFor()
  }
  await arrive(wishes[1])
  task.meta.ran = await filesOf([desk], () => arrive(wishes[2]))
})

test('reject, from the button to the row and to another open screen', async ({ task }) => {
  const phone = await openList()
  const reject = async (wish: string) => {
    await rows(desk, wish).click()
    await rows(phone, wish).waitFor()
    return filesOf([desk, phone], async () => {
      await desk.getByRole('button', { name: /^Reject/ }).click()
      await desk.getByRole('menuitem').first().click()
      await rows(desk, wish).waitFor({ state: 'detached' })
      await rows(phone, wish).getByText('Rejected by').waitFor()
    })
  }
  await reject(wishes[1])
  task.meta.ran = await reject(wishes[2])
})

test('GET /api/projects', async ({ task }) => {
  // An open screen would send further requests after each change.
  await browser.close()
  const get = async () => expect((await call(app, ann, 'GET', 'projects')).statusCode).toBe(200)
  await get()
  task.meta.ran = await filesOf([], get)
})

test('a new keyword until it matches', async ({ task }) => {
  const tools = ['rota planner', 'stock counter']
  const posts = tools.map((tool, index) =>
    record(`tool${index}`, {
      title: `Looking for a ${tool}, what do you recommend?`,
      body: `Our ${tool} is on paper.`,
    }),
  )
  await deliverTo(listening.world, posts)
  const watch = async (index: number) => {
    await create(app, ann, 'keywords', { project, query: tools[index]! })
    await listening.world.drain()
    const found = await listening.read(
      sql`select 1 from candidate c join post p on p.id = c.post_id where p.title = ${posts[index]!.title}`,
    )
    expect(found).toHaveLength(1)
  }
  await watch(0)
  task.meta.ran = await filesOf([], () => watch(1))
})
