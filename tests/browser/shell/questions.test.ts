import { expect, test } from 'vitest'
import { isFocused } from '../open-shell.ts'
import { SettingsPage } from '../settings-page.ts'

const settings = new SettingsPage()

const ask = () => settings.page.getByRole('button', { name: /^Delete project/ })
const question = () => settings.page.getByRole('dialog', { name: 'Delete Deskbook?' })
const field = () => question().getByRole('textbox')

test('a confirmation dialog opens with the focus in its field, returns it, and is reset each time', async () => {
  await settings.open('project/main')
  await ask().focus()
  await settings.page.keyboard.press('Enter')
  await expect.poll(() => isFocused(field())).toBe(true)
  await settings.page.keyboard.press('Escape')
  await question().waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(ask())).toBe(true)
  await ask().click()
  await field().fill('Deskb')
  await question().getByRole('button', { name: 'Delete project' }).click()
  await question().getByText("This doesn't match “Deskbook”").waitFor()
  await question().getByRole('button', { name: 'Cancel' }).click()
  await question().waitFor({ state: 'detached' })
  await ask().click()
  await expect.poll(() => isFocused(field())).toBe(true)
  expect(await field().inputValue()).toBe('')
  expect(await question().getByText("This doesn't match").count()).toBe(0)
})

test('a confirmation dialog closes on Back, and is not open again on Forward', async () => {
  const { page } = settings
  await settings.open('project/keywords')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Project', exact: true }).click()
  await ask().click()
  await field().waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Keywords' }).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.goForward()
  await ask().waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})
