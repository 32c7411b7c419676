import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { isFocused, openShell, type Shell } from '../open-shell.ts'
import { studio } from '../people.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
beforeTries(async () => {
  shell = await openShell()
  page = shell.page
})
afterAll(() => shell?.close())
beforeEach(async () => {
  await shell.show()
  await shell.rows().first().waitFor()
})

const link = (row: number) => shell.rows().nth(row).getByRole('link')
const titles = () => shell.rows().getByRole('heading').allTextContents()

async function expectFocus(place: Locator): Promise<void> {
  await expect.poll(() => isFocused(place)).toBe(true)
}

/** Makes a decision and waits for the server's response, since the next test reloads the page. */
async function answered(decide: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((response) => /\/(reply|rejection|save)$/.test(response.url()))
  await decide()
  await answer
}

/** Presses keys at the current focus, and waits until the first lead has left the list. */
async function decideBy(...keys: string[]): Promise<void> {
  const [first] = await titles()
  await answered(async () => {
    for (const key of keys) await page.keyboard.press(key)
    await expect.poll(titles).not.toContain(first)
  })
}

test('undoing a decision from its notice returns the focus to where it was', async () => {
  const replied = page.getByRole('button', { name: /^Mark replied/ })
  await replied.focus()
  await decideBy('Enter')
  await page.getByRole('button', { name: 'Undo' }).first().focus()
  await answered(() => page.keyboard.press('Enter'))
  await expectFocus(replied)
})

test('after a decision by key the next lead has the focus', async () => {
  await link(0).focus()
  await decideBy('r')
  await expectFocus(link(0))
  await decideBy('x', '2')
  await expectFocus(link(0))
  expect(await link(0).getAttribute('aria-current')).toBe('true')
})

test('a menu closed without a choice returns the focus to its button', async () => {
  const reject = page.getByRole('button', { name: /^Reject/ })
  await reject.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(reject)
})

test('when a lead covers the list, a decision opens the next lead, whose row has the focus after closing it', async () => {
  await page.setViewportSize({ width: 375, height: 812 })
  const [, second] = await titles()
  await link(0).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Lead' }).waitFor()
  await answered(() => page.keyboard.press('r'))
  const lead = page.getByRole('dialog', { name: 'Lead' })
  await lead.getByRole('heading', { name: second! }).waitFor()
  await page.keyboard.press('Escape')
  await lead.waitFor({ state: 'detached' })
  await expectFocus(shell.rows().filter({ hasText: second! }).getByRole('link'))
})

test('a button that replaces another gets its focus, and after the last lead of a tab the main area', async () => {
  await answered(() => page.keyboard.press('s'))
  await page.getByRole('tab', { name: 'Saved' }).click()
  await expect.poll(() => shell.rows().count()).toBe(1)
  const [replied, back] = ['Mark replied', 'Move back to new'].map((name) =>
    page.getByRole('button', { name: new RegExp(`^${name}`) }),
  )
  await replied!.focus()
  await answered(() => page.keyboard.press('Enter'))
  await expectFocus(back!)
  await answered(() => page.keyboard.press('Enter'))
  await expectFocus(replied!)
  await page.getByRole('button', { name: /^Save/ }).focus()
  await answered(() => page.keyboard.press('Enter'))
  await page.getByText('No saved leads').waitFor()
  await expectFocus(page.locator('#main'))
})

test('editing and deleting keywords in a row keeps the focus in place', async () => {
  await shell.visit('/app/settings/project/keywords')
  const named = (what: string, keyword: string) => page.getByRole('button', { name: `${what} ${keyword}`, exact: true })
  const [first, second, third] = studio.keywords
  await named('Edit', first!).focus()
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('textbox', { name: `New text for ${first}` }))
  await page.keyboard.press('Escape')
  await expectFocus(named('Edit', first!))
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.type('s')
  await page.keyboard.press('Enter')
  await expectFocus(named('Edit', `${first}s`))

  await named('Delete', second!).focus()
  await page.keyboard.press('Enter')
  await expectFocus(named('Delete', third!))
})
