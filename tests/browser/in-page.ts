import axe from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { titleOf } from '#app/web/shell/title.ts'

/** Run in the page: notes when the first row is there. */
export const markRows = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('ul[aria-label="Opportunities"] li')) return
    performance.mark('rows')
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })`

/** Run in the page: the scripts that were fetched, their bytes as sent, and when, beside when the first row was there. */
export const scriptsFetched = `
  performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map((script) => ({
    name: script.name,
    bytes: script.encodedBodySize,
    started: script.startTime,
    ended: script.responseEnd,
    rows: performance.getEntriesByName('rows')[0]?.startTime ?? Infinity,
  }))`

export interface Script {
  name: string
  bytes: number
  /** Milliseconds, as the other times. */
  started: number
  ended: number
  rows: number
}

/** Run in the page: milliseconds from each Ctrl K to the frame after the one in which the palette is painted. */
export const watchOpening = `
  window.openings = []
  addEventListener('keydown', ({ key, ctrlKey, timeStamp }) => {
    if (key !== 'k' || !ctrlKey) return
    const look = () => {
      const there = document.querySelector('[role="dialog"] [role="option"]') !== null
      requestAnimationFrame(there ? () => openings.push(performance.now() - timeStamp) : look)
    }
    requestAnimationFrame(look)
  }, true)`

/** Run in the page: g and k as parts of a letter that is being composed. */
export const compose = `
  for (const key of ['g', 'k'])
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true }))`

/** Goes to another page of the app without loading the app again, which is slow. Resolves once the page is shown. */
export async function goWithinApp(page: Page, path: string): Promise<void> {
  await page.evaluate(`
    history.pushState(null, '', ${JSON.stringify(path)})
    dispatchEvent(new PopStateEvent('popstate'))`)
  await expect.poll(() => page.title()).toBe(titleOf(path))
}

/** Moves a stopped clock on, a second at a time, until this is there: for pages that try again at intervals. */
export async function passTimeUntil(place: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await place.page().clock.runFor(1000)
      return place.count()
    })
    .toBe(1)
}

/** Run in the page: waits until nothing fades or slides any more, since the colours on the way are nobody's. */
const settled = `
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    .then(() => document.getAnimations().filter((each) => each instanceof CSSTransition))
    .then((transitions) => Promise.allSettled(transitions.map(({ finished }) => finished)))
    .then(() => {})`

/** What axe finds wrong with the page as it is, or with all of it but these parts. */
export function faultsOf(page: Page, but: readonly string[] = []): Promise<string[]> {
  return runAxe(page, but, {})
}

/** What axe finds wrong with its colors alone: all that changes where the same page turns dark. */
export function contrastFaultsOf(page: Page, but: readonly string[] = []): Promise<string[]> {
  return runAxe(page, but, { runOnly: ['color-contrast'] })
}

async function runAxe(page: Page, but: readonly string[], options: axe.RunOptions): Promise<string[]> {
  await page.evaluate(settled)
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run({ exclude: ${JSON.stringify(but)} }, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})`,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
