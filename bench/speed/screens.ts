import { parseArgs } from 'node:util'
import pg from 'pg'
import type { BrowserContext, Page } from 'playwright-core'
import { openChromium } from '#tests/browser/chromium.ts'
import { startServer, type TestServer } from '#tests/browser/test-server.ts'
import { quantile } from '../quantiles.ts'
import { type Leads, seedLeads } from './list-rows.ts'

/** The share of seeded leads that are the measured project's, and the share of those that are open. */
const ownShare = 0.5 * 0.9
/** The most that one key may take until the next post is painted, in ms, for 95 of 100 decisions (DESIGN 9). */
const targetMs = 100
const email = 'bench@example.com'
const routes = ['/app/opportunities', '/app/mentions', '/app/settings/project/keywords', '/app/setup']

/**
 * Measures the app's screens as a browser shows them, in a project with many leads: the time from a key that decides
 * until the next post is painted, how smoothly the whole list scrolls, and the JavaScript of each route. `--leads` is
 * the number of open leads (10,000), `--decisions` the number of keys (100). Returns exit code 1 if decisions take
 * longer than their target.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { leads: { type: 'string', default: '10000' }, decisions: { type: 'string', default: '100' } },
  })
  const [leads, decisions] = [Number(values.leads), Number(values.decisions)]
  if (![leads, decisions].every((number) => Number.isInteger(number) && number > 0)) {
    process.stderr.write('bench screens: --leads and --decisions must be positive whole numbers\n')
    return 2
  }
  const server = await startServer({ SANDBOX: 'off' })
  const browser = await openChromium()
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await register(context, server)
    await seed(server, Math.ceil(leads / ownShare))
    const page = await openList(context, server)
    const times = await decide(page, decisions)
    const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
    console.log(
      `${decisions} decisions by one key, until the next post is painted: p50 ${ms(p50)}, p95 ${ms(p95)} (target ${targetMs} ms)`,
    )
    const { rows, seconds, frames } = await page.evaluate<Scrolled>(scrolled(leads - decisions, 120_000))
    console.log(
      `scrolling through ${rows.toLocaleString('en')} rows in ${seconds.toFixed(0)} s: frames p50 ${ms(quantile(frames, 0.5))}, p95 ${ms(quantile(frames, 0.95))}, longest ${ms(Math.max(...frames))}`,
    )
    for (const route of routes) {
      console.log(
        `JavaScript of ${route.padEnd(34)}${((await scriptBytes(context, server, route)) / 1000).toFixed(0).padStart(6)} kB transferred`,
      )
    }
    return p95 <= targetMs ? 0 : 1
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function register(context: BrowserContext, { address }: TestServer): Promise<void> {
  const data = { email, password: 'a long enough one' }
  const answer = await context.request.post(`${address}/api/auth/local/register`, {
    headers: { origin: address },
    data,
  })
  if (!answer.ok()) throw new Error(`registration failed with status ${answer.status()}`)
}

async function seed({ databaseUrl }: TestServer, total: number): Promise<void> {
  const owner = new pg.Client(databaseUrl)
  await owner.connect()
  try {
    const { rows } = await owner.query<{ id: string }>(
      'update "user" set confirmed_at = created_at where email = $1 returning id',
      [email],
    )
    const leads: Leads = { total: 0 }
    await seedLeads(owner, rows[0]!.id, leads, total)
  } finally {
    await owner.end()
  }
}

async function openList(context: BrowserContext, { address }: TestServer): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${address}/app/opportunities`)
  await page.locator('#detail-title').waitFor()
  return page
}

/** A script for the page: how long the next key takes until the frame with another title is painted. */
const untilPainted = `new Promise((resolve) => {
  const titleOf = () => document.querySelector('#detail-title')?.textContent
  const before = titleOf()
  const start = () => {
    const pressed = performance.now()
    const look = () => {
      const isNext = titleOf() !== undefined && titleOf() !== before
      // The frame with the next title ends before the following one begins.
      requestAnimationFrame(isNext ? () => resolve(performance.now() - pressed) : look)
    }
    requestAnimationFrame(look)
  }
  addEventListener('keydown', start, { once: true, capture: true })
})`

/** Presses the key that marks a lead as replied, and returns how long each press took until the next post's frame. */
async function decide(page: Page, decisions: number): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < decisions; turn++) {
    const painted = page.evaluate<number>(untilPainted)
    await page.keyboard.press('r')
    times.push(await painted)
  }
  return times
}

interface Scrolled {
  rows: number
  seconds: number
  /** The duration of each frame in ms. */
  frames: number[]
}

/** A script for the page: scrolls the list until it has this many rows, as fast as pages load. */
const scrolled = (most: number, mostMs: number) => `new Promise((resolve) => {
  const list = document.querySelector('ul[aria-label="Opportunities"]')
  let box = list
  while (!/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement
  const began = performance.now()
  const frames = []
  let last = began
  const step = (now) => {
    frames.push(now - last)
    last = now
    box.scrollTop += 900
    const isOver = list.childElementCount >= ${most} || now - began > ${mostMs}
    if (isOver) resolve({ rows: list.childElementCount, seconds: (now - began) / 1000, frames })
    else requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})`

/** Returns the bytes of JavaScript that a route transfers to a new browser. */
async function scriptBytes(context: BrowserContext, { address }: TestServer, route: string): Promise<number> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(`${address}${route}`)
  await page.getByRole('heading').first().waitFor()
  await page.close()
  return bytes
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`
}
