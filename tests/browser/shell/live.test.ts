import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { writeArchive } from '../archive.ts'
import { openChromium } from '../chromium.ts'
import { goWithinApp } from '../in-page.ts'
import { createProject, emailOf, importFor, password, register, selectProject, uploadFor } from '../people.ts'
import { sharedServer, type TestServer } from '../test-server.ts'
import { beforeTries } from '../tries.ts'

let server: TestServer
let browser: Browser
/** Two browsers of one user. The first has two tabs. */
let desk: BrowserContext
let phone: BrowserContext
let page: Page
let beside: Page
let far: Page
let project: string
let email: string

beforeTries(async () => {
  server = await sharedServer()
  browser = await openChromium()
  desk = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  phone = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await desk.newPage()
  email = emailOf('grace')
  await register(desk, server, email)
  project = await createProject(desk, server)
  const archive = join(server.dataDir, `${project}-archive.ndjson.gz`)
  writeArchive(archive, new Date())
  await importFor(desk, server, project, archive)
  await selectProject(page, server, project)
  beside = await desk.newPage()
  far = await phone.newPage()
  await far.goto(`${server.address}/auth/login`)
  await logIn(far)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
beforeEach(async () => {
  for (const each of [page, beside, far]) {
    await show(each, '/app/opportunities')
    await rowsOf(each).first().waitFor()
    // What arrived in the test before.
    await expect
      .poll(async () => {
        const waiting = await newLeads(each)
        if (waiting > 0) await newLeadsButton(each).click()
        return waiting
      })
      .toBe(0)
  }
  await expectStreams(2)
})

/** Shows a page of the app, in a loaded app if there is one. */
async function show(where: Page, path: string): Promise<void> {
  if (where.url().startsWith(`${server.address}/app/`)) await goWithinApp(where, path)
  else await where.goto(server.address + path)
}

async function logIn(where: Page): Promise<void> {
  await where.getByLabel('Email').fill(email)
  await where.getByLabel('Password', { exact: true }).fill(password)
  await where.getByRole('button', { name: 'Sign in', exact: true }).click()
  await where.waitForURL('**/app/opportunities')
}

function rowsOf(where: Page) {
  return where.getByRole('list', { name: 'Opportunities' }).getByRole('listitem')
}

/** Waits until the server has this many open streams. */
async function expectStreams(count: number): Promise<void> {
  const open = async () => {
    const metrics = await (await fetch(`${server.address}/api/metrics`)).text()
    return Number(/^earshot_event_streams (\d+)$/m.exec(metrics)?.[1])
  }
  await expect.poll(open).toBe(count)
}

let comments = 0

/**
 * Imports a comment that becomes a lead. It is too short to be a duplicate of the ones before. Returns its author.
 */
async function importLead(): Promise<string> {
  comments += 1
  const author = `late_${comments}`
  const body = `Can anyone recommend a simple CRM cheaper than HubSpot? I keep losing track of my ${comments} clients.`
  const file = join(server.dataDir, `${project}-${author}.ndjson`)
  writeFileSync(
    file,
    JSON.stringify({ id: author.replace('_', ''), kind: 'comment', subreddit: 'smallbusiness', author, body }),
  )
  await uploadFor(desk, server, project, file)
  return author
}

/** Returns the creation time of the newest lead, in ms. */
async function newestLeadAt(): Promise<number> {
  const answer = await desk.request.get(
    `${server.address}/api/opportunities?sort=createdAt:desc&pagination[pageSize]=1`,
  )
  return Date.parse((await answer.json()).data[0].createdAt)
}

const newLeadsButton = (where: Page) => where.getByRole('button', { name: /^Show \d+ new leads?$/ })

/** Returns the number on the button for new leads, or 0 without a button. */
async function newLeads(where: Page): Promise<number> {
  const [text = '0'] = await newLeadsButton(where).allTextContents()
  return Number.parseInt(text.replace(/\D+/, ''), 10)
}

test('two tabs of a browser share one stream, which survives closing either', async () => {
  await page.close()
  await expectStreams(2)
  // The other tab opens the stream that the closed one shared.
  await phone.setOffline(true)
  const author = await importLead()
  const before = await rowsOf(beside).count()
  await expect.poll(() => newLeads(beside), { interval: 50 }).toBe(1)
  const seenAt = Date.now()
  // Much sooner than the polling interval of the screens.
  expect(seenAt - (await newestLeadAt())).toBeLessThan(15_000)
  // What a browser misses while it is offline is delivered afterwards.
  expect(await newLeads(far)).toBe(0)
  await phone.setOffline(false)
  await expect.poll(() => newLeads(far)).toBe(1)
  expect(await rowsOf(beside).count()).toBe(before)
  await beside.getByRole('button', { name: 'Show 1 new lead', exact: true }).click()
  await rowsOf(beside)
    .getByRole('link', { name: `Comment by u/${author}` })
    .waitFor()
  page = await desk.newPage()
  await page.goto(`${server.address}/app/opportunities`)
  await rowsOf(page).first().waitFor()
  await expectStreams(2)
})

test('a decision in one browser updates the rows of all others in place', async () => {
  const titles = await rowsOf(beside).getByRole('heading').allTextContents()
  const second = rowsOf(far).nth(1)
  await second.getByRole('link').click()
  const title = await second.getByRole('heading').textContent()
  await far.keyboard.press('x')
  await far.getByRole('menu').waitFor()
  await far.keyboard.press('2')
  for (const each of [page, beside]) {
    const row = rowsOf(each).filter({ hasText: title! })
    await row.getByText(`Rejected by ${email}`).waitFor()
    expect(await rowsOf(each).getByRole('heading').allTextContents()).toEqual(titles)
  }
  await far.getByRole('button', { name: 'Undo' }).first().click()
  await page.getByText(`Rejected by ${email}`).waitFor({ state: 'detached' })
})

test('a watchlist change shows its new keyword in other browsers', async () => {
  await show(far, '/app/settings/project/keywords')
  await far.getByRole('list', { name: 'Keywords' }).waitFor()
  await show(page, '/app/settings/project/keywords')
  await page.getByLabel('Add keywords').fill('overdue quotes')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await far.getByRole('list', { name: 'Keywords' }).getByText('overdue quotes').waitFor()
})

test('signing out in one tab signs out the other and ends the stream, but not other browsers', async () => {
  await show(page, '/app/settings/account/main')
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(`${server.address}/`)
  await beside.waitForURL('**/auth/login')
  await expectStreams(1)
  expect(new URL(far.url()).pathname).toBe('/app/opportunities')
})
