import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { faultsOf, goWithinApp } from '../in-page.ts'
import { SettingsPage } from '../settings-page.ts'

const settings = new SettingsPage()
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

let client: Page
beforeAll(async () => {
  client = await settings.join('client@desks.example', 'client')
})

// The walk through all screens, robustness/screens.test.ts, does the same as the owner.
test.each(['admin', 'member'] as const)('no page sends requests that are forbidden to the role: %s', async (role) => {
  expect(await refusedOf(await settings.join(`${role}@desks.example`, role))).toEqual([])
})

test('no page sends requests that are forbidden to clients', async () => {
  expect(await refusedOf(client)).toEqual([])
})

test('a client finds leads, members and settings, and sees why other addresses are closed', async () => {
  const page = client
  await page.goto(`${settings.server.address}/app/opportunities`)
  const areas = page.getByRole('navigation', { name: 'Main' })
  await expect.poll(() => areas.getByRole('link').count()).toBe(9)
  expect(await page.getByText('System status').count()).toBe(0)
  await settings.open('project/keywords', page)
  await page.getByText('Your role: client.').waitFor()
  expect(await faultsOf(page)).toEqual([])
})
