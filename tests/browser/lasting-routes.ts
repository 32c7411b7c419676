import type { BrowserContext, Page, Route } from 'playwright-core'

interface Interception {
  url: string
  isOver: boolean
  /** Handlers that are still at work. */
  running: Set<Promise<void>>
}

/**
 * Lets a page's routes last until it is closed: unroute() only has them pass on what comes from then on. Where the last
 * route of a page is really taken off, requests that begin at that moment may never be answered.
 */
export function keepRoutes(context: BrowserContext): void {
  context.on('page', (page) => {
    const interceptions: Interception[] = []
    const route = page.route.bind(page)
    page.route = (url, handler, options) => {
      const own: Interception = { url: String(url), isOver: false, running: new Set() }
      interceptions.push(own)
      return route(url, (asked) => answer(own, asked, handler), options)
    }
    page.unroute = async (url) => {
      for (const each of interceptions) if (each.url === String(url)) each.isOver = true
    }
    page.unrouteAll = async ({ behavior } = {}) => {
      for (const each of interceptions) each.isOver = true
      if (behavior === 'wait') await Promise.allSettled(interceptions.flatMap(({ running }) => [...running]))
    }
  })
}

async function answer(own: Interception, asked: Route, handler: Parameters<Page['route']>[1]): Promise<void> {
  if (own.isOver) return asked.fallback()
  const work = Promise.resolve(handler(asked, asked.request())).then(() => {})
  own.running.add(work)
  try {
    await work
  } catch (error) {
    // The page may have gone on without it.
    if (!own.isOver) throw error
  } finally {
    own.running.delete(work)
  }
}
