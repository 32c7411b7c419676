import { expect, test } from 'vitest'
import { faultsOf, passTimeUntil } from '../in-page.ts'
import { SettingsPage } from '../settings-page.ts'

const settings = new SettingsPage()
const billing = '**/app/settings/project/billing'

/** The server's response for an unpaid project. */
const refused = { granted: false, by: null, reason: 'canceled', plan: null, quota: null, archivesFolder: false }

test('the billing page shows that everything is included', async () => {
  const { page } = settings
  await settings.open('project/billing')
  await page.getByText('All features are included').waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test('every page of an unpaid project leads to billing, with the reason', async () => {
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

test('switching to an unpaid project leads to billing', async () => {
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

test('access that cannot be read is retried three times, then counts as none', async () => {
  const page = await signedIn()
  let tries = 0
  const error = { status: 500, name: 'InternalServerError', message: 'Broken', details: {} }
  await page.route('**/api/projects/*/access', (route) => {
    tries += 1
    return route.fulfill({ status: 500, json: { data: null, error } })
  })
  await page.clock.install()
  await page.goto(`${settings.server.address}/app/opportunities`)
  await passTimeUntil(page.getByText("Couldn't load the subscription"))
  await page.waitForURL(billing)
  expect(tries).toBeGreaterThanOrEqual(3)
  const again = page.getByRole('button', { name: 'Try again', disabled: false })
  // The page's own retries are over, too.
  await passTimeUntil(again)
  await page.unroute('**/api/projects/*/access')
  await again.click()
  await page.getByText('All features are included').waitFor()
})

/** Signs the owner in in a new browser, since the app caches access for a while. */
async function signedIn() {
  const page = await settings.newPage()
  await page.context().addCookies(await settings.page.context().cookies())
  return page
}
