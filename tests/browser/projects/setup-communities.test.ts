import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CommunityProfile } from '#features/reddit/contract.ts'
import { openChromium } from '../chromium.ts'
import { faultsOf, goWithinApp, passTimeUntil } from '../in-page.ts'
import { callApi, emailOf, register } from '../people.ts'
import { sharedServer, type TestServer } from '../test-server.ts'

let server: TestServer
let browser: Browser
let page: Page
beforeAll(async () => {
  server = await sharedServer()
  browser = await openChromium()
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await register(page.context(), server, emailOf('ines'))
})
beforeEach(async () => {
  await page.unrouteAll()
  await page.setViewportSize({ width: 1280, height: 900 })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const empty = {
  ...{ name: '', website: null, summary: '', audience: [], pains: [], keywords: [], competitors: [], communities: [] },
  ...{ proposals: { keywords: [], competitors: [], communities: [], facts: [] }, facts: '', reached: 'product' },
}

/** Opens setup with these answers only. */
async function openSetup(answers: object): Promise<void> {
  const save = () => callApi(page.context(), server, 'PUT', 'setup', { data: { ...empty, ...answers } })
  if (!page.url().startsWith(`${server.address}/app/`)) {
    await save()
    await page.goto(`${server.address}/app/setup`)
    return
  }
  // Otherwise the page saves its last changes as it is left, maybe after those below.
  await expect.poll(() => page.evaluate(`sessionStorage.getItem('setupUnsaved')`), { timeout: 10_000 }).toBeNull()
  // Setup reads its answers each time it is shown. Only this page can be shown before it.
  await goWithinApp(page, '/auth/reset-password')
  await page.getByRole('button', { name: 'Send reset link' }).waitFor()
  await save()
  await goWithinApp(page, '/app/setup')
}

/** Opens the step of communities, with none so far. */
async function openCommunities(): Promise<void> {
  await openSetup({ name: 'Paperfinch', summary: 'Bookkeeping for people with a shop.', reached: 'communities' })
  await box().waitFor()
}

const press = (button: string) => page.getByRole('button', { name: button, exact: true }).click()
const box = () => page.getByRole('textbox', { name: 'Communities' })
const list = () => page.getByRole('list', { name: 'Communities' })
const row = (name: string) => list().getByRole('listitem').filter({ hasText: name })
const chosen = (name: string) => page.getByRole('checkbox', { name, exact: true })
const sample = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const isTooWide = () => page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

async function add(typed: string): Promise<void> {
  await box().fill(typed)
  await box().press('Enter')
}

/** Replaces the server's response about communities. */
async function tell(answer: (names: string[]) => Partial<Parameters<Route['fulfill']>[0]>): Promise<void> {
  await page.route('**/api/community-profiles', (route) =>
    route.fulfill(answer(route.request().postDataJSON().data.names)),
  )
}

function profile(name: string, of: Partial<CommunityProfile>): CommunityProfile {
  return {
    name,
    displayName: name,
    title: '',
    members: null,
    isAdult: false,
    standing: 'open',
    stance: 'unknown',
    stanceRule: null,
    stanceWords: null,
    rules: null,
    readAt: null,
    isPending: false,
    trouble: null,
    ...of,
  }
}

test('names are looked up: size, stance with its rule on demand, and problems', async () => {
  await openCommunities()
  await add('https://www.reddit.com/r/smallbusiness/new, r/Coffee, smallbuisness, OwnersLounge, CouponDumps')
  await row('r/smallbusiness').getByText('1.8M members').waitFor()
  await row('r/Coffee').getByText('1.3M members').waitFor()
  await row('r/smallbuisness').getByText("r/smallbuisness doesn't exist on Reddit. Check the spelling.").waitFor()
  await row('r/ownerslounge').getByText('Private: only members can read it').waitFor()
  await row('r/coupondumps').getByText('Banned by Reddit').waitFor()
  const stance = row('r/Coffee').getByRole('button', { name: 'Promotion with limits' })
  expect(await stance.getAttribute('aria-expanded')).toBe('false')
  await stance.click()
  await row('r/Coffee')
    .getByText(/once a month at most.*Promotion with restraint/)
    .waitFor()
  await row('r/smallbusiness').getByRole('button', { name: 'No promotion' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await isTooWide()).toBe(false)

  await page.getByRole('button', { name: 'Remove r/smallbuisness' }).click()
  await row('r/smallbuisness').waitFor({ state: 'hidden' })
  await chosen('r/Coffee').click()
  await row('r/Coffee').waitFor()
  expect([await chosen('r/Coffee').isChecked(), await chosen('r/smallbusiness').isChecked()]).toEqual([false, true])
  await page.reload()
  await row('r/smallbusiness').getByText('1.8M members').waitFor()
  expect(await row('r/Coffee').count()).toBe(0)
})

test('communities without data can be selected, sizes are not shown as zero, and an error can be retried', async ({
  task,
}) => {
  // Goes on with those of the test before.
  if (task.result?.retryCount || (await box().count()) === 0) await openCommunities()
  await tell((names) => ({ json: { data: names.map((name) => profile(name, { standing: 'unread' })), meta: {} } }))
  await add('espresso')
  await row('r/espresso').getByText('Size and rules unknown. Earshot still polls it.').waitFor()
  expect(await chosen('r/espresso').isChecked()).toBe(true)
  const trouble = "Reddit couldn't be reached"
  await page.unrouteAll()
  await tell((names) => ({
    json: { data: names.map((name) => profile(name, { standing: 'unread', trouble })), meta: {} },
  }))
  await add('roasting')
  await row('r/roasting').getByText("Size and rules unknown: Reddit couldn't be reached.").waitFor()
  await page.unrouteAll()
  await tell((names) => ({
    json: { data: names.map((name) => profile(name, { isAdult: true, standing: 'restricted' })), meta: {} },
  }))
  await add('tea')
  await row('r/tea').getByText('Size unknown').waitFor()
  await row('r/tea').getByText('only approved members can post').waitFor()
  await row('r/tea').getByText('Promotion rules unknown').waitFor()

  // The error is shown once, and blocks nothing.
  await page.unrouteAll()
  const error = { status: 500, name: 'InternalServerError', message: 'Something broke', details: {} }
  await tell(() => ({ status: 500, json: { data: null, error } }))
  await page.clock.install()
  await add('bookkeeping')
  await passTimeUntil(page.getByText("Couldn't load sizes and rules. Something broke"))
  expect(await chosen('r/bookkeeping').isChecked()).toBe(true)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await row('r/bookkeeping').getByText('71.2k members').waitFor()
})

test('a mistyped name alone is an error at the field instead of a search of all of Reddit', async () => {
  await openCommunities()
  await add('two words here')
  await page.getByText('Enter a name such as smallbusiness').waitFor()
  expect([await box().inputValue(), await list().count()]).toEqual(['two words here', 0])
  await add('smallbuisness')
  await row('r/smallbuisness').waitFor()
  await add('Smallbuisness')
  await page.getByText('r/smallbuisness is already in the list').waitFor()
  await box().fill('')
  await row('r/smallbuisness').getByText("r/smallbuisness doesn't exist on Reddit. Check the spelling.").waitFor()
  await press('Continue')
  const fault = page.getByText(
    'None of these communities are accessible. Add another, or remove them to search all of Reddit',
  )
  await fault.waitFor()
  expect(await box().getAttribute('aria-invalid')).toBe('true')
  expect((await callApi(page.context(), server, 'GET', 'projects')).data).toMatchObject([{ status: 'draft' }])
  await add('smallbusiness')
  await fault.waitFor({ state: 'hidden' })
  await row('r/smallbusiness').getByText('1.8M members').waitFor()
})

test('a sample product starts a project in a few clicks, with its accessible communities', async () => {
  await openSetup({})
  await page.setViewportSize({ width: 375, height: 800 })
  await page.getByText('Just exploring? Try a sample product').waitFor()
  await sample('Moor & Kettle').click()
  await page.getByText(/Filled in from .* on moorandkettle.example/).waitFor()
  // Another one replaces it.
  await sample('Paperfinch').click()
  await page.getByText(/Filled in from .* on paperfinch.example/).waitFor()
  expect(await page.getByRole('textbox', { name: 'Website' }).inputValue()).toBe('paperfinch.example')
  await page.getByRole('textbox', { name: 'Product name' }).fill('Paperfinch for one')
  await press('Continue')
  await press('Continue')
  await row('r/tax').getByText('655k members').waitFor()
  // Communities missing in the sandbox were proposed too, and are left out.
  await row('r/personalfinance').waitFor({ state: 'hidden' })
  expect(await row('r/espresso').count()).toBe(0)
  expect(await isTooWide()).toBe(false)
  await add('freelance')
  await row('r/freelance').getByText('412k members').waitFor()
  // A community is left out once it is known to be missing.
  await expect.poll(() => list().getByRole('status').count()).toBe(0)
  await press('Continue')
  await page.getByText('Step 4 of 5').waitFor()
  const facts = await page.getByRole('textbox', { name: 'Facts' }).inputValue()
  expect(facts.split('\n')).toContain('9 dollars a month, or 90 a year.')
  await page.getByRole('textbox', { name: 'Voice' }).fill('Short sentences.')
  expect(await isTooWide()).toBe(false)
  expect(await faultsOf(page)).toEqual([])
  await press('Continue')
  await page.getByText('Step 5 of 5').waitFor()
  await page.getByRole('switch', { name: 'Hot leads' }).click()
  await page.getByLabel('Time of the digest').fill('07:30')
  expect(await isTooWide()).toBe(false)
  expect(await faultsOf(page)).toEqual([])
  await press('Create project')
  await page.waitForURL('**/app/opportunities')
  const id = await page.evaluate(() => localStorage.getItem('selectedProjectId'))
  const created = () => callApi(page.context(), server, 'GET', `projects/${id}`)
  const { data: project } = await created()
  expect(project).toMatchObject({
    name: 'Paperfinch for one',
    website: 'paperfinch.example',
    communities: ['tax', 'bookkeeping', 'freelance'],
  })
  const rules = await callApi(
    page.context(),
    server,
    'GET',
    `alert-rules?filters[project]=${id}&filters[kind]=lead&sort=name`,
  )
  expect(rules.data).toMatchObject([
    { name: 'Daily digest', status: 'active', timeOfDay: '07:30' },
    { name: 'Hot leads', status: 'paused' },
  ])
  const prompts = await callApi(page.context(), server, 'GET', `prompts?filters[project]=${id}&sort=kind`)
  expect(prompts.data).toMatchObject([
    { kind: 'facts', text: expect.stringContaining('Paperfinch'), version: 1 },
    { kind: 'voice', text: 'Short sentences.' },
  ])

  await page.setViewportSize({ width: 1280, height: 900 })
  await goWithinApp(page, '/app/settings/project/main')
  await row('r/Bookkeeping').getByText('71.2k members').waitFor()
  await chosen('r/Bookkeeping').click()
  await add('SoleTraders')
  await row('r/SoleTraders').getByText('38.4k members').waitFor()
  await page.getByRole('button', { name: 'Save changes', exact: true }).click()
  await page.getByText('Project settings saved').waitFor()
  const { data: saved } = await created()
  expect(saved.communities).toEqual(['tax', 'freelance', 'soletraders'])
})
