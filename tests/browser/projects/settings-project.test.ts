import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { announceTo } from '../announcements.ts'
import { faultsOf, goWithinApp, passTimeUntil, retryByHand } from '../in-page.ts'
import { emailOf, importFor } from '../people.ts'
import { isTooWide, SettingsPage } from '../settings-page.ts'

const settings = new SettingsPage({ renewed: true })

const field = (label: string) => settings.page.getByLabel(label, { exact: true })
const save = () => settings.page.getByRole('button', { name: 'Save changes', exact: true })
const stored = async () => (await settings.ask(settings.page.context(), 'GET', `projects/${settings.project}`)).data
const failing = { data: null, error: { status: 500, name: 'InternalServerError', message: 'Broken', details: {} } }

const banner = (name: string) => settings.page.getByRole('region', { name })

const toggle = () => settings.page.getByRole('switch', { name: 'Send posts to the chat model' })

test('the chat model that is connected shows what was sent today, and is turned off and on at once', async () => {
  const { page } = settings
  const use = { model: 'small', postsToday: 120, postsPerDay: 500 }
  await page.route('**/model-use', (route) => route.fulfill({ json: { data: use, meta: {} } }))
  await settings.open('project/main')
  await page.getByText('120 of 500 posts sent today.').waitFor()
  await toggle().click()
  await expect.poll(async () => (await stored()).sendToModel).toBe(false)
  await toggle().and(page.locator('[aria-checked="false"]')).click()
  await expect.poll(async () => (await stored()).sendToModel).toBe(true)
  await page.unroute('**/model-use')
})

test('a badge marks sample data and links to the sources, and no banner does', async () => {
  const { page } = settings
  await settings.show('project/keywords')
  await page.setViewportSize({ width: 320, height: 640 })
  await goWithinApp(page, '/app/opportunities')
  await page.getByRole('heading', { name: 'Opportunities' }).waitFor()
  expect(await isTooWide(page)).toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Sample data' }).waitFor()
  expect(await banner('Sample data').count()).toBe(0)
  await page.getByRole('link', { name: 'Sample data' }).click()
  await page.waitForURL('**/settings/project/main')
})

test('each source shows its purpose and status, and switches immediately', async () => {
  const { page } = settings
  await settings.show('project/main')
  await page.getByText('Not connected. To connect, set REDDIT_CLIENT_ID').waitFor()
  expect(
    await page.getByRole('region', { name: 'Sources' }).getByRole('link', { name: 'Sources' }).getAttribute('href'),
  ).toBe('/app/settings/project/sources')
  const archives = page.getByRole('switch', { name: 'Shared archives' })
  await archives.click()
  await expect.poll(async () => (await stored()).sources).toEqual(['reddit-api', 'reddit-rss', 'sandbox', 'hackernews'])
  await archives.click()
  await expect
    .poll(async () => (await stored()).sources)
    .toEqual(['reddit-api', 'reddit-rss', 'archive', 'sandbox', 'hackernews'])
})

