import type { Browser, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openChromium } from './chromium.ts'
import { faultsAbove, faultsOf } from './in-page.ts'
import { sharedServer, type TestServer } from './test-server.ts'
import { beforeSecondTry } from './tries.ts'

/** Components that don't change while something opens elsewhere and need no second check. */
export const still = [
  'colours',
  'type',
  'buttons',
  'fields',
  'choices',
  'paging',
  'tables',
  'lists',
  'marks',
  'waiting',
  'states',
].map((id) => `#${id}`)

/** The kit as seen by a visitor without an account. */
export class KitPage {
  server!: TestServer
  page!: Page
  /** Console errors and requests to other hosts. */
  readonly complaints: string[] = []
  #browser!: Browser
  /** The page of tests without special needs. */
  #usual!: Page
  /** The page of tests that stop the clock. */
  #stopped: Page | undefined

  /** Opens the kit for the tests of this file, each of which must restore its state. */
  constructor() {
    beforeAll(async () => {
      this.server = await sharedServer()
      this.#browser = await openChromium()
      this.#usual = await this.#newPage()
      this.page = this.#usual
      await this.show()
    })
    afterAll(async () => {
      await this.#browser?.close()
      await this.server?.stop()
    })
    beforeSecondTry(async () => {
      this.page = this.#usual
      await this.show()
      await this.#stopped?.context().close()
      this.#stopped = undefined
    })
    beforeEach(async () => {
      this.page = this.#usual
      await this.page.setViewportSize({ width: 1440, height: 900 })
      await this.page.emulateMedia({ reducedMotion: 'reduce' })
      await this.page.mouse.move(0, 0)
    })
  }

  /** Opens a kit with a stopped clock at 10:01 on 20 November 2026. Tests advance the time. It is loaded once. */
  async stopClock(): Promise<void> {
    if (this.#stopped === undefined) {
      this.page = await this.#newPage()
      await this.page.clock.install({ time: new Date('2026-11-20T10:00:00') })
      await this.show()
      await this.page.clock.pauseAt(new Date('2026-11-20T10:01:00'))
      this.#stopped = this.page
    }
    this.page = this.#stopped
    await this.page.setViewportSize({ width: 1440, height: 900 })
  }

  async #newPage(): Promise<Page> {
    const page = await (await this.#browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    page.on('console', (message) => message.type() === 'error' && this.complaints.push(message.text()))
    page.on('pageerror', (error) => this.complaints.push(String(error)))
    page.on('request', (request) => {
      const own = request.url().startsWith(this.server.address) || request.url().startsWith('data:')
      if (!own) this.complaints.push(request.url())
    })
    return page
  }

  /** Loads the kit again. */
  async show(path = '/test'): Promise<Response | null> {
    const answer = await this.page.goto(`${this.server.address}${path}`)
    await this.page.getByRole('slider', { name: 'Mentions, by day' }).waitFor()
    return answer
  }

  /** Returns the faults that axe finds on the page. */
  faults(): Promise<string[]> {
    return faultsOf(this.page)
  }

  /** Returns the faults that axe finds in what is open over the page. */
  faultsAbove(): Promise<string[]> {
    return faultsAbove(this.page)
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true })
  }

  combobox(name: string) {
    return this.page.getByRole('combobox', { name, exact: true })
  }

  /** Returns the search field of the open combobox. */
  search() {
    return this.combobox('Search options')
  }

  region(name: string) {
    return this.page.getByRole('region', { name, exact: true })
  }

  notice(title: string) {
    return this.region('Notifications').getByRole('dialog', { name: title })
  }
}
