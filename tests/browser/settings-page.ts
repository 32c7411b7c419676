import type { APIResponse, Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, vi } from 'vitest'
import { openChromium } from './chromium.ts'
import { goWithinApp } from './in-page.ts'
import { addMember, callApi, createProject, emailOf, register, selectProject } from './people.ts'
import { sharedServer, startServer, type TestServer } from './test-server.ts'
import { beforeTries } from './tries.ts'

/** The settings of a user who owns a project, and actions of other users. */
export class SettingsPage {
  server!: TestServer
  browser!: Browser
  page!: Page
  project!: string
  /** The owner's email address. */
  owner!: string

  /**
   * Signs the owner up for the tests of this file and creates a project. The email is confirmed by default. With
   * variables, the file has its own server. If renewed, the second try of a test has another owner and project.
   */
  constructor({
    confirmed = true,
    variables,
    renewed = false,
  }: { confirmed?: boolean; variables?: Record<string, string>; renewed?: boolean } = {}) {
    const before = renewed ? beforeTries : beforeAll
    before(async () => {
      this.server = await (variables ? startServer(variables) : sharedServer())
      this.browser = await openChromium()
      this.page = await this.newPage()
      this.owner = emailOf('grace')
      const context = this.page.context()
      await register(context, this.server, this.owner, { confirmed })
      this.project = await createProject(context, this.server)
      await selectProject(this.page, this.server, this.project)
    })
    afterAll(async () => {
      await this.browser?.close()
      await this.server?.stop()
    })
  }

  async newPage(): Promise<Page> {
    return (await this.browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  }

  /** Opens a page of the settings, such as 'project/members'. */
  async open(name: string, page = this.page): Promise<void> {
    await page.goto(`${this.server.address}/app/settings/${name}`)
    await this.#isShown(page)
  }

  /** Shows a page of the settings, in a loaded app if there is one, which is much faster. */
  async show(name: string, page = this.page): Promise<void> {
    if (!page.url().startsWith(`${this.server.address}/app/`)) return this.open(name, page)
    await goWithinApp(page, `/app/settings/${name}`)
    await this.#isShown(page)
  }

  async #isShown(page: Page): Promise<void> {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
  }

  /** Calls the API as the user of this browser context. Returns the response, or null without content. */
  ask(context: BrowserContext, method: string, path: string, data?: object) {
    return callApi(context, this.server, method, path, data)
  }

  request(context: BrowserContext, method: string, path: string, data?: object): Promise<APIResponse> {
    const { address } = this.server
    return context.request.fetch(`${address}/api/${path}`, {
      method,
      headers: { origin: address, 'content-type': 'application/json' },
      ...(data && { data }),
    })
  }

  /** Adds a member as if they had accepted an invitation. Returns a page of their own signed-in browser. */
  async join(email: string, role: 'admin' | 'member' | 'client', project = this.project): Promise<Page> {
    const page = await this.newPage()
    const context = page.context()
    await register(context, this.server, email)
    await addMember(this.server, project, email, role)
    return page
  }

  notice(title: string | RegExp, page = this.page) {
    return page.getByRole('region', { name: 'Notifications' }).getByText(title)
  }
}

/** The time in ms in which a page fits: charts take their new size a moment after the window. */
const fitMs = 5000

/** Returns whether a page scrolls sideways. */
export async function isTooWide(page: Page): Promise<boolean> {
  const fits = () =>
    page.evaluate<boolean>(`(() => {
      const [main, root] = [document.getElementById('main'), document.documentElement]
      return (main === null || main.scrollWidth <= main.clientWidth) && root.scrollWidth <= innerWidth
    })()`)
  return vi.waitUntil(fits, { timeout: fitMs, interval: 100 }).then(
    () => false,
    () => true,
  )
}
