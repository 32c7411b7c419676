import type { BrowserContext, Locator, Page, Route } from 'playwright-core'
import { afterAll, expect, test, vi } from 'vitest'
import { writeLeads } from '../archive.ts'
import { faultsOf, goWithinApp } from '../in-page.ts'
import { isFocused, openShell, type Shell } from '../open-shell.ts'
import { patienceMs } from '../patience.ts'
import { addMember, callApi, emailOf, register, selectProject } from '../people.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
/** Another member of the project, with their browser. */
let maya: { email: string; context: BrowserContext }
beforeTries(async () => {
  shell = await openShell()
  page = shell.page
  maya = await addTeammate('maya')
  const archive = shell.path('leads.ndjson')
  writeLeads(archive, new Date(), 105)
  await shell.importArchive(archive)
  await vi.waitUntil(async () => (await leadsOfServer()) > 105, { timeout: patienceMs })
})
afterAll(() => shell?.close())

/** Changes data through the API instead of the page. */
async function fromElsewhere(method: 'POST' | 'DELETE', path: string, data?: object): Promise<void> {
  const { address } = shell.server
  const options = { method, headers: { origin: address }, ...(data && { data }) }
  const answer = await page.request.fetch(`${address}/api/${path}`, options)
  expect(answer.ok()).toBe(true)
}

async function leadsOfServer(): Promise<number> {
  const answer = await page.request.get(`${shell.server.address}/api/opportunities?filters[state][$eq]=new`)
  return (await answer.json()).meta.pagination.total
}

function isList({ url, ...parts }: { url: string; tab?: string; next?: boolean }): boolean {
  const { pathname, searchParams } = new URL(url)
  if (pathname !== '/api/opportunities' || !searchParams.has('populate[0]')) return false
  if (parts.tab && searchParams.get('filters[state][$eq]') !== parts.tab) return false
  return searchParams.has('pagination[cursor]') === (parts.next ?? false)
}

/**
 * Holds back the response to the first matching request. `asked` resolves once the server has answered it. The route
 * stays, since Chromium can lose requests made while the last route is removed.
 */
async function hold(which: (url: string) => boolean) {
  const free = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  let isHeld = false
  const handler = async (route: Route) => {
    if (isHeld) return route.fallback()
    isHeld = true
    const response = await route.fetch()
    asked.resolve()
    await free.promise
    await route.fulfill({ response })
  }
  await page.route((url) => which(url.href), handler)
  return { asked: asked.promise, release: () => free.resolve() }
}

const titles = () => shell.rows().getByRole('heading').allTextContents()
const newLeads = () => page.getByRole('button', { name: 'Show 1 new lead', exact: true })
const tab = (name: string) => page.getByRole('tab', { name })

async function answered(method: 'PUT' | 'DELETE', noun: string): Promise<void> {
  await page.waitForResponse((response) => response.request().method() === method && response.url().endsWith(noun))
}

async function reject(): Promise<void> {
  const done = answered('PUT', '/rejection')
  await page.keyboard.press('x')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('2')
  await done
}

test("a list fetched before an undo doesn't stay outdated", async () => {
  await shell.start()
  await shell.rows().first().waitFor()
  await reject()
  const rejected = await hold((url) => isList({ url, tab: 'rejected' }))
  await tab('Rejected').click()
  await rejected.asked
  const undone = answered('DELETE', '/rejection')
  await page.keyboard.press('u')
  await undone
  rejected.release()
  await page.getByText('No rejected leads').waitFor()
})

test("a lead decided while the next page loads doesn't return with that page", async () => {
  await shell.show()
  await expect.poll(() => shell.rows().count()).toBe(25)
  const [first, second] = await titles()
  const next = await hold((url) => isList({ url, next: true }))
  await shell.rows().last().scrollIntoViewIfNeeded()
  await next.asked
  await shell.rows().first().getByRole('link').click()
  await page.keyboard.press('r')
  await expect.poll(async () => (await titles())[0]).toBe(second)
  next.release()
  await expect.poll(() => shell.rows().count()).toBeGreaterThan(25)
  expect(await titles()).not.toContain(first)
  const undone = answered('DELETE', '/reply')
  await page.keyboard.press('u')
  await expect.poll(async () => (await titles())[0]).toBe(first)
  await undone
})

