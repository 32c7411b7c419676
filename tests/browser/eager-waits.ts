import { type BrowserContext, errors, type Locator } from 'playwright-core'

/**
 * The time in ms that a wait looks for its element every 100 ms. A wait of 2.5 s or more looks five times in its first
 * 300 ms, but then only twice a second.
 */
const eagerMs = 2400

const eager = new WeakSet<object>()

/** Makes waitFor() of a context's locators find elements sooner: a short wait precedes each long one. */
export function waitEagerly(context: BrowserContext): void {
  context.on('page', (page) => {
    const locators = Object.getPrototypeOf(page.locator('html')) as Pick<Locator, 'waitFor'>
    if (eager.has(locators)) return
    eager.add(locators)
    const { waitFor } = locators
    locators.waitFor = async function (this: Locator, options) {
      try {
        await waitFor.call(this, { timeout: eagerMs, ...options })
      } catch (error) {
        // A wait with its own timeout is over.
        if (options?.timeout !== undefined || !(error instanceof errors.TimeoutError)) throw error
        await waitFor.call(this, options)
      }
    }
  })
}
