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
  /** The server's response when the page was opened. */
  opened: Response | null = null
  #browser!: Browser

  /**
   * Opens the kit for the tests of this file, each of which must restore its state. Loading it takes seconds, so they
   * share one page. If timed, its clock begins at 10:00 on 20 November 2026, and tests can stop it.
   */
  constructor({ path = '/test', timed = false } = {}) {
    const open = async () => {
      this.page = await this.#newPage()
      if (timed) await this.page.clock.install({ time: new Date('2026-11-20T10:00:00') })
      this.opened = await this.show(path)
    }
    beforeAll(async () => {
      this.server = await sharedServer()
      this.#browser = await openChromium()
      await open()
    })
    afterAll(async () => {
      await this.#browser?.close()
      await this.server?.stop()
    })
    beforeSecondTry(async () => {
      await this.page.context().close()
      await open()
    })
    beforeEach(async () => {
      if (timed) await this.page.clock.resume()
      await this.page.setViewportSize({ width: 1440, height: 900 })
      await this.page.emulateMedia({ reducedMotion: 'reduce' })
      await this.page.mouse.move(0, 0)
    })
  }

  /** Stops the clock, which the test then advances. */
  async stopClock(): Promise<void> {
    await this.page.clock.pauseAt(await this.page.evaluate<number>('Date.now() + 1000'))
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