test('a banner announces the first real post, and sample data can be deleted', async () => {
  const { page, server } = settings
  await settings.show('project/main')
  const file = join(server.dataDir, `${settings.project}-first.ndjson`)
  const post = {
    // Servers keep the first version of a known post.
    id: settings.project.replaceAll(/\D/g, '').slice(0, 9),
    kind: 'post',
    subreddit: 'smallbusiness',
    title: 'Can anyone recommend a simple CRM for a two person studio?',
    body: 'We keep forgetting to follow up with leads. HubSpot looks far too big for us.',
    createdAt: Date.now(),
  }
  writeFileSync(file, `${JSON.stringify(post)}\n`)
  await importFor(page.context(), server, settings.project, file)
  await banner('Real data').getByText('Your first real post has arrived').waitFor()
  expect(await page.getByRole('button', { name: 'Dismiss' }).count()).toBe(1)
  expect(await faultsOf(page)).toEqual([])
  await expect.poll(() => page.getByRole('switch', { name: 'Sample data' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Delete sample data…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete sample data' }).click()
  await settings.notice('Deleting sample data').waitFor()
  await expect.poll(stored).toMatchObject({ realm: 'real', realSince: null })
  await expect.poll(() => banner('Real data').count()).toBe(0)
}, 180_000)

test('all editable fields of a project are saved, and the list of projects is fetched again', async () => {
  const { page } = settings
  await settings.show('project/main')
  await field('Product name').fill('Deskbook 2')
  await field('Website').fill('')
  for (const [label, text] of [
    ['Target audience', 'small studios'],
    ['Pain points', 'losing track of clients'],
  ] as const) {
    await field(label).fill(text)
    await field(label).press('Enter')
  }
  await page.getByRole('combobox', { name: 'Languages' }).click()
  await page.getByRole('option', { name: 'German' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await page.getByRole('combobox', { name: 'Search options' }).fill('Berlin')
  await page.getByRole('option', { name: 'Europe/Berlin' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Time zone' }).getByText('Europe/Berlin').waitFor()
  await page.getByText('Unsaved changes').waitFor()
  expect(await faultsOf(page)).toEqual([])
  const listed = page.waitForRequest((request) => /\/api\/projects\?.*status/.test(decodeURI(request.url())))
  await save().click()
  await settings.notice('Project settings saved').waitFor()
  await listed
  await page.getByRole('button', { name: 'Project: Deskbook 2' }).waitFor()
  expect(await stored()).toMatchObject({
    name: 'Deskbook 2',
    website: null,
    audience: ['small studios'],
    pains: ['losing track of clients'],
    languages: ['de'],
    timeZone: 'Europe/Berlin',
  })
})

test('weights are moved by keyboard, show their effect, and are reset to their defaults', async () => {
  const { page } = settings
  await settings.show('project/main')
  const intent = page.getByRole('slider', { name: 'Intent' })
  await intent.focus()
  for (let times = 0; times < 5; times++) await page.keyboard.press('ArrowRight')
  await expect.poll(() => intent.getAttribute('aria-valuetext')).toBe('×1.5')
  const examples = page.getByRole('list', { name: 'Example order' }).getByRole('listitem')
  await expect.poll(() => examples.first().textContent()).toContain('Partial match, asking openly, from today')
  await page.getByRole('slider', { name: 'Reply window' }).press('Home')
  await expect.poll(() => examples.first().textContent()).toContain('Close match, asking openly, 3 weeks old')
  await save().click()
  await expect.poll(async () => (await stored()).scoreWeights).toEqual({ fit: 1, intent: 1.5, window: 0 })
  await page.getByRole('button', { name: 'Reset weights' }).click()
  await page.keyboard.press('Tab')
  await save().click()
  await expect.poll(async () => (await stored()).scoreWeights.intent).toBe(1)
  await page.getByText('Unsaved changes').waitFor({ state: 'hidden' })
})

test("only changed fields are sent, and other users' changes appear meanwhile", async () => {
  const { page } = settings
  await settings.show('project/main')
  await field('Product name').fill('Deskbook 3')
  await settings.ask(page.context(), 'PUT', `projects/${settings.project}`, { data: { summary: 'Changed by Ada' } })
  await expect.poll(() => field('Product description').inputValue()).toBe('Changed by Ada')
  expect(await field('Product name').inputValue()).toBe('Deskbook 3')
  const sent = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().endsWith(`/api/projects/${settings.project}`),
  )
  await save().click()
  expect((await sent).postDataJSON()).toEqual({ data: { name: 'Deskbook 3' } })
  await page.getByText('Unsaved changes').waitFor({ state: 'hidden' })
})

test('what is typed while changes are saved stays, and is saved next', async () => {
  const { page } = settings
  const address = `**/api/projects/${settings.project}`
  await settings.show('project/main')
  const arrived = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    arrived.resolve()
    await held.promise
    await route.continue()
  })
  await field('Product name').fill('Deskbook 5')
  await save().click()
  await arrived.promise
  await field('Product name').fill('Deskbook 6')
  held.resolve()
  await page.getByText('Unsaved changes').waitFor()
  expect(await field('Product name').inputValue()).toBe('Deskbook 6')
  await page.unroute(address)
  await save().click()
  await expect.poll(async () => (await stored()).name).toBe('Deskbook 6')
  await page.getByText('Unsaved changes').waitFor({ state: 'hidden' })
})

test('a failed save shows an error and keeps the input', async () => {
  const { page } = settings
  await settings.show('project/main')
  await field('Product name').fill('')
  await save().click()
  await page.getByText('Enter a product name of 1 to 100 characters').waitFor()
  await field('Product name').fill('Deskbook 4')
  await page.route(`**/api/projects/${settings.project}`, (route) => route.fulfill({ status: 500, json: failing }))
  await save().click()
  await settings.notice('Error saving project settings').waitFor()
  const notice = page.getByRole('alert').filter({ hasText: 'Error saving project settings' })
  expect(await notice.locator('.text-red-300').count()).toBe(1)
  await page.getByRole('alert').filter({ hasText: 'Broken' }).waitFor()
  expect(await field('Product name').inputValue()).toBe('Deskbook 4')
  await page.unroute(`**/api/projects/${settings.project}`)
})

describe('a project whose details', () => {
  const details = /\/api\/projects\?filters(\[|%5B)id/
  const again = () => settings.page.getByRole('button', { name: 'Try again' })
  const alert = (text: string) => settings.page.getByRole('alert').getByText(text, { exact: true })

  test('fail to load, and then no longer exist, says so, and asks again on request', async () => {
    const { page } = settings
    const none = { data: [], meta: { pagination: { page: 1, pageSize: 25, total: 0 } } }
    let isGone = false
    await page.route(details, (route) => route.fulfill(isGone ? { json: none } : { status: 400, json: failing }))
    await page.clock.install()
    await page.goto(`${settings.server.address}/app/settings/project/main`)
    await passTimeUntil(alert('Error fetching project details'))
    isGone = true
    await again().click()
    await passTimeUntil(alert('Project not found'))
    // A live update may make the page ask again before the click.
    await page.clock.resume()
    await page.unroute(details)
    await again()
      .click({ timeout: 5000 })
      .catch(() => undefined)
    await field('Product name').waitFor()
  })
})

test('the chat model that is not connected cannot be turned on, and the hint says what to set', async () => {
  // The test before loads the page anew, and with it what is connected.
  await settings.show('project/main')
  await settings.page.getByText('To connect, set LLM_BASE_URL and LLM_MODEL on the server.').waitFor()
  expect(await toggle().isDisabled()).toBe(true)
})

test('a member sees the settings disabled, with the reason', async () => {
  const ada = await settings.join(emailOf('ada'), 'member')
  await settings.open('project/main', ada)
  await ada.getByText('Only project owners and admins can do this. Your role: member.').waitFor()
  for (const name of ['Save changes', 'Archive project', 'Delete project…', 'Reset weights'])
    expect(await ada.getByRole('button', { name, exact: true }).isDisabled()).toBe(true)
  expect(await ada.getByLabel('Product name').isDisabled()).toBe(true)
  expect(await ada.getByRole('slider', { name: 'Fit' }).isDisabled()).toBe(true)
})

test('nothing overflows on a phone or a desktop', async () => {
  await settings.show('project/main')
  for (const width of [375, 320, 1440]) {
    await settings.page.setViewportSize({ width, height: 900 })
    expect(await isTooWide(settings.page)).toBe(false)
  }
})

describe('access to a project', () => {
  test('the billing page shows that everything is included', async () => {
    const { page } = settings
    await settings.show('project/billing')
    await page.getByText('All features are included').waitFor()
    expect(await faultsOf(page)).toEqual([])
    // The last of the tabs stays in sight when the page becomes narrower.
    await page.setViewportSize({ width: 375, height: 812 })
    const tab = page.getByRole('navigation', { name: 'Project settings' }).getByRole('link', { name: 'Billing' })
    await expect.poll(async () => (await tab.boundingBox())!.x).toBeLessThan(375)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('that cannot be read is retried three times, then counts as none', async () => {
    const { page } = settings
    let tries = 0
    await page.route('**/api/projects/*/access', (route) => {
      tries += 1
      return route.fulfill({ status: 500, json: failing })
    })
    await page.clock.install()
    await page.goto(`${settings.server.address}/app/opportunities`)
    await passTimeUntil(page.getByText("Couldn't load the subscription"))
    await page.waitForURL('**/app/settings/project/billing')
    expect(tries).toBeGreaterThanOrEqual(3)
    const again = page.getByRole('button', { name: 'Try again', disabled: false })
    await passTimeUntil(again)
    await retryByHand(again, '**/api/projects/*/access')
    await page.getByText('All features are included').waitFor()
  })
})

test('a project is archived, restored by undo or later, and deleted once its name is typed', async () => {
  const { page, server } = settings
  await settings.show('project/main')
  const data = { name: 'Sundial', summary: 'Sundials for the northern garden', timeZone: 'UTC' }
  const sundial = (await settings.ask(page.context(), 'POST', 'projects', { data })).data.id
  await announceTo(server, settings.project, 'project')
  await page.getByRole('button', { name: /^Project: Deskbook/ }).click()
  await page.getByRole('menuitem', { name: 'Sundial' }).click()
  await page.getByRole('button', { name: 'Project: Sundial' }).waitFor()
  const archive = page.getByRole('button', { name: 'Archive project' })
  await archive.click()
  await page.waitForURL('**/app/opportunities')
  await settings.notice('Archived “Sundial”').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Project: Sundial' }).waitFor()
  await settings.show('project/main')
  await archive.click()
  await page.waitForURL('**/app/opportunities')
  await page.getByRole('button', { name: /^Project: Deskbook/ }).waitFor()
  await settings.show('project/main')
  await page.getByRole('list', { name: 'Archived projects' }).waitFor()
  await page.getByRole('button', { name: 'Restore Sundial' }).click()
  await settings.notice('Restored “Sundial”').waitFor()
  await page.getByRole('list', { name: 'Archived projects' }).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Project: Sundial' }).waitFor()
  await page.getByRole('button', { name: /^Delete project/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Sundial?' })
  await dialog.getByLabel('Type “Sundial” to confirm').fill('Deskbook')
  await page.keyboard.press('Enter')
  await dialog.getByText("This doesn't match “Sundial”").waitFor()
  await dialog.getByLabel('Type “Sundial” to confirm').fill('Sundial')
  await page.keyboard.press('Enter')
  await settings.notice('Deleted “Sundial”').waitFor()
  await page.waitForURL('**/app/opportunities')
  await page.getByRole('button', { name: /^Project: Deskbook/ }).waitFor()
  expect((await settings.request(page.context(), 'GET', `projects/${sundial}`)).status()).toBe(404)
})

test('the only project can be archived, and is restored from the setup page', async () => {
  const { page } = settings
  await settings.show('project/main')
  await page.getByRole('button', { name: 'Archive project' }).click()
  await page.waitForURL('**/app/setup')
  await page.getByRole('list', { name: 'Archived projects' }).waitFor()
  await page.getByRole('button', { name: /^Restore / }).click()
  await page.waitForURL('**/app/opportunities')
  await page.getByRole('button', { name: /^Project: Deskbook/ }).waitFor()
})
