import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openChromium } from './chromium.ts'
import { contrastFaultsOf, faultsOf } from './in-page.ts'
import { sharedServer, type TestServer } from './test-server.ts'

/** The kit as a visitor without an account sees it, fresh for each test of a file. */
export class KitPage {
  server!: TestServer
  page!: Page
  /** Errors of the console and requests to other hosts. */
  readonly complaints: string[] = []
  #browser!: Browser
  /** Opens the kit for each test that needs nothing else. */
  #usual!: Page
  /** The browser of a test that asked for another one. */
  #own: BrowserContext | undefined

  /** Opens the browser for the tests of this file, and the kit before each of them. */
  constructor() {
    beforeAll(async () => {
      this.server = await sharedServer()
      this.#browser = await openChromium()
      this.#usual = await this.#newPage({})
    })
    afterAll(async () => {
      await this.#browser?.close()
      await this.server?.stop()
    })
    beforeEach(async () => {
      this.page = this.#usual
      await this.page.setViewportSize({ width: 1440, height: 900 })
      await this.page.emulateMedia({ reducedMotion: 'reduce' })
      await this.page.mouse.move(0, 0)
      await this.#show()
    })
    afterEach(() => this.#own?.close())
  }

  /**
   * Opens the kit in a browser of its own, with these options. With `stopClock` it is 10:01 on 20 November 2026 until
   * the test lets time pass.
   */
  async open({ stopClock = false, ...options }: BrowserContextOptions & { stopClock?: boolean } = {}): Promise<void> {
    await this.#own?.close()
    this.page = await this.#newPage(options)
    this.#own = this.page.context()
    if (stopClock) await this.page.clock.install({ time: new Date('2026-11-20T10:00:00') })
    await this.#show()
    if (stopClock) await this.page.clock.pauseAt(new Date('2026-11-20T10:01:00'))
  }

  async #newPage(options: BrowserContextOptions): Promise<Page> {
    const usual = { viewport: { width: 1440, height: 900 } }
    const page = await (await this.#browser.newContext({ ...usual, ...options })).newPage()
    page.on('console', (message) => message.type() === 'error' && this.complaints.push(message.text()))
    page.on('pageerror', (error) => this.complaints.push(String(error)))
    page.on('request', (request) => {
      const own = request.url().startsWith(this.server.address) || request.url().startsWith('data:')
      if (!own) this.complaints.push(request.url())
    })
    return page
  }

  async #show(): Promise<void> {
    await this.page.goto(`${this.server.address}/test`)
    await this.page.getByRole('slider', { name: 'Mentions, by day' }).waitFor()
  }

  /** What axe finds wrong with the page as it is, or with all of it but these parts. */
  faults(but: readonly string[] = []): Promise<string[]> {
    return faultsOf(this.page, but)
  }

  /** What axe finds wrong with its colors, as faults(). */
  contrastFaults(but: readonly string[] = []): Promise<string[]> {
    return contrastFaultsOf(this.page, but)
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true })
  }

  combobox(name: string) {
    return this.page.getByRole('combobox', { name, exact: true })
  }

  /** The box to type in of the combobox that is open. */
  search() {
    return this.combobox('Search the options')
  }

  region(name: string) {
    return this.page.getByRole('region', { name, exact: true })
  }

  notice(title: string) {
    return this.region('Notifications').getByRole('dialog', { name: title })
  }
}