test('a decision shows in the tab opened right after it, even on a slow connection', async () => {
  await shell.show()
  await shell.rows().first().waitFor()
  const [first] = await titles()
  const sent = await hold((url) => url.endsWith('/save'))
  await page.keyboard.press('s')
  await sent.asked
  await tab('Saved').click()
  await tab('Saved').and(page.locator('[aria-selected="true"]')).waitFor()
  sent.release()
  await expect.poll(titles).toContain(first)
  await shell.rows().filter({ hasText: first! }).getByRole('link').click()
  await page.keyboard.press('s')
  await expect.poll(titles).not.toContain(first)
})

test('a lead rejected here and moved back elsewhere is offered as new', async () => {
  await shell.show()
  await shell.rows().first().waitFor()
  const [first] = await titles()
  const answer = page.waitForResponse((response) => response.url().endsWith('/rejection'))
  const counted = answer.then(() =>
    page.waitForResponse((response) => decodeURIComponent(response.url()).includes('fields[0]=releasedAt')),
  )
  await reject()
  const { data } = await (await answer).json()
  await expect.poll(titles).not.toContain(first)
  await counted
  expect(await newLeads().count()).toBe(0)
  await fromElsewhere('DELETE', `opportunities/${data.id}/rejection`)
  await newLeads().click()
  await expect.poll(async () => (await titles())[0]).toBe(first)
})

test('of a long list only the rows in sight are in the document, and the open and the focused one', async () => {
  const row = (place: number) => page.locator(`li[aria-posinset="${place}"]`)
  const end = () =>
    page.evaluate(`document.querySelector('ul[aria-label="Opportunities"]').parentElement.scrollTo(0, 1e6)`)
  await shell.show()
  await row(2).getByRole('link').click()
  const place = async () => Number(await shell.rows().last().getAttribute('aria-posinset'))
  const size = async () => Number(await shell.rows().last().getAttribute('aria-setsize'))
  await expect
    .poll(async () => {
      await end()
      return (await size()) - (await place())
    })
    .toBe(0)
  const total = await place()
  expect(total).toBeGreaterThan(105)
  await row(total - 1).waitFor()
  await expect.poll(() => shell.rows().count()).toBeLessThan(60)
  await expect.poll(() => row(3).count()).toBe(0)
  await expect.poll(() => row(2).count()).toBe(1)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Members' }).click()
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
  await page.goBack()
  await row(total).waitFor()
  await expect.poll(() => isInSight(row(total))).toBe(true)

  await page.keyboard.press('j')
  await expect.poll(() => isFocused(row(3).getByRole('link'))).toBe(true)
  await expect.poll(() => isInSight(row(3))).toBe(true)
  await end()
  await row(total).waitFor()
  await expect.poll(() => row(3).count()).toBe(1)
})

async function isInSight(place: Locator): Promise<boolean> {
  const box = await place.boundingBox()
  return box !== null && box.y + box.height > 0 && box.y < 900
}

/** Adds a member to the project, past the invitation, and returns their browser. */
async function addTeammate(name: string): Promise<{ email: string; context: BrowserContext }> {
  const context = await shell.context.browser()!.newContext()
  const email = emailOf(name)
  await register(context, shell.server, email)
  await addMember(shell.server, shell.project, email, 'member')
  return { email, context }
}

