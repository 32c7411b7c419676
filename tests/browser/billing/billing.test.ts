import { randomInt } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../../support/databases.ts'
import { faultsAbove, faultsOf, goWithinApp, passTimeUntil, retryByHand } from '../in-page.ts'
import { createProject, emailOf, password, register, selectProject, studio } from '../people.ts'
import { addSampleLead } from '../sample-lead.ts'
import { isTooWide, SettingsPage } from '../settings-page.ts'
import { beforeSecondTry } from '../tries.ts'
import { checkout, choose, payWith } from './checkout.ts'

const admin = 'root@example.com'
const settings = new SettingsPage({ variables: { BILLING: 'sandbox', SANDBOX: 'on', ADMIN_EMAILS: admin } })
const billing = '**/app/settings/project/billing'
const month = 31 * 24 * 3_600_000

/** Moves the clock of the payment provider, and waits until its webhooks have arrived. */
async function jumpAhead(page: Page, ms: number): Promise<void> {
  const { paddle } = await (await page.request.get(`${settings.server.address}/api/sandbox`)).json()
  const answer = await page.request.post(`${paddle.url}/control/clock`, { data: { ahead: ms } })
  expect(answer.ok()).toBe(true)
  await expect.poll(async () => (await (await page.request.get(`${paddle.url}/control/state`)).json()).waiting).toBe(0)
}

/** The projects that the pass and the Agency subscription are for. The app lists those that it finds when it loads. */
let sundials: string
let boats: string
async function addProjects(): Promise<void> {
  sundials = `Sundials ${randomInt(1e6)}`
  boats = `Bay Boats ${randomInt(1e6)}`
  for (const name of [sundials, boats])
    await createProject(settings.page.context(), settings.server, { ...studio, name })
}
beforeAll(addProjects)
// The first try may have paid for them.
beforeSecondTry(async () => {
  await addProjects()
  await settings.page.reload()
})

const subscription = (page: Page) => page.getByRole('region', { name: 'Subscription' })

