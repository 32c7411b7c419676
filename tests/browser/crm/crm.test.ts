import { pino } from 'pino'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startBoss } from '#platform/server/jobs/boss.ts'
import { ask } from '../../support/databases.ts'
import { faultsAbove, faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { callApi, connectReddit } from '../people.ts'
import { addSampleLead } from '../sample-lead.ts'
import { isTooWide } from '../settings-page.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
let project: string
let lead: string
let boss: Awaited<ReturnType<typeof startBoss>> | undefined

/** An account of the sandbox that answers only when it is told to. No other file writes to it, or as Uma, whose limits count. */
const author = 'sandbox_developer'

beforeTries(async () => {
  await boss?.stop({ graceful: false })
  shell = await openShell({ withLeads: false })
  page = shell.page
  const { server, context } = shell
  project = shell.project
  const body = 'We are two people and lose track of clients. Feel free to DM me if you know one.'
  lead = await addSampleLead(server, project, { id: 'crm1', title: 'Which CRM for two studios?', author, body })
  // The test may run during quiet hours.
  const settings = { mode: 'assisted', quietFrom: 0, quietTo: 0 }
  await callApi(context, server, 'PUT', `projects/${project}/message-settings`, { data: settings })
  boss = await startBoss(server.databaseUrl, { poolSize: 1, supervise: false, log: pino({ level: 'silent' }) })
  await page.setViewportSize({ width: 1440, height: 900 })
})
afterAll(async () => {
  await boss?.stop({ graceful: false })
  await shell?.close()
})

const open = (path: string) => shell.visit(`/app/${path}`)
const notice = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })
const column = (name: string) => page.getByRole('region', { name, exact: true })
const card = () => page.getByRole('link', { name: `u/${author}` })
const timeline = () => page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')

/** Lets the lead's author write to the connected account, and has the inbox read. */
async function receive(text: string): Promise<void> {
  const { reddit } = await (await page.request.get(`${shell.server.address}/api/sandbox`)).json()
  const data = { from: author, to: 'uma-unsure', subject: 'CRM', body: text }
  expect((await page.request.put(`${reddit.url}/control/messages`, { data })).status()).toBe(200)
  await ask(shell.server.databaseUrl, 'update reddit_account set inbox_due_at = now() where project_id = $1', [project])
  await boss?.send('inboxes', {})
}

/** Adds the author with a task to a project without people, which only a second try has after the first test. */
async function addAuthor(stage: string): Promise<void> {
  const { server, context } = shell
  if ((await callApi(context, server, 'GET', `people?filters[project]=${project}`)).data.length > 0) return
  const data = { project, handle: author, stage, value: 120_000, currency: 'USD' }
  const { data: person } = await callApi(context, server, 'POST', 'people', { data })
  const task = { project, person: person.id, text: 'Ask about the second studio', dueAt: tomorrow() }
  await callApi(context, server, 'POST', 'tasks', { data: task })
}

const tomorrow = () => new Date(Date.now() + 24 * 3_600_000).toISOString()