test('a team claims, annotates, postpones and assigns a lead by key', async () => {
  const teammate = maya.email
  await shell.show()
  await shell.rows().first().getByRole('link').click()
  const team = page.getByRole('region', { name: 'Team' })
  const notes = team.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await page.keyboard.press('c')
  await team.getByRole('button', { name: "You're working on it" }).waitFor()
  // Notes and reminders load after the lead.
  await team.getByRole('textbox').waitFor()
  await page.keyboard.press('n')
  await page.keyboard.type('Asked about the price')
  await page.keyboard.press('Control+Enter')
  await notes.getByText('Asked about the price').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Tomorrow' }).waitFor()
  await page.keyboard.press('1')
  await team.getByRole('button', { name: 'Reminder: tomorrow' }).waitFor()
  await notes.getByRole('button', { name: 'Note actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit note' }).click()
  await team.getByRole('textbox', { name: 'Edit note' }).fill('Asked about the yearly price')
  await page.keyboard.press('Control+Enter')
  await notes.getByText('Asked about the yearly price').waitFor()
  await team.getByRole('button', { name: "You're working on it" }).click()
  await page.getByRole('menuitem', { name: `Assign to ${teammate}` }).click()
  await team.getByRole('button', { name: `${teammate} is working on it` }).waitFor()

  await page.setViewportSize({ width: 375, height: 800 })
  await team.getByRole('button', { name: `${teammate} is working on it` }).waitFor()
  await team.getByRole('button', { name: 'Reminder: tomorrow' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await team.getByRole('textbox').waitFor()
  // Escape in the field leaves the field, and the lead stays open.
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await notes.getByRole('button', { name: 'Note actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete note' }).click()
  await notes.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await notes.getByText('Asked about the yearly price').waitFor()
  await team.getByRole('button', { name: /^Reminder/ }).click()
  await page.getByRole('menuitem', { name: 'Clear reminder' }).click()
  await team.getByRole('button', { name: 'Remind me' }).waitFor()
})

test('two people see who is answering, and one mentions the other in a note', async () => {
  const { server, project } = shell
  const canned = { project, name: 'Thanks', text: 'Thanks for asking in {subreddit}' }
  await callApi(shell.context, server, 'POST', 'canned-replies', { data: canned })
  const other = await maya.context.newPage()
  await selectProject(other, server, project)
  await shell.show()
  await shell.rows().first().getByRole('link').click()
  await page.waitForURL(/lead=/)
  const url = page.url()
  await other.goto(url)
  const reply = (by: Page) => by.getByRole('region', { name: 'Reply', exact: true })
  await reply(other).getByRole('button', { name: 'Write a reply' }).waitFor()
  await reply(page).getByRole('button', { name: 'Write a reply' }).click()
  await reply(other).getByText(`${shell.email} is answering.`).waitFor()
  await reply(page).getByRole('button', { name: 'Insert canned reply' }).click()
  await page.getByRole('menuitem', { name: 'Thanks' }).click()
  await expect
    .poll(() => reply(page).getByRole('textbox', { name: 'Your reply' }).inputValue())
    .toMatch(/^Thanks for asking in r\/\w+$/)

  const note = page.getByRole('textbox', { name: 'Add a note for your team' })
  await note.pressSequentially('@may')
  await page.getByRole('option', { name: maya.email }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('please take over')
  await page.keyboard.press('Control+Enter')
  const added = page.getByRole('list', { name: 'Notes' }).getByText(`@${maya.email} please take over`)
  await added.waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Members' }).click()
  await reply(other).getByText('is answering').waitFor({ state: 'detached' })

  await goWithinApp(other, '/app/mentions')
  await other.getByRole('button', { name: 'For you 1' }).click()
  await other.getByRole('menuitem', { name: `${shell.email} mentioned you` }).click()
  await other.getByRole('list', { name: 'Notes' }).getByText('please take over').waitFor()
  await other.getByRole('button', { name: 'For you' }).waitFor({ state: 'detached' })
  await maya.context.close()
})

test('a keyword being renamed keeps its new text while the list is fetched again', async () => {
  await shell.visit('/app/settings/project/keywords')
  const named = (keyword: string) => page.getByRole('button', { name: `Edit ${keyword}`, exact: true })
  // Not by pointer: counts that arrive meanwhile move the rows.
  await named('crm').press('Enter')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/keywords/*', async (route) => released.then(() => route.continue()), { times: 1 })
  const field = page.getByRole('textbox', { name: 'New text for crm' })
  await field.fill('small crm')
  await field.press('Enter')
  await named('small crm').waitFor()
  // Another keyword is added elsewhere, and this page gets the event.
  const refetched = page.waitForResponse((response) => response.url().includes('/api/projects?'))
  await fromElsewhere('POST', 'keywords', { data: { project: shell.project, query: 'from elsewhere' } })
  await refetched
  expect(await named('crm').count()).toBe(0)
  release()
  await named('from elsewhere').waitFor()
  expect(await named('small crm').count()).toBe(1)
})

test('signing out leads to the front page even if the stream ends before the response', async () => {
  const streams = async () => {
    const metrics = await (await fetch(`${shell.server.address}/api/metrics`)).text()
    return Number(/^earshot_event_streams (\d+)$/m.exec(metrics)?.[1])
  }
  await shell.show()
  await expect.poll(streams).toBe(1)
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  const answer = await hold((url) => url.endsWith('/api/auth/logout'))
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await answer.asked
  await expect.poll(streams).toBe(0)
  // A redirect would run right after the end of the stream.
  await page.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 1000 }))')
  answer.release()
  await page.waitForURL(`${shell.server.address}/`)
  expect(visited).not.toContain('/auth/login')
})
