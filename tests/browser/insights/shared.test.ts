import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'

let shell: Shell
let visitor: Page

beforeAll(async () => {
  shell = await openShell()
  // Without the cookies of the shell's user.
  visitor = await (await shell.context.browser()!.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
})
afterAll(() => shell?.close())

test('a link shows a board to people without an account, until it is revoked', async () => {
  const { page, server } = shell
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${server.address}/app/insights`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Share with a link' }).click()
  const drawer = page.getByRole('dialog', { name: 'Share with a link' })
  await drawer.getByRole('textbox', { name: 'Name' }).fill('For Ms. Doe')
  await page.keyboard.press('Enter')
  const address = await drawer.getByRole('textbox', { name: 'Link' }).inputValue()

  const answer = await visitor.goto(address)
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  await visitor.getByRole('heading', { level: 1, name: 'For Ms. Doe' }).waitFor()
  expect(await visitor.title()).toBe('For Ms. Doe')
  const leads = visitor.getByRole('article', { name: 'Leads', exact: true })
  await leads.getByText(/Number of leads/).waitFor()
  // No list, menu, or other board is within reach.
  expect(await visitor.getByRole('link').allInnerTexts()).toEqual(['Earshot'])
  expect(await faultsOf(visitor)).toEqual([])
  await visitor.setViewportSize({ width: 375, height: 700 })
  const root = 'document.documentElement'
  expect(await visitor.evaluate(`${root}.scrollWidth > ${root}.clientWidth`)).toBe(false)

  await drawer.getByRole('button', { name: 'Revoke “For Ms. Doe”' }).click()
  await drawer.getByText('No links yet.').waitFor()
  expect((await visitor.reload())?.status()).toBe(404)
  await visitor.getByRole('heading', { level: 1, name: 'This link has expired or was revoked.' }).waitFor()
})
