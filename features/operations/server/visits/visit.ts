import type { VisitEvent } from '../../contract.ts'

/** The anonymous part of an event that is stored. */
export interface Visit {
  name: string
  /** The page; null for other paths, which could contain anything. */
  path: string | null
  /** The external host that referred the visitor; empty if there is none. */
  referrer: string
}

const referrerMax = 100

/**
 * Parses a page event. Returns null if it is invalid or its URL belongs to another server. Keeps only the URL's path,
 * because the query may contain a key.
 */
export function visitOf(event: VisitEvent, publicUrl: string, pageOf: (path: string) => string | null): Visit | null {
  const own = new URL(publicUrl)
  const address = URL.parse(event.u)
  if (!address || address.host !== own.host || event.d !== own.hostname) return null
  return { name: event.n, path: pageOf(address.pathname), referrer: referrerOf(event.r ?? '', own.hostname) }
}

function referrerOf(text: string, own: string): string {
  const from = URL.parse(text)
  if (!from || !/^https?:$/.test(from.protocol)) return ''
  const host = from.hostname.replace(/^www\./, '')
  return host === own || host.length > referrerMax ? '' : host
}

/** Returns whether a user agent identifies itself as a bot. */
export function isProgram(agent: string): boolean {
  return !/^mozilla\/|^opera\//i.test(agent) || /bot\b|crawl|spider|slurp|preview|lighthouse/i.test(agent)
}
