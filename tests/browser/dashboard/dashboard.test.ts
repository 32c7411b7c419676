import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { faultsOf, passTimeUntil, retryByHand } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { callApi, createProject, selectProject } from '../people.ts'
import { isTooWide } from '../settings-page.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page

beforeTries(async () => {
  shell = await openShell()
  page = shell.page
})
afterAll(() => shell?.close())

const part = (name: string) => page.getByRole('region', { name, exact: true })
const figure = (region: string, name: RegExp) => part(region).getByRole('link', { name })

test('the dashboard shows what waits, follows decisions, and leads to the list behind each number', async () => {
  const { server, context, project } = shell
  const leads = `opportunities?filters[project]=${project}&filters[state]=new`
  const first = await callApi(context, server, 'GET', leads)
  const total: number = first.meta.pagination.total
  await shell.start()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await figure('Today', new RegExp(`^New leads ${total}$`)).waitFor()
  expect(await page.title()).toBe('Dashboard')
  await part('Replies').getByText('No replies in this period.').waitFor()
  await part('Source health').getByText('Import an archive').waitFor()
  await part('Plan usage').getByText('No limit.').first().waitFor()
  expect(await faultsOf(page)).toEqual([])

  // A decision arrives without a reload, and the number leads to it.
  await callApi(context, server, 'PUT', `opportunities/${first.data[0].id}/reply`, { data: {} })
  await figure('Today', new RegExp(`^New leads ${total - 1}$`)).waitFor()
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

  // If the numbers can't be fetched, each part says so and tries again.
  await page.route('**/api/projects/*/dashboard?*', (route) => route.abort())
  // The app tries twice more first.
  await page.clock.install()
  await page.reload()
  await passTimeUntil(part('Replies').getByText("Couldn't load replies."))
  await retryByHand(part('Replies').getByRole('button', { name: 'Try again' }), '**/api/projects/*/dashboard?*')
  await page.setViewportSize({ width: 375, height: 740 })
  await figure('Replies', /^Median time to reply/).waitFor()
  expect(await isTooWide(page)).toBe(false)

  // Without any data, the numbers are samples that lead nowhere.
  await selectProject(page, server, await createProject(context, server, { name: 'Quietbox', keywords: ['quiet box'] }))
  await page.goto(`${server.address}/app/dashboard`)
  await part('Sample data').waitFor()
  await part('Today').getByText('Hot leads').waitFor()
  expect(await part('Today').getByRole('link').count()).toBe(0)
  expect(await isTooWide(page)).toBe(false)
})
