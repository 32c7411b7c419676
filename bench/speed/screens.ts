import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openChromium } from '#tests/browser/chromium.ts'
import { markRows, type Script, scriptsFetched } from '#tests/browser/in-page.ts'
import { startServer, type TestServer } from '#tests/browser/test-server.ts'
import { quantile } from '../quantiles.ts'
import { type Leads, seedLeads } from './list-rows.ts'

/** The share of seeded leads that are the measured project's, and the share of those that are open. */
const ownShare = 0.5 * 0.9
/** The most that one key may take until the next post is painted, in ms, for 95 of 100 decisions (DESIGN 9). */
const targetMs = 100
const email = 'bench@example.com'
const furtherRoutes = [
  '/app/searchbox',
  '/app/find-leads',
  '/app/mentions',
  '/app/archive/replied',
  '/app/settings/project/keywords',
  '/app/settings/project/competitors',
  '/app/settings/project/main',
  '/app/settings/project/members',
  '/app/settings/project/integrations',
  '/app/settings/project/notifications',
  '/app/settings/project/billing',
  '/app/settings/account/main',
  '/app/settings/account/notifications',
  '/app/setup',
]

/**
 * Measures the app's screens as a browser shows them, in a project with many leads: the time from a key that decides
 * until the next post is painted, how smoothly the whole list scrolls, and the JavaScript of each route. `--leads` is
 * about the number of open leads (10,000), `--decisions` the number of keys (100). Returns exit code 1 if decisions take
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
    const { rows, inDocument, seconds, frames } = await page.evaluate<Scrolled>(scrolled(240_000))
    console.log(
      `scrolling through ${rows.toLocaleString('en')} rows in ${seconds.toFixed(0)} s (${inDocument} in the document): frames p50 ${ms(quantile(frames, 0.5))}, p95 ${ms(quantile(frames, 0.95))}, longest ${ms(Math.max(...frames))}`,
    )
    const first = await scriptsOf(browser, context, `${server.address}/app/opportunities`)
    const early = first.filter(({ ended, rows }) => ended < rows)
    console.log(
      `JavaScript of /app/opportunities: ${kilobytes(early)} before rows are painted, ${kilobytes(first)} in all`,
    )
    const known = new Set(first.map(({ name }) => name))
    for (const route of furtherRoutes) {
      const scripts = await scriptsOf(browser, context, `${server.address}${route}`)
      console.log(`JavaScript that ${route} adds: ${kilobytes(scripts.filter(({ name }) => !known.has(name)))}`)
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

/** A script for the page that measures how long the next key takes until the frame with another title is painted. */
const watchKey = `
  window.painted = new Promise((resolve) => {
    const titleOf = () => document.querySelector('#detail-title')?.textContent
    const before = titleOf()
    const start = ({ timeStamp }) => {
      const look = () => {
        const isNext = titleOf() !== undefined && titleOf() !== before
        // The frame with the next title ends before the following one begins.
        requestAnimationFrame(isNext ? () => resolve(performance.now() - timeStamp) : look)
      }
      requestAnimationFrame(look)
    }
    addEventListener('keydown', start, { once: true, capture: true })
  })
  undefined`

/** Presses the key that marks a lead as replied, and returns how long each press took until the next post's frame. */
async function decide(page: Page, decisions: number): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < decisions; turn++) {
    // Before the key, which would otherwise overtake the script.
    await page.evaluate(watchKey)
    await page.keyboard.press('r')
    times.push(await page.evaluate<number>('painted'))
  }
  return times
}

interface Scrolled {
  rows: number
  /** The rows that have elements at the end. */
  inDocument: number
  seconds: number
  /** The duration of each frame in ms. */
  frames: number[]
}

/** A script for the page: scrolls the list to its end, as fast as pages load. */
const scrolled = (mostMs: number) => `new Promise((resolve) => {
  const list = document.querySelector('ul[aria-label="Opportunities"]')
  const box = list.parentElement
  const began = performance.now()
  const frames = []
  let last = began
  const step = (now) => {
    frames.push(now - last)
    last = now
    box.scrollTop += 900
    const { ariaPosInSet, ariaSetSize } = list.lastElementChild
    const rows = Number(ariaPosInSet)
    const isOver = rows === Number(ariaSetSize) || now - began > ${mostMs}
    if (isOver) resolve({ rows, inDocument: list.childElementCount, seconds: (now - began) / 1000, frames })
    else requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})`

/** Returns the scripts that a route transfers to a new browser, also those that it loads once it is shown. */
async function scriptsOf(browser: Browser, context: BrowserContext, address: string): Promise<Script[]> {
  const fresh = await browser.newContext({ storageState: await context.storageState() })
  const page = await fresh.newPage()
  await page.addInitScript(markRows)
  await page.goto(address)
  // The area for notices and the palette load last.
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
  const isPaletteThere = `${scriptsFetched}.some(({ name, ended }) => name.includes('/dialogs-') && ended > 0)`
  while (!(await page.evaluate<boolean>(isPaletteThere))) await pause(100)
  const scripts = await page.evaluate<Script[]>(scriptsFetched)
  await fresh.close()
  return scripts
}

function kilobytes(scripts: readonly Script[]): string {
  return `${(scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000).toFixed(0)} kB`
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`
}