test('a lead is added to the CRM, moved by pointer and by keys, and gets a task', async () => {
  await open('crm')
  await page.getByRole('heading', { name: 'No people yet' }).waitFor()
  expect(await page.title()).toBe('CRM')

  await open(`opportunities?lead=${lead}`)
  await page.getByRole('button', { name: 'Add to CRM' }).click()
  await page.getByRole('menuitem', { name: 'New' }).click()
  await notice('Added 1 person to New').waitFor()
  await page.getByRole('link', { name: 'In CRM: New' }).waitFor()
  await page.getByRole('link', { name: 'CRM', exact: true }).click()

  await column('New').getByRole('article').waitFor()
  await page.keyboard.press('j')
  await card().and(page.locator(':focus')).waitFor()
  await column('New').getByRole('article').dragTo(column('Contacted'))
  await notice(`Moved u/${author} to Contacted`).waitFor()
  await column('Contacted').getByRole('article').waitFor()
  await page.keyboard.press('Shift+L')
  await column('In conversation').getByRole('article').waitFor()
  await card().and(page.locator(':focus')).waitFor()
  await page.keyboard.press('u')
  await column('Contacted').getByRole('article').waitFor()
  await card().focus()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Qualified' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('1')
  await column('New').getByRole('article').waitFor()

  await card().click()
  await page.getByRole('region', { name: 'Where you met' }).getByText('Which CRM for two studios?').waitFor()
  await page.getByRole('button', { name: 'Add task' }).click()
  await page.getByLabel('What to do').fill('Ask about the second studio')
  await page.getByRole('button', { name: 'Add task' }).click()
  await page.getByRole('list', { name: 'Tasks' }).getByText('Due tomorrow').waitFor()
  await page.getByLabel('Value', { exact: true }).fill('1200')
  await page.getByLabel('Value', { exact: true }).press('Enter')
  await timeline().getByText('Value: $1,200').waitFor()
  await timeline().getByText('Moved from Contacted to New').first().waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test('a message and its answer are on the page of the person, who is won', async () => {
  await addAuthor('new')
  await connectReddit(shell.context, shell.server, project, 'uma')
  await page.setViewportSize({ width: 1440, height: 900 })
  // Loaded anew, since the page may know that there is no account.
  await page.goto(`${shell.server.address}/app/opportunities?lead=${lead}`)
  await page.getByRole('button', { name: 'Message the author' }).click()
  await page.getByRole('dialog', { name: 'Message the author' }).getByRole('button', { name: 'Write message' }).click()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('I work on Deskbook, a small CRM.')
  await page.keyboard.press('Control+Enter')
  await page
    .getByRole('list', { name: 'Messages' })
    .getByText(/^Sent .*/)
    .waitFor()
  await receive('Sure. Write to uma@studios.example.')
  const context = page.getByRole('region', { name: 'CRM' })
  await expect.poll(() => context.getByRole('combobox', { name: 'Stage' }).textContent()).toContain('In conversation')
  await context.getByText('Ask about the second studio').waitFor()

  await context.getByRole('link', { name: 'Open in CRM' }).click()
  const conversations = page.getByRole('region', { name: 'Conversations' })
  await conversations.getByRole('link', { name: 'Direct message' }).waitFor()
  await timeline().getByText(`u/${author} wrote`).waitFor()
  await timeline().getByText('Sure. Write to uma@studios.example.').waitFor()
  await page.getByRole('button', { name: 'Use uma@studios.example' }).click()
  await notice('Email address set').waitFor()
  await page.getByRole('combobox', { name: 'Stage' }).click()
  await page.getByRole('option', { name: 'Won' }).click()
  await timeline().getByText('Moved from In conversation to Won').waitFor()

  await page.getByRole('button', { name: 'CRM', exact: true }).click()
  await column('Won').getByText('$1,200').first().waitFor()
  await column('Won').getByText('Ask about the second studio').waitFor()
})

const peopleFile = `handle,stage,value,currency,tags
ken_kiln,Contacted,500,USD,studio
olga_oven,Contacted,,,studio
no such name,New,,,
pia_pots,Nowhere,,,
`

test('people are imported, given own stages, changed together, and merged', async () => {
  await open('crm?look=table')
  const more = async (item: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await more('Import CSV')
  const importing = page.getByRole('dialog', { name: 'Import people' })
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(peopleFile) }
  await importing.getByLabel('CSV file of people').setInputFiles(file)
  const refused = importing.getByRole('region', { name: 'Refused rows' })
  await refused.getByText('Row 4 (no such name)').waitFor()
  await refused.getByText('Row 5 (pia_pots)').waitFor()
  expect(await faultsAbove(page)).toEqual([])
  await importing.getByRole('button', { name: 'Import 2 people' }).click()
  await importing.getByText('Added 2.').waitFor()
  await importing.getByRole('button', { name: 'Done' }).click()

  await more('Edit stages')
  const drawer = page.getByRole('dialog', { name: 'Stages' })
  const stages = () =>
    drawer
      .getByRole('textbox', { name: /^Name of/ })
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
  await drawer.getByLabel('Name of Contacted').fill('Written to')
  await drawer.getByLabel('Name of Contacted').press('Enter')
  await drawer.getByLabel('Name of Written to').waitFor()
  await drawer.getByLabel('New stage').fill('Demo')
  await page.keyboard.press('Enter')
  await drawer.getByRole('button', { name: 'Move Demo up' }).click()
  await expect
    .poll(stages)
    .toEqual(
      ['New', 'Written to', 'In conversation', 'Qualified', 'Won', 'Demo', 'Lost'].map((name) => `Name of ${name}`),
    )
  expect(await faultsAbove(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Delete Written to' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the stage Written to?' })
  await question.getByText('2 people are in it.').waitFor()
  await question.getByRole('combobox', { name: 'Move people to' }).click()
  await page.getByRole('option', { name: 'Demo' }).click()
  await question.getByRole('button', { name: 'Delete stage' }).click()
  await notice('Deleted the stage Written to').waitFor()
  await page.keyboard.press('Escape')

  const table = page.getByRole('table', { name: 'People' })
  const row = (name: string) => table.getByRole('row').filter({ hasText: `u/${name}` })
  for (const name of ['ken_kiln', 'olga_oven']) {
    await row(name).getByText('Demo').waitFor()
    await row(name).getByRole('checkbox').check()
  }
  // Not by pointer: the notice covers it for some seconds.
  await page.getByRole('button', { name: 'Move to' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Lost' }).click()
  await notice('Moved 2 people to Lost').waitFor()
  await row('olga_oven').getByText('Lost').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).filter({ visible: true }).click()
  for (const name of ['ken_kiln', 'olga_oven']) await row(name).getByText('Demo').waitFor()

  await row('ken_kiln').getByRole('link').click()
  await page.getByRole('heading', { name: 'u/ken_kiln' }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Merge with another person' }).click()
  const merging = page.getByRole('dialog', { name: 'Merge with u/ken_kiln' })
  await merging.getByRole('button', { name: 'u/olga_oven' }).click()
  await merging.getByRole('list', { name: 'What moves' }).getByText('Moves the timeline').waitFor()
  await merging.getByRole('button', { name: 'Merge' }).click()
  await notice('Merged u/olga_oven into u/ken_kiln').waitFor()
  await page.getByText('also u/olga_oven').waitFor()
})

test('on a phone, the board is one stage at a time', async () => {
  await addAuthor('won')
  await open('crm')
  await page.setViewportSize({ width: 375, height: 740 })
  await page.getByRole('navigation', { name: 'Stages' }).getByRole('link', { name: 'Won' }).click()
  await column('Won').getByRole('article').waitFor()
  expect(await isTooWide(page)).toBe(false)
  await page.getByRole('button', { name: `Move u/${author}` }).click()
  await page.getByRole('menuitem', { name: 'Qualified' }).click()
  await notice(`Moved u/${author} to Qualified`).waitFor()
  await page.getByRole('button', { name: 'Table' }).click()
  await page.getByRole('table', { name: 'People' }).getByText('Qualified').waitFor()
  expect(await isTooWide(page)).toBe(false)
  await card().click()
  await page.getByRole('heading', { level: 1, name: `u/${author}` }).waitFor()
  expect(await isTooWide(page)).toBe(false)
})
