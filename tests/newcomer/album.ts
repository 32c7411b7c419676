import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'

const sizes = [
  { width: 1440, height: 900 },
  { width: 375, height: 812 },
]

/** An expression for the page: whether its fonts have loaded and nothing moves, which skeletons do. */
const standsStill = `
  document.fonts.status === 'loaded' && document.getAnimations().every(({ playState }) => playState !== 'running')`

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
  async take(page: Page, name: string, onlyWide = false): Promise<void> {
    this.#taken += 1
    for (const size of onlyWide ? sizes.slice(0, 1) : sizes) {
      await page.setViewportSize(size)
      await settle(page)
      const file = `${String(this.#taken).padStart(2, '0')}-${name}-${size.width}.png`
      await page.screenshot({ path: join(this.#folder, file) })
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      if (width > size.width) this.complaints.push(`${name} is ${width} px wide on a screen of ${size.width} px`)
    }
    await page.setViewportSize(sizes[0]!)
  }
}

/** Waits until the page stands still. Asks by hand, since the policy of pages forbids waitForFunction. */
async function settle(page: Page): Promise<void> {
  const until = performance.now() + settleMs
  while (performance.now() < until && !(await page.evaluate<boolean>(standsStill))) await pause(100)
}