test('an unpaid project leads to billing, where a declined card changes nothing and a good one opens it', async () => {
  const { page, server } = settings
  const streams: string[] = []
  page.on('request', (request) => request.url().includes('/api/events') && streams.push(request.url()))
  await page.goto(`${server.address}/app/nowhere`)
  await page.waitForURL(billing)
  await page.getByText('No active subscription.').waitFor()
  for (const name of ['Export my data', 'Change password', 'Delete account…'])
    await page.getByRole('button', { name }).waitFor()
  await page.getByText('For a growing product: new leads every day.').waitFor()
  await page.getByText('Lifetime is no longer sold. All Professional features for a one-time payment.').waitFor()
  await page.getByText('Starter is no longer sold. Our original plan, for existing customers.').waitFor()
  expect(await page.getByRole('button', { name: /Lifetime|Starter/ }).count()).toBe(0)

  await page.getByRole('button', { name: 'Yearly' }).click()
  await page.getByText('$372 a year').waitFor()
  await page.getByText('Saves $96 a year').waitFor()
  expect(await page.getByRole('button', { name: 'Choose Pro', exact: true }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Monthly' }).click()

  await choose(page, 'Choose Growth')
  await page.getByLabel('Discount code').fill('nonsense')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('This code is not valid.').waitFor()
  await page.getByLabel('Discount code').fill('WELCOME10')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('-$3.90').waitFor()
  await page.getByText('Then $39.00 a month').waitFor()
  expect(await faultsAbove(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await payWith(page, 'declined')
  await checkout(page).getByText('The card was declined.').waitFor()
  await checkout(page).getByRole('button', { name: 'Close' }).click()
  await page.getByText('Your payment was declined').waitFor()

  await choose(page, 'Choose Growth')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await checkout(page).getByRole('button', { name: 'Close' }).click()
  await page.getByText("You closed the checkout and haven't been charged.").waitFor()

  await choose(page, 'Choose Growth')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await payWith(page, 'failsLater')
  expect(streams, 'without access there are no live updates').toEqual([])
  await page.getByText('Payment received. Growth is active.').waitFor()
  await expect.poll(() => streams.length).toBe(1)
  await subscription(page).getByText('Your subscription is active.').waitFor()
  await subscription(page).getByText('Growth, monthly').waitFor()
  await page.getByRole('list', { name: 'Invoices' }).getByText('$39.00').waitFor()
  await page.getByRole('list', { name: 'Credits' }).getByText('300 left').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Opportunities' }).click()
  await page.waitForURL('**/app/opportunities')
})

test('a failed payment is mentioned on every page until another card works', async ({ task }) => {
  const { page } = settings
  // At a second try, another month would end the subscription.
  if (!task.result?.retryCount) await jumpAhead(page, month)
  await settings.show('project/billing')
  const issue = /^There seems to be a billing issue\. We could not process your last subscription payment\./
  await page.getByText(issue).first().waitFor()
  await goWithinApp(page, '/app/opportunities')
  const banner = page.getByRole('region', { name: 'Billing' })
  await banner.getByRole('link', { name: 'Update payment' }).click()
  await page.getByRole('button', { name: 'Update payment method' }).click()
  await payWith(page, 'good')
  await settings.notice('Payment method updated').waitFor()
  await subscription(page).getByText('Your subscription is active.').waitFor()
})

test('a larger plan is charged in part, and a smaller one pauses what exceeds it', async () => {
  const { page } = settings
  // Refused at a second try, since it is there already.
  await settings.request(page.context(), 'POST', 'competitors', { data: { project: settings.project, name: 'Zoho' } })
  await settings.show('project/billing')
  await page.getByRole('link', { name: 'Change plan' }).click()
  await page.getByRole('button', { name: 'Switch to Professional' }).click()
  const dialog = page.getByRole('dialog')
  // The difference of $40 for what is left of the month.
  await dialog.getByText(/^\$(3\d|40)\.\d\d$/).waitFor()
  await dialog.getByRole('button', { name: 'Switch to Professional' }).click()
  await settings.notice('Your plan is now Professional').waitFor()
  await subscription(page).getByText('Professional, monthly').waitFor()

  await page.getByRole('link', { name: 'Change plan' }).click()
  await page.getByRole('button', { name: 'Switch to Startup' }).click()
  await dialog.getByText('Credit', { exact: true }).waitFor()
  await dialog.getByText('This pauses 1 competitor, newest first.').waitFor()
  await dialog.getByRole('button', { name: 'Switch to Startup' }).click()
  await subscription(page).getByText('Startup, monthly').waitFor()
  await page.getByText('3 of 3 competitors').waitFor()
  await page.getByText('1 competitor paused by the limit.').waitFor()
})

test('a subscription is paused, resumed, canceled with a reason, and comes back at a discount', async () => {
  const { page } = settings
  await subscription(page).getByRole('button', { name: 'Pause' }).click()
  await subscription(page)
    .getByText(/^Your subscription will be paused on \w+ \d+, \d{4}$/)
    .waitFor()
  await subscription(page).getByRole('button', { name: 'Keep subscription' }).click()
  await subscription(page).getByText('Your subscription is active.').waitFor()
  await subscription(page).getByRole('button', { name: 'Pause' }).click()
  await subscription(page).getByRole('button', { name: 'Keep subscription' }).waitFor()
  await jumpAhead(page, month)
  await subscription(page).getByText('Your subscription is paused.').waitFor()
  await subscription(page).getByRole('button', { name: 'Resume…' }).click()
  await page.getByRole('button', { name: 'Resume subscription' }).click()
  await subscription(page).getByText('Your subscription is active.').waitFor()

  await subscription(page).getByRole('button', { name: 'Cancel subscription…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await dialog.getByText('Choose a reason').last().waitFor()
  await dialog.getByLabel('Why are you leaving?').click()
  await page.getByRole('option', { name: 'Too few good leads' }).click()
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await subscription(page)
    .getByText(/^Your subscription will be canceled on \w+ \d+, \d{4}$/)
    .waitFor()
  expect(await subscription(page).getByRole('link', { name: 'Change plan' }).count()).toBe(0)

  await jumpAhead(page, month)
  await subscription(page).getByText('Your subscription has been canceled.').waitFor()
  await subscription(page).getByRole('button', { name: 'Reactivate Startup' }).click()
  await page.getByText('Discount', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await payWith(page, 'good')
  await page.getByText('Payment received. Startup is active.').waitFor()
})

test('with no suggestion left, a reply is still written, checked, copied, and kept, and nothing is charged', async () => {
  const { page, server, project } = settings
  const context = page.context()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const lead = await addSampleLead(server, project, { id: 'zz1crm', title: 'Which CRM for a bakery?' })
  const facts = 'Deskbook is a simple CRM for small businesses.'
  await settings.ask(context, 'POST', 'prompts', { data: { project, kind: 'facts', text: facts } })
  const suggest = () => settings.request(context, 'POST', `opportunities/${lead}/drafts`, { data: {} })
  await suggest()
  // As if the others had been spent.
  await ask(server.databaseUrl, 'update credit_period set remaining = 1 where project_id = $1', [project])
  const ledger = async () => (await settings.ask(context, 'GET', `projects/${project}/credit-entries`)).data

  await goWithinApp(page, `/app/opportunities?lead=${lead}`)
  const panel = page.getByRole('region', { name: 'Reply', exact: true })
  await panel.getByRole('button', { name: 'Write a reply' }).click()
  await panel.getByText('Uses 1 of 1 suggestion left.').waitFor()
  // As if in another tab: the open page learns of it.
  await suggest()
  await panel.getByText(/^No suggestions left\. They renew on \w+ \d+, \d{4}\./).waitFor()
  expect(await panel.getByRole('button', { name: 'Suggest a reply' }).isDisabled()).toBe(true)
  expect(await panel.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/app/pay')

  const spent = await ledger()
  await panel.getByRole('textbox', { name: 'Your reply' }).fill('Buy from us: https://deskbook.example')
  await panel.getByRole('region', { name: 'Rule check' }).getByText('Links').first().waitFor()
  const opened = context.waitForEvent('page')
  await panel.getByRole('button', { name: 'Copy and open on Reddit' }).click()
  await (await opened).close()
  await panel.getByText('Copied to your clipboard.').waitFor()
  await panel.getByRole('button', { name: 'Save as replied' }).click()
  await page.getByRole('tab', { name: 'Replied' }).click()
  await page.getByRole('list', { name: 'Opportunities' }).getByText('Which CRM for a bakery?').waitFor()
  expect(await ledger()).toEqual(spent)

  await settings.show('project/billing')
  const credit = page.getByRole('list', { name: 'Credits' }).getByRole('listitem').first()
  await credit.getByText('by you').waitFor()
  const link = credit.getByRole('link', { name: 'Which CRM for a bakery?' })
  expect(await link.getAttribute('href')).toBe(`/app/opportunities?lead=${lead}`)
})

test('a pass is paid with a card that needs confirmation, and opens another project for three days', async () => {
  const { page } = settings
  await goWithinApp(page, '/app/opportunities')
  await chooseProject(page, sundials)
  await page.waitForURL(billing)
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await isTooWide(page)).toBe(false)
  await choose(page, 'Choose 3-Day Pass')
  await page.getByText('Paid once. It does not renew.').waitFor()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await payWith(page, 'confirm')
  await checkout(page).getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Payment received. 3-Day Pass is active.').waitFor()
  await page.getByText(/^Your 3-Day Pass is active until /).waitFor()
  await page.getByRole('link', { name: 'Choose a plan' }).click()
  await page.getByRole('button', { name: 'Choose Growth', exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])
})

/** Goes on to another project in the menu of projects. */
async function chooseProject(page: Page, to: string): Promise<void> {
  await page.getByRole('button', { name: /^Project: / }).click()
  await page
    .getByRole('menuitem', { name: to })
    .or(page.getByRole('menuitemradio', { name: to }))
    .click()
}

test('an Agency subscription, bought with a card, pays for the project of a client', async () => {
  const { page } = settings
  await page.setViewportSize({ width: 1440, height: 900 })
  await goWithinApp(page, '/app/pay')
  await choose(page, 'Choose Agency')
  await page.getByText('Then $199.00 a month').waitFor()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await payWith(page, 'good')
  await page.getByText('Payment received. Agency is active.').waitFor()

  await goWithinApp(page, '/app/settings/account/members?view=clients')
  await page.getByRole('button', { name: 'Add client' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add client' })
  await dialog.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: boats }).click()
  await dialog.getByRole('button', { name: 'Add client' }).click()
  await page.getByRole('listitem', { name: boats }).waitFor()
  await chooseProject(page, boats)
  await page.getByRole('tab', { name: 'New' }).waitFor()
  await settings.show('project/billing', page)
  await page.getByText('Your subscription is active.').waitFor()
})

describe('the billing page', () => {
  test('shows members the plan and the usage, clients only the access, and neither any payments', async () => {
    const page = await settings.join(emailOf('ann'), 'member')
    const context = settings.page.context()
    const { data } = await settings.ask(context, 'GET', `members?filters[project][id]=${settings.project}`)
    const { id } = data.find(({ role }: { role: string }) => role === 'member')
    await settings.open('project/billing', page)
    for (const role of ['member', 'client']) {
      await settings.ask(context, 'PUT', `members/${id}`, { data: { role } })
      await page.getByText(`Your role: ${role}.`).waitFor()
      const isClient = role === 'client'
      await subscription(page)
        .getByText('Startup')
        .waitFor({ state: isClient ? 'detached' : 'visible' })
      const usage = page.getByRole('list', { name: 'Usage' }).getByText('Keywords', { exact: true })
      await usage.waitFor({ state: isClient ? 'detached' : 'visible' })
      expect(await page.getByRole('heading', { name: /Invoices|Payment details/ }).count()).toBe(0)
    }
  })

  test('takes a subscription that cannot be read for none, and purchases and an invoice that cannot, too', async () => {
    const { page } = settings
    const error = { status: 500, name: 'InternalServerError', message: 'Broken', details: {} }
    const unreadable = /\/api\/(subscriptions|purchases)[?/]/
    let tries = 0
    await page.route(unreadable, (route) => {
      if (route.request().url().includes('/subscriptions')) tries += 1
      return route.fulfill({ status: 500, json: { data: null, error } })
    })
    await page.evaluate((id) => localStorage.setItem('selectedProjectId', id), settings.project)
    // The app tries twice more first.
    await page.clock.install()
    await page.goto(`${settings.server.address}/app/settings/project/billing`)
    await passTimeUntil(subscription(page).getByText('The subscription could not be read.'))
    expect(tries).toBeGreaterThanOrEqual(3)
    await subscription(page).getByText('No active subscription.').waitFor()
    await page.getByRole('list', { name: 'Invoices' }).getByRole('button', { name: /^PDF/ }).first().click()
    await page.getByText('Not available right now.').waitFor()
    await retryByHand(subscription(page).getByRole('button', { name: 'Try again', disabled: false }), unreadable)
    await subscription(page).getByText('Your subscription is active.').waitFor()
    await page
      .getByRole('list', { name: 'Invoices' })
      .getByRole('button', { name: /^Try again/ })
      .click()
    await page.getByRole('link', { name: /^Open PDF/ }).waitFor()
  })
})

let adminsPage: Page

test('an internal admin needs no plan, and reads the email that no mail server delivers', async () => {
  const { server, owner } = settings
  const page = await settings.newPage()
  adminsPage = page
  await register(page.context(), server, admin)
  await selectProject(page, server, await createProject(page.context(), server))
  await page.goto(`${server.address}/app/opportunities`)
  await page.getByRole('button', { name: /^System status/ }).click()
  const list = page.getByRole('list', { name: 'Undelivered email' })
  await list
    .getByRole('listitem')
    .filter({ hasText: owner })
    .getByRole('button', { name: 'Confirm your email address' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your email address' })
  await dialog.getByText(/email-confirmation/).waitFor()
  expect(await faultsAbove(page)).toEqual([])
  await dialog.getByRole('tab', { name: 'HTML' }).click()
  await dialog.frameLocator('iframe').getByRole('link', { name: 'Confirm email address' }).waitFor()
  await page.setViewportSize({ width: 375, height: 800 })
  expect(await isTooWide(page)).toBe(false)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('an internal admin finds a user, grants access, acts as them under a banner, and the audit log names both', async () => {
  const { server, owner, page: gracesPage } = settings
  const page = adminsPage
  await page.setViewportSize({ width: 1440, height: 900 })
  // Also at a second try, while acting as the user.
  await settings.ask(page.context(), 'POST', 'auth/local', { identifier: admin, password })
  if (page.url().endsWith('/app/opportunities')) await goWithinApp(page, '/app/users')
  else await page.goto(`${server.address}/app/users`)
  await page.getByRole('searchbox', { name: 'Search by email or name' }).fill(owner)
  await page.getByText('1 user', { exact: true }).waitFor()
  await page.getByRole('button', { name: owner }).click()
  const drawer = page.getByRole('dialog', { name: owner })
  const deskbook = drawer.getByRole('list', { name: 'Projects' }).getByRole('listitem').filter({ hasText: 'Deskbook' })
  await deskbook.waitFor()
  expect(await faultsOf(page)).toEqual([])
  await deskbook.getByRole('button', { name: 'Grant access' }).click()
  await page.getByRole('dialog', { name: 'Access for Deskbook' }).getByLabel('Reason').fill('Our outage')
  await page.keyboard.press('Enter')
  await settings.notice(/^Deskbook has access until /, page).waitFor()
  const answer = await gracesPage.goto(`${server.address}/app/users`)
  expect(answer?.status()).toBe(404)
  await gracesPage.getByText('Page Not Found: /app/users').waitFor()
  await drawer.getByRole('button', { name: 'Act as user' }).click()

  const banner = page.getByRole('region', { name: 'Acting as a user' })
  await banner.getByText(`You're acting as ${owner}.`).waitFor()
  await settings.ask(page.context(), 'PUT', `projects/${settings.project}`, { data: { summary: 'A CRM for studios' } })
  await chooseProject(page, 'Deskbook')
  await settings.show('project/members', page)
  const log = page.getByRole('region', { name: 'Events' })
  const both = `${owner}, by internal admin ${admin}`
  await log.getByRole('row').filter({ hasText: 'Changed the project settings' }).getByText(both).first().waitFor()
  await log.getByRole('row').filter({ hasText: 'began to act' }).getByText(both).waitFor()
  await log.getByRole('row').filter({ hasText: 'Granted access' }).getByText(`Internal admin ${admin}`).waitFor()
  await page.setViewportSize({ width: 375, height: 800 })
  await banner.waitFor()
  expect(await isTooWide(page)).toBe(false)
  await banner.getByRole('button', { name: 'Stop acting' }).click()
  await drawer.getByText('Stopped acting as this user').waitFor()
  expect(await page.getByText("You're acting as").count()).toBe(0)

  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('tab', { name: 'Projects' }).click()
  const projects = page.getByRole('region', { name: 'Projects' })
  await page.getByRole('combobox', { name: 'Filter by plan' }).click()
  await page.getByRole('option', { name: 'Growth' }).click()
  await page.getByText(/^[12] projects?$/).waitFor()
  await projects.getByRole('button', { name: 'Project', exact: true }).click()
  await page.waitForURL('**/app/users?tab=projects&plan=growth&sort=name%3Aasc')
  await projects.getByText(boats).waitFor()
  await page.getByRole('tab', { name: 'Analytics' }).click()
  await page.getByRole('region', { name: 'Conversion' }).getByText('Set up a project').waitFor()
  expect(await isTooWide(page)).toBe(false)
  expect(await faultsOf(page)).toEqual([])
})
