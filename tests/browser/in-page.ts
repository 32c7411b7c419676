import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { titleOf } from '#engine/rules/paths.ts'
import { markNewElements, rememberLooks } from './seen-looks.ts'

/** A script for the page that marks when the first row appears. */
export const markRows = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('ul[aria-label="Opportunities"] li')) return
    performance.mark('rows')
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })`

/**
 * An expression for the page: the fetched scripts with their size as sent, their times, and the time of the first row.
 */
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
  /** In ms, like the other times. */
  started: number
  ended: number
  rows: number
}

/** A script for the page that measures the ms from each Ctrl K to the frame after the palette is painted. */
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

/** An expression for the page: how far its content overflows sideways. */
export const overhang = `Math.max(
  ...[document.documentElement, document.getElementById('main')]
    .map((each) => each ? each.scrollWidth - each.clientWidth : 0))`

/** An expression for the page: invisible controls that don't appear on focus. */
export const unseen = `[...document.querySelectorAll('a, button, input, select, textarea, [role=tab], [role=menuitem]')]
  .filter((each) => {
    const { width, height } = each.getBoundingClientRect()
    if (width <= 1 || height <= 1 || each.closest('[aria-hidden=true], [inert]') || each.disabled) return false
    for (let at = each; at; at = at.parentElement) if (getComputedStyle(at).opacity === '0') return true
    return getComputedStyle(each).visibility === 'hidden'
  })
  .map((each) => each.outerHTML.slice(0, 200))`

/** A script for the page that sends g and k as parts of a composition. */
export const compose = `
  for (const key of ['g', 'k'])
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true }))`

/** Opens another page of the app without the slow reload. Resolves once the page is shown. */
export async function goWithinApp(page: Page, path: string): Promise<void> {
  await page.evaluate(`
    history.pushState(null, '', ${JSON.stringify(path)})
    dispatchEvent(new PopStateEvent('popstate'))`)
  await expect.poll(() => page.title()).toBe(titleOf(path.split('?')[0]!))
}

/**
 * Signs the user of this page out as after a long absence. The app is left first: a request of an open page would be
 * refused, and the page remembered for after the next sign-in.
 */
export async function endSession(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/**
 * Advances an installed clock by seconds until this many elements remain, for pages that retry at intervals or let a
 * notice expire.
 */
export async function passTimeUntil(place: Locator, count = 1): Promise<void> {
  await expect
    .poll(async () => {
      await place.page().clock.runFor(1000)
      return place.count()
    })
    .toBe(count)
}

/**
 * Clicks a retry button while these requests still fail, since the page also retries by itself and would remove the
 * button, and then lets them succeed. An installed clock runs on.
 */
export async function retryByHand(button: Locator, requests: string | RegExp): Promise<void> {
  const page = button.page()
  await page.clock.resume()
  await Promise.all([page.waitForRequest(requests), button.click()])
  await page.unroute(requests)
}

/** An expression for the page that resolves after all transitions, whose intermediate colors don't count. */
const settled = `
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    .then(() => document.getAnimations().filter((each) => each instanceof CSSTransition))
    .then((transitions) => Promise.allSettled(transitions.map(({ finished }) => finished)))
    .then(() => {})`

/** Returns the faults that axe finds on the page, except in some parts. */
export function faultsOf(page: Page, but: readonly string[] = []): Promise<string[]> {
  return findFaults(page, [], but)
}

/** Matches what is open over the page. */
const overlays = '[data-base-ui-portal]'

/** Returns the faults that axe finds in what is open over the page: a dialog, menu, list, or tooltip. */
export function faultsAbove(page: Page): Promise<string[]> {
  return findFaults(page, [overlays], [])
}

/** Returns only the faults of colors that axe finds, which is all that differs in dark mode. */
export async function contrastFaultsOf(page: Page): Promise<string[]> {
  await prepare(page)
  return faultsOfNew(page, 'colors', [], [])
}

/** Lists only faults. Fetches no style sheets in advance, which only a rule about locked screens would read. */
const quick: axe.RunOptions = { resultTypes: ['violations'], preload: false }

/** Half as long as the one that the package exports, and each loaded page reads it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules about how elements look, which take as long as all others together. */
const rulesOf = { looks: ['color-contrast', 'link-in-text-block', 'target-size'], colors: ['color-contrast'] }
const allButLooks = Object.fromEntries(rulesOf.looks.map((rule) => [rule, { enabled: false }]))

async function prepare(page: Page): Promise<void> {
  await page.evaluate(settled)
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axeSource)
}

/** Applies all rules to the parts of the page, and those about looks to what looks like nothing that passed them. */
async function findFaults(page: Page, within: readonly string[], but: readonly string[]): Promise<string[]> {
  await prepare(page)
  const parts = { ...(within.length > 0 && { include: within }), exclude: but }
  const faults = await runAxe(page, JSON.stringify(parts), { rules: allButLooks })
  return [...faults, ...(await faultsOfNew(page, 'looks', within, but))]
}

/** Applies the rules about looks or colors to what looks like nothing that passed them. */
async function faultsOfNew(
  page: Page,
  rules: 'looks' | 'colors',
  within: readonly string[],
  but: readonly string[],
): Promise<string[]> {
  const looks = await markNewElements(page, rules, within)
  if ((await page.evaluate('newElements.length')) === 0) return []
  const newParts = `{ include: newElements, exclude: ${JSON.stringify(but)} }`
  const faults = await runAxe(page, newParts, { runOnly: rulesOf[rules] }).catch((error: Error) => {
    // They may all be gone meanwhile.
    if (!error.message.includes('No elements found for include')) throw error
    return []
  })
  if (faults.length === 0 && but.length === 0) rememberLooks(rules, looks)
  return faults
}

async function runAxe(page: Page, parts: string, options: axe.RunOptions): Promise<string[]> {
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(${parts}, ${JSON.stringify({ ...options, ...quick })})`,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
