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
const titles = [
  'Looking for a CRM for client follow-ups, which do you recommend?',
  'Can anyone suggest an affordable CRM for a team of four freelancers?',
  'Which CRM do you use to keep track of a sales pipeline with few clients?',
] as const
/** The time after which feeds are polled again. */
const pollIntervalMs = 11 * 60_000

let polling: PollingWorld
let app: FastifyInstance
let ann: Person
let project: string
let served: Served
let browser: Browser
let desk: Page
let serverCalls: () => Promise<ScriptCalls[]>

beforeAll(async () => {
  polling = await PollingWorld.open()
  const address = await openAddress()
  app = await appOf({ ...polling.world.ctx, publicUrl: address.address })
  ann = await signUp(app, 'ann@example.com')
  project = await polling.startProjectIn(['hedgehogs', 'kettles'])
  await addMember(polling.world.ctx, project, ann, 'owner')
  // A list without rows fills automatically. One with rows shows new leads after a click on a button.
  await pollReddit(titles[0])
  served = await serve(address, app, { webRoot, cacheDir })
  browser = await openChromium()
  desk = await openList()
  session.connect()
  serverCalls = await countCalls((method, params) => session.post(method as 'Profiler.enable', params as undefined))
})

afterAll(async () => {
  session.disconnect()
  await browser?.close()
  await served?.close()
  await app?.close()
  await polling?.close()
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
async function pollReddit(title: string): Promise<void> {
  await polling.reddit.say('hedgehogs', title)
  polling.world.clock.advance(pollIntervalMs)
  await polling.pollBriefly()
  await polling.world.drain()
}

const rows = (page: Page, name: string | RegExp = /./) =>
  page.getByRole('list', { name: 'Opportunities' }).getByRole('listitem').filter({ hasText: name })

/** Returns the files that run on the server and on these pages until an action has taken effect. */
async function filesOf(pages: Page[], action: () => Promise<void>): Promise<{ server: string[]; browser: string[] }> {
  const browserCalls = await Promise.all(
    pages.map(async (page) => {
      const client = await page.context().newCDPSession(page)
      return countCalls((method, params) => client.send(method as 'Profiler.enable', params as undefined))
    }),
  )
  await Promise.all([serverCalls, ...browserCalls].map((calls) => calls()))
  await action()
  const scriptsByPlace = await Promise.all([serverCalls, ...browserCalls].map((calls) => calls()))
  const [server = [], ...inPages] = scriptsByPlace.map((scripts) =>
    scripts.flatMap(({ url }) => productFile(url, root, webRoot) ?? []),
  )
  return { server: [...new Set(server)].toSorted(), browser: [...new Set(inPages.flat())].toSorted() }
}

test('Reddit post to row in the list', async ({ task }) => {
  const arrive = async (title: string) => {
    await pollReddit(title)
    await desk.getByRole('button', { name: /new lead/ }).click()
    await rows(desk, title).waitFor()
  }
  await arrive(titles[1])
  task.meta.ran = await filesOf([desk], () => arrive(titles[2]))
})

test('Reject, on two open screens', async ({ task }) => {
  const phone = await openList()
  const reject = async (title: string) => {
    await rows(desk, title).click()
    await rows(phone, title).waitFor()
    return filesOf([desk, phone], async () => {
      await desk.getByRole('button', { name: /^Reject/ }).click()
      await desk.getByRole('menuitem').first().click()
      await rows(desk, title).waitFor({ state: 'detached' })
      await rows(phone, title).getByText('Rejected by').waitFor()
    })
  }
  await reject(titles[1])
  task.meta.ran = await reject(titles[2])
})

test('GET /api/projects', async ({ task }) => {
  // An open screen would send further requests after each change.
  await browser.close()
  const get = async () => expect((await call(app, ann, 'GET', 'projects')).statusCode).toBe(200)
  await get()
  task.meta.ran = await filesOf([], get)
})

test('New keyword to first match', async ({ task }) => {
  const tools = ['rota planner', 'stock counter']
  const posts = tools.map((tool, index) =>
    record(`tool${index}`, {
      title: `Looking for a ${tool}, what do you recommend?`,
      body: `Our ${tool} is on paper.`,
    }),
  )
  await deliverTo(polling.world, posts)
  const watch = async (index: number) => {
    await create(app, ann, 'keywords', { project, query: tools[index]! })
    await polling.world.drain()
    const found = await polling.read(
      sql`select 1 from candidate c join post p on p.id = c.post_id where p.title = ${posts[index]!.title}`,
    )
    expect(found).toHaveLength(1)
  }
  await watch(0)
  task.meta.ran = await filesOf([], () => watch(1))
})
