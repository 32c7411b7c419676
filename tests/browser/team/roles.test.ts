import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { goWithinApp } from '../in-page.ts'
import { emailOf } from '../people.ts'
import { SettingsPage } from '../settings-page.ts'

const settings = new SettingsPage({ renewed: true })
const pages = [
  'opportunities',
  'settings/project/main',
  'settings/project/keywords',
  'settings/project/competitors',
  'settings/project/prompts',
  'settings/project/imports',
  'settings/project/sources',
  'settings/project/members',
  'pay',
  'settings/project/integrations',
  'settings/project/billing',
  'settings/account/main',
  'settings/account/members',
]

/** Visits every page of the app, loading only the first. Returns the refused requests. */
async function refusedOf(page: Page): Promise<string[]> {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  await page.goto(`${settings.server.address}/app/${pages[0]}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const path of pages) {
    await goWithinApp(page, `/app/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0)
  }
  return refused
}

// Owners do the same in robustness/screens.test.ts, and admins may read all that they may.
test('no page sends requests that are forbidden to members', async () => {
  expect(await refusedOf(await settings.join(emailOf('mia'), 'member'))).toEqual([])
})

test('no page sends requests that are forbidden to clients, who see why other addresses are closed', async () => {
  const page = await settings.join(emailOf('client'), 'client')
  expect(await refusedOf(page)).toEqual([])
  await settings.show('project/keywords', page)
  await page.getByText('Your role: client.').waitFor()
  const areas = page.getByRole('navigation', { name: 'Main' })
  await expect.poll(() => areas.getByRole('link').count()).toBe(9)
  expect(await page.getByText('System status').count()).toBe(0)
})
