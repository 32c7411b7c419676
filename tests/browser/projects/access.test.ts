import { expect, test } from 'vitest'
import { faultsOf } from '../in-page.ts'
import { SettingsPage } from '../settings-page.ts'

const settings = new SettingsPage()
const billing = '**/app/settings/project/billing'

/** What the server says of a project that nobody pays for. */
const refused = { granted: false, by: null, reason: 'canceled', plan: null, quota: null, archivesFolder: false }

test('where everything is included, the billing page says so', async () => {
  const { page } = settings
  await settings.open('project/billing')
  await page.getByText('All features are included').waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test('a project that the server does not open leads to billing from everywhere, with the reason', async () => {
  const page = await signedIn()
  await page.route('**/api/projects/*/access', (route) => route.fulfill({ json: { data: refused, meta: {} } }))
  for (const path of ['/app', '/app/opportunities', '/app/settings/account/main', '/app/nowhere']) {
    await page.goto(`${settings.server.address}${path}`)
    await page.waitForURL(billing)
    await page.getByText('Your subscription has been canceled.').waitFor()
  }
  await page.goto(`${settings.server.address}/app/setup`)
  await page.getByRole('heading', { name: 'Tell us about your product' }).waitFor()
})

test('going over to such a project leads there, and back to another one does not', async () => {
  const data = { name: 'Unpaid', summary: 'Sundials for the northern garden', timeZone: 'UTC' }
  const unpaid = (await settings.ask(settings.page.context(), 'POST', 'projects', { data })).data.id
  const page = await signedIn()
  await page.route(`**/api/projects/${unpaid}/access`, (route) => route.fulfill({ json: { data: refused, meta: {} } }))
  await page.goto(`${settings.server.address}/app/settings/project/billing`)
  await page.evaluate(`localStorage.setItem('selectedProjectId', '${settings.project}')`)
  await page.goto(`${settings.server.address}/app/opportunities`)
  await page.getByRole('button', { name: 'Project: Deskbook' }).click()
  await page
    .getByRole('menuitem', { name: 'Unpaid' })
    .or(page.getByRole('menuitemradio', { name: 'Unpaid' }))
    .click()
  await page.waitForURL(billing)
  await page.getByText('Your subscription has been canceled.').waitFor()
})

test('what can not be read is tried three times, and counts as none', async () => {
  const page = await signedIn()
  let tries = 0
  const error = { status: 500, name: 'InternalServerError', message: 'Broken', details: {} }
  await page.route('**/api/projects/*/access', (route) => {
    tries += 1
    return route.fulfill({ status: 500, json: { data: null, error } })
  })
  await page.goto(`${settings.server.address}/app/opportunities`)
  await page.waitForURL(billing)
  expect(tries).toBeGreaterThanOrEqual(3)
  await page.getByText("Couldn't load the subscription").waitFor()
  const again = page.getByRole('button', { name: 'Try again' })
  // The tries of the page itself are over, too.
  await again.click({ trial: true })
  await page.unroute('**/api/projects/*/access')
  await again.click()
  await page.getByText('All features are included').waitFor()
})

/** The owner once more, in a browser of their own, since what a server says is kept for a while. */
async function signedIn() {
  const page = await settings.newPage()
  await page.context().addCookies(await settings.page.context().cookies())
  return page
}
