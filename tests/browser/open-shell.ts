import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { writeArchive } from './archive.ts'
import { openChromium } from './chromium.ts'
import { goWithinApp } from './in-page.ts'
import { createProject, emailOf, importFor, register, selectProject } from './people.ts'
import { sharedServer, type TestServer } from './test-server.ts'

/** A signed-in user with leads, and the parts of the shell. */
export interface Shell {
  server: TestServer
  context: BrowserContext
  page: Page
  email: string
  project: string
  rows(): Locator
  dialog(name: string): Locator
  /** The palette's dialog. `box` is its search field, `options` its results. */
  palette(): Locator
  box(): Locator
  options(): Locator
  openPalette(): Promise<void>
  /** Waits until the palette receives keys. */
  boxTakesKeys(): Promise<void>
  /** Opens the leads in a wide page. */
  start(): Promise<void>
  /** Shows the leads in a wide page, in a loaded app if there is one, which is much faster. */
  show(): Promise<void>
  /** Shows another page of the app, like `show`. */
  visit(path: string): Promise<void>
  /** Imports an archive for the project and waits until it is matched. */
  importArchive(path: string): Promise<void>
  /** Returns a path for a file of this test file. */
  path(name: string): string
  close(): Promise<void>
}

/** Signs a user up and creates a project, by default with the leads of a small archive. */
export async function openShell({ withLeads = true } = {}): Promise<Shell> {
  const server = await sharedServer()
  const browser = await openChromium()
  const context = await browser.newContext()
  const email = emailOf('grace.hopper')
  await register(context, server, email)
  const project = await createProject(context, server)
  const path = (name: string) => join(server.dataDir, `${project}-${name}`)
  const importArchive = (file: string) => importFor(context, server, project, file)
  if (withLeads) {
    writeArchive(path('archive.ndjson.gz'), new Date())
    await importArchive(path('archive.ndjson.gz'))
  }
  const page = await context.newPage()
  await selectProject(page, server, project)

  const dialog = (name: string) => page.getByRole('dialog', { name })
  const palette = () => dialog('Search or jump to')
  const box = () => palette().getByRole('combobox')
  const start = async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${server.address}/app/opportunities`)
    await page.getByRole('tab', { name: 'New' }).waitFor()
  }
  const boxTakesKeys = () => page.locator('[role="dialog"] [role="combobox"]:focus').waitFor()
  return {
    server,
    context,
    page,
    email,
    project,
    rows: () => page.getByRole('list', { name: 'Opportunities' }).getByRole('listitem'),
    dialog,
    palette,
    box,
    options: () => palette().getByRole('option'),
    openPalette: async () => {
      await page.keyboard.press('Control+k')
      await boxTakesKeys()
    },
    boxTakesKeys,
    start,
    show: async () => {
      if (!page.url().startsWith(`${server.address}/app/`)) return start()
      await page.setViewportSize({ width: 1440, height: 900 })
      await goWithinApp(page, '/app/opportunities')
      await page.getByRole('tab', { name: 'New' }).waitFor()
    },
    visit: async (to) => {
      await page.setViewportSize({ width: 1440, height: 900 })
      if (page.url().startsWith(`${server.address}/app/`)) await goWithinApp(page, to)
      else await page.goto(`${server.address}${to}`)
    },
    importArchive,
    path,
    close: async () => {
      await browser.close()
      await server.stop()
    },
  }
}

export function isFocused(place: Locator): Promise<boolean> {
  return place.evaluate((element) => element.matches(':focus'))
}
