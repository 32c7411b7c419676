import type { BrowserContext, Page, Route } from 'playwright-core'

interface Interception {
  url: string
  isOver: boolean
  /** Handlers that are still running. */
  running: Set<Promise<void>>
}

/**
 * Makes a page's routes last until it closes: unroute() only makes them pass requests on. Removing the last route of a
 * page for real can lose requests that start at that moment.
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
    // The page may have moved on, or be closed at the end of its tests.
    if (!own.isOver && !isClosed(error)) throw error
  } finally {
    own.running.delete(work)
  }
}

function isClosed(error: unknown): boolean {
  return error instanceof Error && /has been (closed|disposed)|context disposed/.test(error.message)
}
