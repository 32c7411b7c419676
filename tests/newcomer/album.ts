import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const sizes = [
  { width: 1440, height: 900 },
  { width: 375, height: 812 },
]

/** An expression for the page: whether no animation with an end is running, and no skeleton is shown. */
const standsStill = `
  document.getAnimations().every(({ playState, effect }) =>
    playState !== 'running' || effect?.getComputedTiming().endTime === Infinity) &&
  document.querySelector('[aria-busy="true"]') === null`

/** The time in ms for a page to stand still. A picture of one that doesn't is better than none. */
const settleMs = 5000

/** Numbered pictures of pages, wide and narrow. */
export class Album {
  readonly #folder: string
  /** What pages did that they shouldn't. */
  readonly complaints: string[] = []
  #taken = 0

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
  }

  /** Takes a picture of the page at each size, and notes if the page is wider than the screen. Ends at the wide size. */
  async take(page: Page, name: string): Promise<void> {
    this.#taken += 1
    for (const size of sizes) {
      await page.setViewportSize(size)
      await page.evaluate('document.fonts.ready.then(() => {})')
      await page.waitForFunction(standsStill, undefined, { timeout: settleMs }).catch(() => {})
      const file = `${String(this.#taken).padStart(2, '0')}-${name}-${size.width}.png`
      await page.screenshot({ path: join(this.#folder, file) })
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      if (width > size.width) this.complaints.push(`${name} is ${width} px wide on a screen of ${size.width} px`)
    }
    await page.setViewportSize(sizes[0]!)
  }
}
