import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { defaultBoards } from '#engine/insights/default-boards.ts'
import { pngOf } from '#features/agencies/server/factories.ts'
import { startBoss } from '#platform/server/jobs/boss.ts'
import { endSession, faultsOf, goWithinApp, passTimeUntil, retryByHand } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { addMember, callApi, createProject, emailOf, register, selectProject, settle } from '../people.ts'
import { isTooWide } from '../settings-page.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page

beforeTries(async () => {
  shell = await openShell()
  page = shell.page
  // The job that counts runs every minute.
  const boss = await startBoss(shell.server.databaseUrl, {
    poolSize: 1,
    supervise: false,
    log: pino({ level: 'silent' }),
  })
  await boss.send('insights', {})
  await boss.stop({ graceful: false })
})
afterAll(() => shell?.close())

const tile = (name: string) => page.getByRole('article', { name, exact: true })
const notice = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })

async function choose(chart: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${chart}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('charts are read, compared, exported, annotated, and lead to what they count', async () => {
  await shell.start()
  await page.keyboard.press('g')
  await page.keyboard.press('g')
  await page.getByRole('tab', { name: 'Overview' }).waitFor()
  expect(await page.title()).toBe('Insights')
  await tile('Leads').getByRole('slider', { name: 'Leads, by day' }).waitFor()
  expect(await faultsOf(page)).toEqual([])

  // The choices are in the address, and all charts follow.
  await page.getByRole('button', { name: '90 days' }).click()
  await page.waitForURL('**/app/insights?days=90')
  await page.getByRole('button', { name: 'Compare: vs. previous period' }).click()
  await page.getByRole('menuitem', { name: 'No comparison' }).click()
  await page.waitForURL('**?days=90&compare=none')

  await choose('Leads', 'Show as table')
  const rows = tile('Leads').getByRole('group', { name: 'Leads as a table' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(91)
  const csv = page.waitForEvent('download')
  await choose('Leads', 'Export CSV')
  expect(readFileSync(await (await csv).path(), 'utf8')).toMatch(/^\uFEFFDay,Leads\r\n"?\w{3} \d/)
  const picture = page.waitForEvent('download')
  await choose('Leads', 'Download PNG')
  expect((await picture).suggestedFilename()).toMatch(/^deskbook-leads-.*\.png$/)
  expect(readFileSync(await (await picture).path()).length).toBeGreaterThan(10_000)

  await page.getByRole('button', { name: 'Annotate a day' }).click()
  await page.getByRole('textbox', { name: 'What happened' }).fill('Launched the new pricing')
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Annotations' }).getByText('Launched the new pricing').waitFor()
  await choose('Leads', 'Show as chart')
  await tile('Leads')
    .getByText(/Launched the new pricing/)
    .waitFor()

  // On paper are only the charts, with their days.
  await page.emulateMedia({ media: 'print' })
  await page.getByText('Deskbook: Overview').waitFor()
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
  await page.emulateMedia({ media: null })

  // A bar leads to its list.
  await tile('Leads by status').getByRole('link', { name: 'New' }).click()
  await page.waitForURL('**/app/opportunities?sort=newest&from=*')
  await shell.rows().first().waitFor()
  await page.getByRole('button', { name: /^Posted / }).waitFor()
})

test('a link shows a board to people without an account, until it is revoked, and deleted quotes leave both', async () => {
  const { server, context, project } = shell
  const said = 'I am tired of exporting our contacts into a simple CRM every Friday.'
  const made = { project, name: 'Forum', scope: 'write' }
  const { token } = (await callApi(context, server, 'POST', 'api-tokens', { data: made })).data
  const push = async (line: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' }
    const body = JSON.stringify(line)
    const answer = await fetch(`${server.address}/api/items?source=Forum`, { method: 'POST', headers, body })
    expect(answer.status).toBe(200)
    await settle(server)
  }
  const post = { id: 'friday', title: 'Which simple CRM do you recommend?', body: said, author: 'mara' }
  await push({ ...post, url: 'https://forum.example/t/1', createdAt: new Date().toISOString() })
  const quotes = (on: Page) => on.getByRole('article', { name: 'Top pains' })
  /** Expects the quotes of the other leads only. */
  const expectDeleted = async (on: Page) => {
    await on.reload()
    await quotes(on)
      .getByText(/^Based on/)
      .waitFor()
    expect(await quotes(on).getByText(said).count()).toBe(0)
  }

  // Without the cookies of the shell's user.
  const visitor = await (await context.browser()!.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await shell.visit('/app/insights')
  await page.getByRole('tab', { name: 'Buyers' }).click()
  await quotes(page).getByText(said).waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Share with a link' }).click()
  const drawer = page.getByRole('dialog', { name: 'Share with a link' })
  await drawer.getByRole('textbox', { name: 'Name' }).fill('For Ms. Doe')
  await drawer.getByRole('textbox', { name: 'Name' }).press('Enter')
  const address = await drawer.getByRole('textbox', { name: 'Link' }).inputValue()

  const answer = await visitor.goto(address)
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  await visitor.getByRole('heading', { level: 1, name: 'For Ms. Doe' }).waitFor()
  await expect.poll(() => visitor.title()).toBe('For Ms. Doe')
  await quotes(visitor).getByText(said).waitFor()
  // No list, menu, or other board is within reach.
  const links = visitor.getByRole('link').filter({ hasNotText: /^Open on (Reddit|Forum)$/ })
  expect(await links.allInnerTexts()).toEqual(['Earshot'])
  expect(await faultsOf(visitor)).toEqual([])
  await visitor.setViewportSize({ width: 375, height: 700 })
  expect(await isTooWide(visitor)).toBe(false)

  await push({ id: post.id, deleted: true })
  await expectDeleted(visitor)
  await drawer.getByRole('button', { name: 'Revoke “For Ms. Doe”' }).click()
  await drawer.getByText('No links yet.').waitFor()
  expect((await visitor.reload())?.status()).toBe(404)
  await visitor.getByRole('heading', { level: 1, name: 'This link has expired or was revoked.' }).waitFor()
  await visitor.context().close()
  await expectDeleted(page)
})

test('boards are changed in a working copy and published, and a chart becomes a report', async () => {
  await shell.visit('/app/insights-copy-working')
  const copy = page.getByRole('region', { name: 'Working copy', exact: true })
  const titles = () => copy.getByRole('heading', { level: 3 }).allInnerTexts()
  await copy.getByRole('button', { name: 'Move Mentions up' }).click()
  await expect.poll(titles).toEqual(expect.arrayContaining(['Mentions', 'Leads']))
  await copy.getByRole('button', { name: 'Edit Mentions' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Talk about us')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await titles())[0]).toBe('Talk about us')
  await copy.getByRole('button', { name: 'Remove Leads by source' }).click()
  await page.getByText('Charts: 1 changed, 1 moved, and 1 removed').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Publish' }).click()
  await notice('Boards published').waitFor()

  await page.setViewportSize({ width: 375, height: 700 })
  await page.getByRole('link', { name: 'Insights', exact: true }).click()
  await tile('Talk about us').waitFor()
  expect(await isTooWide(page)).toBe(false)
  await choose('Leads', 'Open as report')
  await page.getByRole('button', { name: 'Save report' }).click()
  await notice('Report saved').waitFor()
  await page.getByRole('button', { name: 'All reports' }).click()
  await page.getByRole('list', { name: 'Reports' }).getByText('Leads by day, 30 days').waitFor()
})

test('the tour of insights runs once', async () => {
  // A page without a tour.
  await shell.visit('/app/settings/project/main')
  await page.evaluate(() => localStorage.setItem('productTourState', '{"opportunitiesTourCompleted":true}'))
  await shell.visit('/app/insights')
  const tour = page.getByRole('dialog').filter({ hasText: 'Insights tour, 1 of 4' })
  await tour.getByRole('button', { name: 'Skip tour' }).click()
  await tour.waitFor({ state: 'detached' })
  const state = await page.evaluate(() => JSON.parse(localStorage.getItem('productTourState') ?? '{}'))
  expect(state).toMatchObject({ insightsTourCompleted: true, mentionsTourCompleted: false })
})

const part = (name: string) => page.getByRole('region', { name, exact: true })
const figure = (region: string, name: RegExp) => part(region).getByRole('link', { name })

test('the dashboard shows what waits, follows decisions, and leads to the list behind each number', async () => {
  const { server, context, project } = shell
  const leads = `opportunities?filters[project]=${project}&filters[state]=new`
  const first = await callApi(context, server, 'GET', leads)
  const total: number = first.meta.pagination.total
  await shell.show()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await figure('Today', new RegExp(`^New leads ${total}$`)).waitFor()
  expect(await page.title()).toBe('Dashboard')
  await part('Replies').getByText('No replies in this period.').waitFor()
  await part('Source health').getByText('Import an archive').waitFor()
  await part('Plan usage').getByText('No limit.').first().waitFor()
  expect(await faultsOf(page)).toEqual([])

  // A decision arrives without a reload, some seconds later with others, and the number leads to it.
  await page.clock.install()
  await callApi(context, server, 'PUT', `opportunities/${first.data[0].id}/reply`, { data: {} })
  await passTimeUntil(figure('Today', new RegExp(`^New leads ${total - 1}$`)))
  await page.clock.resume()
  await page.getByRole('button', { name: 'Time: Last 30 days' }).click()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await page.getByRole('button', { name: 'Time: Last 7 days' }).waitFor()
  const { search } = new URL(page.url())
  expect(search).toMatch(/^\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/)
  await figure('Replies', /^1 not checked$/).click()
  await page.getByRole('status').getByText('1 lead', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe(`${search}&visibility=unchecked`)
  await page.getByRole('combobox', { name: 'Filter by visibility' }).getByText('Not checked').waitFor()
  await page.goBack()
  await figure('Today', /^Replies due 0$/).click()
  await page.getByRole('button', { name: 'Reply due', pressed: true }).waitFor()
  await page.goBack()
  await figure('Setup', /^Add facts for replies$/).waitFor()

  await page.setViewportSize({ width: 375, height: 740 })
  await figure('Replies', /^Median time to reply/).waitFor()
  expect(await isTooWide(page)).toBe(false)

  // If the numbers can't be fetched, each part says so and tries again. Without any data, they are samples.
  await selectProject(page, server, await createProject(context, server, { name: 'Quietbox', keywords: ['quiet box'] }))
  await page.route('**/api/projects/*/dashboard?*', (route) => route.abort())
  // The app tries twice more first.
  await page.clock.install()
  await page.goto(`${server.address}/app/dashboard`)
  await passTimeUntil(part('Replies').getByText("Couldn't load replies."))
  await retryByHand(part('Replies').getByRole('button', { name: 'Try again' }), '**/api/projects/*/dashboard?*')
  await part('Sample data').waitFor()
  await part('Today').getByText('Hot leads').waitFor()
  // They lead nowhere.
  expect(await part('Today').getByRole('link').count()).toBe(0)
  expect(await isTooWide(page)).toBe(false)
})

/** Returns a page of another signed-in browser, of a client of the project. */
async function joinAsClient(email: string): Promise<Page> {
  const { context: own, server, project } = shell
  const context = await own.browser()!.newContext({ viewport: { width: 1440, height: 900 } })
  await register(context, server, email)
  await addMember(server, project, email, 'client')
  return context.newPage()
}

test('an agency runs three client projects, and a client reads reports in its name', async () => {
  const { server, context, project } = shell
  const boats = await createProject(context, server, { name: 'Bay Boats', summary: 'Boats for rent.' })
  await callApi(context, server, 'PUT', `projects/${boats}/agency-plan`, { data: { plan: 'growth' } })
  await shell.visit('/app/settings/account/members')
  await page.getByRole('tab', { name: 'Client projects' }).click()
  const dialog = shell.dialog('Add client')
  const add = async (name: string, submit: string) => {
    await page.getByRole('button', { name: 'Add client' }).click()
    if (name !== 'New project') {
      await dialog.getByRole('combobox', { name: 'Project' }).click()
      await page.getByRole('option', { name }).click()
    }
    await dialog.getByRole('button', { name: submit }).click()
  }
  await page.getByRole('listitem', { name: 'Bay Boats' }).waitFor()
  await add('Deskbook', 'Add client')
  await page.getByRole('listitem', { name: 'Deskbook' }).waitFor()
  await add('New project', 'Set up project')
  await page.getByText('For a client of your agency, with the limits of Growth.').waitFor()
  await page.getByLabel('Product name').fill('North Trains')
  await page.getByLabel('Product description').fill('Model trains by mail.')
  await page.getByRole('button', { name: 'Skip the rest' }).click()
  await page.waitForURL('**/app/opportunities')

  // The overview is in the menu of projects, and each number leads to what it counts.
  await page.getByRole('button', { name: 'Project: North Trains' }).click()
  await page.getByRole('menuitem', { name: 'Client projects' }).click()
  await page.getByText('3 client projects').waitFor()
  const first = page.getByRole('listitem', { name: 'Deskbook' })
  const figure = first.getByRole('definition').first()
  const count = Number(await figure.innerText())
  expect(count).toBeGreaterThan(0)
  expect(await faultsOf(page)).toEqual([])
  await figure.getByRole('link').click()
  await page.waitForURL('**/app/opportunities')
  await page.getByRole('button', { name: 'Project: Deskbook' }).waitFor()
  await expect.poll(() => shell.rows().count()).toBe(count)

  await goWithinApp(page, '/app/settings/account/members?view=brand')
  await page.getByLabel('Name').fill('Northside Media')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('#3b5bb0')
  await page.getByText('Too hard to read on this background').waitFor()
  await page.getByRole('button', { name: 'Use a readable color' }).click()
  await expect.poll(() => text.inputValue()).toBe('#ffffff')
  await page.getByRole('button', { name: 'Save brand' }).click()
  await page.getByText('Brand saved').waitFor()
  const upload = { name: 'logo.png', mimeType: 'image/png', buffer: pngOf(400, 100) }
  await page.getByLabel('Logo file').setInputFiles(upload)
  await page.getByRole('img', { name: 'Northside Media' }).waitFor()
  expect(await faultsOf(page)).toEqual([])

  const client = await joinAsClient(emailOf('cleo'))
  await client.goto(`${server.address}/app/insights`)
  await client.getByRole('img', { name: 'Northside Media' }).first().waitFor()
  await client.getByRole('article', { name: 'Leads', exact: true }).waitFor()
  expect(await client.getByRole('button', { name: 'New report' }).count()).toBe(0)
  await client.getByRole('navigation', { name: 'Main' }).getByText('Insights').waitFor()
  expect(await client.getByRole('navigation', { name: 'Main' }).getByText('CRM').count()).toBe(0)
  await client.emulateMedia({ media: 'print' })
  await client.getByText(/^Report by Northside Media, /).waitFor()

  // A link shows the same to people without an account.
  const link = { project, name: 'Deskbook in numbers', board: defaultBoards()[0]?.id, days: 30, expiresInDays: 30 }
  const { data: share } = await callApi(context, server, 'POST', 'insight-shares', { data: link })
  await client.emulateMedia({ media: 'screen' })
  await endSession(client)
  await client.goto(share.address)
  await client.getByRole('heading', { level: 1, name: 'Deskbook in numbers' }).waitFor()
  await client.getByRole('slider', { name: 'Leads, by day' }).waitFor()
  await client.getByRole('img', { name: 'Northside Media' }).waitFor()
  expect(await client.getByText('Earshot').count()).toBe(0)

  await shell.visit('/app/settings/account/members?view=clients')
  await first.getByRole('definition').last().getByText('just now').waitFor()
})
