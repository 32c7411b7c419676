import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { writeArchive } from '../archive.ts'
import { openChromium } from '../chromium.ts'
import { goWithinApp } from '../in-page.ts'
import { callApi, createProject, emailOf, importFor, password, register, selectProject, uploadFor } from '../people.ts'
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
let projectId: string
let email: string

beforeTries(async () => {
  server = await sharedServer()
  browser = await openChromium()
  desk = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  phone = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await desk.newPage()
  email = emailOf('grace')
  await register(desk, server, email)
  projectId = await createProject(desk, server)
  const archive = join(server.dataDir, `${projectId}-archive.ndjson.gz`)
  writeArchive(archive, new Date())
  await importFor(desk, server, projectId, archive)
  await selectProject(page, server, projectId)
  await createProject(desk, server, { name: 'Sundial', summary: 'Sundials for the northern garden' })
  beside = await desk.newPage()
  far = await phone.newPage()
  await callApi(phone, server, 'POST', 'auth/local', { identifier: email, password })
  await selectProject(far, server, projectId)
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
  const file = join(server.dataDir, `${projectId}-${author}.ndjson`)
  writeFileSync(
    file,
    JSON.stringify({ id: author.replace('_', ''), kind: 'comment', subreddit: 'smallbusiness', author, body }),
  )
  await uploadFor(desk, server, projectId, file)
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

test('the same decision in two tabs at once is stored once, and both tabs show it', async () => {
  const title = (await rowsOf(page).first().getByRole('heading').textContent())!
  const answers: number[] = []
  for (const each of [page, beside]) {
    await rowsOf(each).filter({ hasText: title }).first().getByRole('link').click()
    each.on('response', (response) => {
      if (response.url().endsWith('/reply')) answers.push(response.status())
    })
  }
  // Both tabs decide before either receives an update.
  const held: (() => void)[] = []
  for (const each of [page, beside]) {
    await each.route('**/reply', (route) => new Promise<void>((done) => held.push(done)).then(() => route.continue()))
    await each.bringToFront()
    await each.getByRole('button', { name: 'Mark replied' }).first().click()
  }
  await expect.poll(() => held.length).toBe(2)
  for (const release of held) release()
  await expect.poll(() => answers.length).toBe(2)
  expect(answers.filter((status) => status < 300).length).toBeGreaterThan(0)
  expect(answers.filter((status) => status >= 500)).toEqual([])
  for (const each of [page, beside]) {
    await goWithinApp(each, '/app/opportunities?tab=replied')
    await rowsOf(each).filter({ hasText: title }).waitFor()
    expect(await rowsOf(each).filter({ hasText: title }).count()).toBe(1)
    await each.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

const project = (where: Page, name: string) => where.getByRole('button', { name: `Project: ${name}` })

test("switching projects in one tab doesn't affect the other or its unsaved input", async () => {
  const name = (where: Page) => where.getByLabel('Product name')
  for (const each of [page, beside]) {
    await goWithinApp(each, '/app/settings/project/main')
    await name(each).waitFor()
  }
  await name(page).fill('Half a name')
  await project(beside, 'Deskbook').click()
  await beside.getByRole('menuitem', { name: 'Sundial' }).click()
  await project(beside, 'Sundial').waitFor()
  await expect.poll(() => name(beside).inputValue()).toBe('Sundial')
  expect(await name(page).inputValue()).toBe('Half a name')
  await page.getByRole('button', { name: 'Save changes', exact: true }).click()
  await project(page, 'Half a name').waitFor()
  expect(await name(beside).inputValue()).toBe('Sundial')
  // A new tab starts with the project selected last in any tab.
  await page.reload()
  await project(page, 'Sundial').click()
  await page.getByRole('menuitem', { name: 'Half a name' }).click()
  await project(page, 'Half a name').waitFor()
  await beside.reload()
  await project(beside, 'Half a name').waitFor()
})

test('signing out in one tab signs out the other and ends the stream, but not other browsers, and Back shows nothing', async () => {
  await rowsOf(page).first().getByRole('link').click()
  const words = (await rowsOf(page).first().getByRole('heading').textContent())!
  // Simulates a page restored from the browser's cache, before it fetches anything.
  const shown = `dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })), document.body.checkVisibility()`
  expect(await page.evaluate(shown)).toBe(false)
  await rowsOf(page).filter({ hasText: words }).first().waitFor()

  await show(page, '/app/settings/account/main')
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(`${server.address}/`)
  await beside.waitForURL('**/auth/login')
  await expectStreams(1)
  expect(new URL(far.url()).pathname).toBe('/app/opportunities')
  for (const each of [page, beside]) {
    await each.goBack()
    await each.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
    expect(await each.getByText(words).count()).toBe(0)
    expect(await each.content()).not.toContain('Half a name')
  }
})
