import type { APIResponse, Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { openChromium } from './chromium.ts'
import { type House, openHouse, setUp, signUp } from './house.ts'
import { linkTo } from './mails.ts'

export const owner = 'grace@compilers.example'
export const password = 'compiling since 1952'

/** The settings of somebody who owns a project, and what others do beside them. */
export class SettingsPage {
  house!: House
  browser!: Browser
  page!: Page
  project!: string

  /** Starts product and browser for the tests of this file, and sets a project up. */
  constructor() {
    beforeAll(async () => {
      this.house = await openHouse()
      this.browser = await openChromium()
      this.page = await this.newPage()
      await signUp(this.page, this.house.address, owner, password)
      await setUp(this.page)
      this.project = (await this.ask(this.page.context(), 'GET', 'projects')).data[0].id
    })
    afterAll(async () => {
      await this.browser?.close()
      await this.house?.stop()
    })
  }

  async newPage(): Promise<Page> {
    return (await this.browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  }

  /** Opens a page of settings: 'project/members'. */
  async open(name: string, page = this.page): Promise<void> {
    await page.goto(`${this.house.address}/app/settings/${name}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0)
  }

  /** A call as the browser of this context makes it; its answer, or null where it has none. */
  async ask(context: BrowserContext, method: string, path: string, data?: object) {
    const answer = await this.request(context, method, path, data)
    expect([method, path, answer.status()]).toEqual([method, path, expect.toSatisfy((status) => status < 300)])
    return answer.status() === 204 ? null : answer.json()
  }

  request(context: BrowserContext, method: string, path: string, data?: object): Promise<APIResponse> {
    const { address } = this.house
    return context.request.fetch(`${address}/api/${path}`, {
      method,
      headers: { origin: address, 'content-type': 'application/json' },
      ...(data && { data }),
    })
  }

  /** Somebody who was invited and has come: their own browser, signed in. */
  async join(email: string, role: 'admin' | 'member' | 'client', project = this.project): Promise<Page> {
    const page = await this.newPage()
    const context = page.context()
    await this.ask(context, 'POST', 'auth/local/register', { email, password })
    await context.request.get(await linkTo(this.house, email, /email-confirmation/))
    await this.ask(this.page.context(), 'POST', 'members', { data: { project, email, role } })
    const link = await linkTo(this.house, email, /invitation=/)
    const [id, token] = new URL(link).searchParams.get('invitation')!.split('.')
    await this.ask(context, 'PUT', `members/${id}/acceptance`, { data: { token } })
    return page
  }

  notice(title: string | RegExp, page = this.page) {
    return page.getByRole('region', { name: 'Notifications' }).getByText(title)
  }
}

/** Whether a page needs to be scrolled sideways. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const main = document.getElementById('main')
    return main.scrollWidth > main.clientWidth || document.documentElement.scrollWidth > innerWidth
  })()`)
}
