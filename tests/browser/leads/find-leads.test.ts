import type { Page } from 'playwright-core'
import { afterAll, expect, test, vi } from 'vitest'
import { faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { patienceMs } from '../patience.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
beforeTries(async () => {
  shell = await openShell()
  page = shell.page
})
afterAll(() => shell?.close())

const results = () => page.getByRole('list', { name: 'Results' }).getByRole('listitem')
const notice = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })
/** Chooses an item of the run's menu, which closes when the page goes on to another run or phase. */
async function menu(item: string): Promise<void> {
  const entry = page.getByRole('menuitem', { name: item })
  const isChosen = async () => {
    if ((await entry.count()) === 0) await page.getByRole('button', { name: 'Run', exact: true }).click()
    return entry.click({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
  }
  await vi.waitUntil(isChosen, { timeout: patienceMs })
}

test('leads are found in the stored posts with one click, added and dismissed by key, and compared with a later run', async () => {
  await shell.start()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Find leads' }).click()
  await page.getByText('No runs yet').waitFor()
  await page.getByRole('button', { name: 'Change criteria' }).click()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Start run' }).click()
  // Other tests on this server may have stored posts that every project may see.
  await page.getByText(/results in \d+ posts \(\d+ imported/).waitFor()
  await page.getByRole('region', { name: 'Result', exact: true }).getByRole('heading', { level: 2 }).waitFor()
  expect(await results().first().textContent()).toMatch(/Rank 1.*“.+”/)
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: 'Not in your leads' }).click()
  const open = results().first()
  const title = (await open.getByRole('link').textContent())!
  await open.getByRole('link').click()
  await page.keyboard.press('x')
  await notice('Dismissed').waitFor()
  await page.keyboard.press('u')
  await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await page.getByRole('button', { name: 'Add to leads' }).last().click()
  await notice('Added to your leads').waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor()

  const first = new URL(page.url()).searchParams.get('run')
  await menu('Run again')
  await page.waitForURL((url) => url.searchParams.get('run') !== first)
  await page.getByText(/results in \d+ posts/).waitFor()
  await menu('Compare with earlier run')
  await page.getByText(/^0 new · 0 gone · 0 moved · \d+ unchanged$/).waitFor()
})
