import type { Page } from './page-parts.ts'
import { readPage } from './page-reader.ts'

/** Paths of the pages that usually say most about a product, best first. */
const bestPaths = [
  /^\/(?:features?|product|how-it-works|what-we-do|services)\/?$/i,
  /^\/(?:about|about-us|company)\/?$/i,
  /^\/(?:alternatives?|compare|comparison|vs)(?:\/[\w-]+)?\/?$/i,
  /^\/(?:pricing|plans|prices)\/?$/i,
  /^\/(?:solutions?|use-cases?|for)(?:\/[\w-]+)?\/?$/i,
]

/** Returns the addresses of up to `most` pages of the same website that the page links to. */
export function furtherPages(page: Page, most: number): string[] {
  const { origin, pathname } = new URL(page.url)
  const found = new Map<string, number>()
  for (const { href } of readPage(page).links) {
    const url = URL.parse(href, page.url)
    if (url?.origin !== origin || url.pathname === pathname) continue
    const rank = bestPaths.findIndex((path) => path.test(url.pathname))
    const address = `${origin}${url.pathname}`
    if (rank >= 0 && !found.has(address)) found.set(address, rank)
  }
  const ordered = [...found].sort(([, a], [, b]) => a - b)
  // One of each kind first: three comparisons say less than a comparison, the features and the prices.
  const firsts = ordered.filter(([, rank], at) => at === 0 || ordered[at - 1]![1] !== rank)
  const others = ordered.filter((entry) => !firsts.includes(entry))
  return [...firsts, ...others].slice(0, most).map(([address]) => address)
}
