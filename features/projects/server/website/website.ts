import type { IncomingMessage } from 'node:http'
import { furtherPages } from '#engine/website/pages/further-pages.ts'
import type { Page } from '#engine/website/pages/page-parts.ts'
import type { Network } from '#platform/server/network/network.ts'
import { checkUrl, readAddress } from './website-address.ts'
import { WebsiteError } from './website-error.ts'
import { get } from './website-request.ts'
import { readBody, textOf } from './website-text.ts'

/** Limits of reading a website, in ms, bytes and counts. */
export const websiteBounds = {
  /** For all pages together. */
  totalMs: 10_000,
  connectMs: 5_000,
  /** For the headers of an answer. */
  headerBytes: 16_384,
  /** For one page, decompressed; the rest is not read. */
  bodyBytes: 2_000_000,
  redirects: 5,
  /** In addition to the requested page. */
  furtherPages: 3,
}

export type WebsiteBounds = typeof websiteBounds

/**
 * Reads the page at a typed address, and a few linked ones about the product's features and prices. Every request
 * passes the guard against private networks (DESIGN 6). Throws WebsiteError if the page itself can't be read; skips
 * further pages that fail.
 */
export async function readWebsite(
  network: Network,
  typed: string,
  bounds: WebsiteBounds = websiteBounds,
): Promise<Page[]> {
  const signal = AbortSignal.timeout(bounds.totalMs)
  const first = await readTyped(network, typed, bounds, signal)
  const further = furtherPages(first, bounds.furtherPages).map((url) => readPage(network, new URL(url), bounds, signal))
  const pages = (await Promise.allSettled(further)).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const { origin } = new URL(first.url)
  const own = pages.filter(({ url }) => new URL(url).origin === origin)
  return [first, ...own.filter(({ url }, at) => url !== first.url && own.findIndex((page) => page.url === url) === at)]
}

/** Reads over https. If no scheme was typed and https fails, tries http. */
async function readTyped(network: Network, typed: string, bounds: WebsiteBounds, signal: AbortSignal): Promise<Page> {
  const { url, isSchemeGiven } = readAddress(typed)
  try {
    return await readPage(network, url, bounds, signal)
  } catch (error) {
    const isWorthTrying = error instanceof WebsiteError && ['unreachable', 'insecure'].includes(error.fault)
    if (isSchemeGiven || !isWorthTrying) throw error
    const plain = new URL(url)
    plain.protocol = 'http:'
    // The https error is more informative than another failure.
    return readPage(network, plain, bounds, signal).catch(() => Promise.reject(error))
  }
}

async function readPage(network: Network, from: URL, bounds: WebsiteBounds, signal: AbortSignal): Promise<Page> {
  let url = from
  for (let redirects = 0; redirects <= bounds.redirects; redirects++) {
    checkUrl(url)
    const response = await get(network, url, bounds, signal)
    const next = nextAddress(response, url)
    if (!next) return { url: url.href, html: await htmlOf(response, bounds, signal) }
    response.destroy()
    url = next
  }
  throw new WebsiteError('redirects')
}

function nextAddress(response: IncomingMessage, from: URL): URL | null {
  const { statusCode = 0, headers } = response
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return null
  const url = URL.parse(headers.location, from.href)
  response.destroy()
  if (!url) throw new WebsiteError('unreadable')
  return url
}

async function htmlOf(response: IncomingMessage, bounds: WebsiteBounds, signal: AbortSignal): Promise<string> {
  const { statusCode = 0, headers } = response
  try {
    const fault = faultOf(statusCode)
    if (fault) throw new WebsiteError(fault)
    const type = headers['content-type'] ?? 'text/html'
    if (!/^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(type)) throw new WebsiteError('notPage')
    return textOf(await readBody(response, bounds.bodyBytes), type)
  } catch (error) {
    response.destroy()
    if (error instanceof WebsiteError) throw error
    throw new WebsiteError(signal.aborted ? 'slow' : 'unreadable', { cause: error })
  }
}

function faultOf(status: number): WebsiteError['fault'] | null {
  if (status >= 200 && status < 300) return null
  if (status === 404 || status === 410) return 'missing'
  if (status >= 500) return 'failing'
  return status >= 400 ? 'refused' : 'unreadable'
}
