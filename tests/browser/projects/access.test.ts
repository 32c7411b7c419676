import { expect, test } from 'vitest'
import { faultsOf, passTimeUntil, retryByHand } from '../in-page.ts'
import { SettingsPage } from '../settings-page.ts'

const settings = new SettingsPage()
const billing = '**/app/settings/project/billing'

test('the billing page shows that everything is included', async () => {
  const { page } = settings
  await settings.open('project/billing')
  await page.getByText('All features are included').waitFor()
  expect(await faultsOf(page)).toEqual([])
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
  await passTimeUntil(again)
  await retryByHand(again, '**/api/projects/*/access')
  await page.getByText('All features are included').waitFor()
})

/** Signs the owner in in a new browser, since the app caches access for a while. */
async function signedIn() {
  const page = await settings.newPage()
  await page.context().addCookies(await settings.page.context().cookies())
  return page
}
