import type { VisitEvent } from '../../contract.ts'

/** What is kept of an event: nothing of it says who it was. */
export interface Visit {
  name: string
  /** The page; null for an address that is none of ours, which could hold anything. */
  path: string | null
  /** The host that led here from elsewhere; empty where none did, or none that says so. */
  referrer: string
}

const referrerMax = 100

/**
 * Reads an event of a page. Null where it is none of this installation: its address is another's, or cannot be read.
 * Of the address its path alone counts: what stands behind a question mark may be a key.
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

/** Whether a program says of itself that it is no person's browser. */
export function isProgram(agent: string): boolean {
  return !/^mozilla\/|^opera\//i.test(agent) || /bot\b|crawl|spider|slurp|preview|lighthouse/i.test(agent)
}
