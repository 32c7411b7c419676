import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openChromium } from './chromium.ts'
import { type House, openHouse } from './house.ts'
import { faultsOf } from './in-page.ts'

/** The kit as a visitor without an account sees it, in a browser of its own for each test of a file. */
export class KitPage {
  house!: House
  page!: Page
  /** Errors of the console and requests to other hosts. */
  readonly complaints: string[] = []
  #browser!: Browser
  #context: BrowserContext | undefined

  /** Starts product and browser for the tests of this file, and opens the kit before each of them. */
  constructor() {
    beforeAll(async () => {
      this.house = await openHouse()
      this.#browser = await openChromium()
    })
    afterAll(async () => {
      await this.#browser?.close()
      await this.house?.stop()
    })
    beforeEach(() => this.open())
    afterEach(() => this.#context?.close())
  }

  /** Opens the kit anew. With `stopClock` it is 10:01 on 20 November 2026 until the test lets time pass. */
  async open({ stopClock = false, ...options }: BrowserContextOptions & { stopClock?: boolean } = {}): Promise<void> {
    await this.#context?.close()
    const usual = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const }
    this.#context = await this.#browser.newContext({ ...usual, ...options })
    const page = await this.#context.newPage()
    this.page = page
    page.on('console', (message) => message.type() === 'error' && this.complaints.push(message.text()))
    page.on('pageerror', (error) => this.complaints.push(String(error)))
    page.on('request', (request) => {
      const own = request.url().startsWith(this.house.address) || request.url().startsWith('data:')
      if (!own) this.complaints.push(request.url())
    })
    if (stopClock) await page.clock.install({ time: new Date('2026-11-20T10:00:00') })
    await page.goto(`${this.house.address}/test`)
    await page.getByRole('slider', { name: 'Mentions, by day' }).waitFor()
    if (stopClock) await page.clock.pauseAt(new Date('2026-11-20T10:01:00'))
  }

  /** What axe finds wrong with the page as it is, or with all of it but these parts. */
  faults(but: readonly string[] = []): Promise<string[]> {
    return faultsOf(this.page, but)
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
