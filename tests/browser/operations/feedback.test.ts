import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../program.ts'
import { faultsAbove } from '../in-page.ts'
import { isFocused, openShell, type Shell } from '../open-shell.ts'

let shell: Shell
beforeAll(async () => {
  shell = await openShell()
})
afterAll(() => shell?.close())
beforeEach(() => shell.show())

const dialog = () => shell.dialog('Send feedback')
const words = () => dialog().getByRole('textbox', { name: 'Your feedback' })
const send = () => dialog().getByRole('button', { name: 'Send feedback', exact: true })

async function open(): Promise<void> {
  await shell.page.getByRole('button', { name: /^Account: / }).click()
  await shell.page.getByRole('menuitem', { name: 'Send feedback' }).click()
  await dialog().waitFor()
}

/** Returns the feedback that the operator reads, newest last. */
async function read(): Promise<Record<string, unknown>[]> {
  const { dataDir, address } = shell.server
  const command = run('app/cli/feedback.ts', [], { DATA_DIR: dataDir, PORT: new URL(address).port })
  expect(await command.ended).toBe(0)
  const lines = command.output().split('\n')
  return lines.filter((line) => line.startsWith('{"createdAt"')).map((line) => JSON.parse(line))
}

describe('feedback', () => {
  test('is sent from the account menu', async () => {
    await open()
    await dialog().getByText('Problem').click()
    await words().fill('The list is empty after lunch')
    expect(await faultsAbove(shell.page)).toEqual([])
    await send().click()
    await shell.page.getByText('Feedback sent. Thank you.').waitFor()
    await dialog().waitFor({ state: 'hidden' })
    await open()
    expect(await words().inputValue()).toBe('')
    await shell.page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
  })

  test('is sent by keyboard from the palette, optionally without the page, and read by the operator', async () => {
    await shell.openPalette()
    await shell.page.keyboard.type('feedback')
    await shell.page.keyboard.press('Enter')
    await words().fill('Good')
    await dialog().getByRole('checkbox').uncheck()
    await send().press('Enter')
    await dialog().waitFor({ state: 'hidden' })
    const { email } = shell
    const own = (await read()).filter((each) => each.email === email)
    expect(own).toContainEqual(expect.objectContaining({ kind: 'idea', text: 'Good', page: null }))
    // From the test above.
    const problem = { kind: 'problem', text: 'The list is empty after lunch', page: '/app/opportunities' }
    expect(own).toContainEqual(expect.objectContaining(problem))
  })

  test('without text shows an error at the field and is not sent', async () => {
    await open()
    await words().fill('   ')
    await send().click()
    await dialog().getByText('Enter your feedback').waitFor()
    await expect.poll(() => isFocused(words())).toBe(true)
    await words().fill('')
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await dialog().waitFor({ state: 'hidden' })
  })

  test('that could not be sent keeps its text, and can be sent again', async () => {
    await shell.context.setOffline(false)
    await open()
    await words().fill('Sent from a train')
    await shell.context.setOffline(true)
    await send().click()
    await dialog()
      .getByText(/Couldn't reach the server/)
      .waitFor()
    expect(await words().inputValue()).toBe('Sent from a train')
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await dialog().waitFor({ state: 'hidden' })
    await shell.context.setOffline(false)
    await open()
    expect(await words().inputValue()).toBe('Sent from a train')
    await send().click()
    await dialog().waitFor({ state: 'hidden' })
  })
})
