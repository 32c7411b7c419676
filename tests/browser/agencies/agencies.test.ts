import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { defaultBoards } from '#engine/insights/default-boards.ts'
import { pngOf } from '#features/agencies/server/factories.ts'
import { faultsOf, goWithinApp } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { addMember, callApi, createProject, emailOf, register } from '../people.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell

beforeTries(async () => {
  shell = await openShell()
})
afterAll(() => shell?.close())

/** Returns a page of another signed-in browser, of a client of the project. */
async function joinAsClient(email: string): Promise<Page> {
  const { context: own, server, project } = shell
  const context = await own.browser()!.newContext({ viewport: { width: 1440, height: 900 } })
  await register(context, server, email)
  await addMember(server, project, email, 'client')
  return context.newPage()
}

test('an agency runs three client projects, and a client reads reports in its name', async () => {
  const { page, server, context, project } = shell
  await page.setViewportSize({ width: 1440, height: 900 })
  await createProject(context, server, { name: 'Bay Boats', summary: 'Boats for rent.' })
  await page.goto(`${server.address}/app/settings/account/members`)
  await page.getByRole('tab', { name: 'Client projects' }).click()
  const dialog = shell.dialog('Add client')
  const add = async (name: string, submit: string) => {
    await page.getByRole('button', { name: 'Add client' }).click()
    if (name !== 'New project') {
      await dialog.getByRole('combobox', { name: 'Project' }).click()
      await page.getByRole('option', { name }).click()
    }
    await dialog.getByRole('button', { name: submit }).click()
  }
  for (const name of ['Deskbook', 'Bay Boats']) {
    await add(name, 'Add client')
    await page.getByRole('listitem', { name }).waitFor()
  }
  await add('New project', 'Set up project')
  await page.getByText('For a client of your agency, with the limits of Growth.').waitFor()
  await page.getByLabel('Product name').fill('North Trains')
  await page.getByLabel('Product description').fill('Model trains by mail.')
  await page.getByRole('button', { name: 'Skip the rest' }).click()
  await page.waitForURL('**/app/opportunities')

  // The overview is in the menu of projects, and each number leads to what it counts.
  await page.getByRole('button', { name: 'Project: North Trains' }).click()
  await page.getByRole('menuitem', { name: 'Client projects' }).click()
  await page.getByText('3 client projects').waitFor()
  const first = page.getByRole('listitem', { name: 'Deskbook' })
  const figure = first.getByRole('definition').first()
  const count = Number(await figure.innerText())
  expect(count).toBeGreaterThan(0)
  expect(await faultsOf(page)).toEqual([])
  await figure.getByRole('link').click()
  await page.waitForURL('**/app/opportunities')
  await page.getByRole('button', { name: 'Project: Deskbook' }).waitFor()
  await expect.poll(() => shell.rows().count()).toBe(count)

  await goWithinApp(page, '/app/settings/account/members?view=brand')
  await page.getByLabel('Name').fill('Northside Media')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('#3b5bb0')
  await page.getByText('Too hard to read on this background').waitFor()
  await page.getByRole('button', { name: 'Use a readable color' }).click()
  await expect.poll(() => text.inputValue()).toBe('#ffffff')
  await page.getByRole('button', { name: 'Save brand' }).click()
  await page.getByText('Brand saved').waitFor()
  const upload = { name: 'logo.png', mimeType: 'image/png', buffer: pngOf(400, 100) }
  await page.getByLabel('Logo file').setInputFiles(upload)
  await page.getByRole('img', { name: 'Northside Media' }).waitFor()
  expect(await faultsOf(page)).toEqual([])

  const client = await joinAsClient(emailOf('cleo'))
  await client.goto(`${server.address}/app/insights`)
  await client.getByRole('img', { name: 'Northside Media' }).first().waitFor()
  await client.getByRole('article', { name: 'Leads', exact: true }).waitFor()
  expect(await client.getByRole('button', { name: 'New report' }).count()).toBe(0)
  await client.getByRole('navigation', { name: 'Main' }).getByText('Insights').waitFor()
  expect(await client.getByRole('navigation', { name: 'Main' }).getByText('CRM').count()).toBe(0)
  await client.emulateMedia({ media: 'print' })
  await client.getByText(/^Report by Northside Media, /).waitFor()

  // A link shows the same to people without an account.
  const link = { project, name: 'Deskbook in numbers', board: defaultBoards()[0]?.id, days: 30, expiresInDays: 30 }
  const { data: share } = await callApi(context, server, 'POST', 'insight-shares', { data: link })
  await client.emulateMedia({ media: 'screen' })
  await client.context().clearCookies()
  await client.goto(share.address)
  await client.getByRole('heading', { level: 1, name: 'Deskbook in numbers' }).waitFor()
  await client.getByRole('img', { name: 'Northside Media' }).waitFor()
  expect(await client.getByText('Earshot').count()).toBe(0)

  await page.goto(`${server.address}/app/settings/account/members?view=clients`)
  await first.getByRole('definition').last().getByText('just now').waitFor()
})
