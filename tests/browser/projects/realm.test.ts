import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultsOf } from '../in-page.ts'
import { importFor } from '../people.ts'
import { isTooWide, SettingsPage } from '../settings-page.ts'

const settings = new SettingsPage({ renewed: true })
const stored = async () => (await settings.ask(settings.page.context(), 'GET', `projects/${settings.project}`)).data
const banner = (name: string) => settings.page.getByRole('region', { name })

test('a badge marks sample data and links to the sources, and no banner does', async () => {
  const { page, server } = settings
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${server.address}/app/opportunities`)
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
