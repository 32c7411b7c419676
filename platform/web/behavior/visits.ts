import { pageView } from '../../contract/visits.ts'

/** The location of an event. */
export interface PageLocation {
  protocol: string
  hostname: string
}

/** Hosts whose visits don't count (DECISIONS 27). */
const ignoredHosts = ['localhost', '127.0.0.1', '[::1]']

/** Returns whether a page reports no visits: it is a file, on an ignored host, or the flag is set (SPEC 7). */
export function isIgnored({ protocol, hostname }: PageLocation, flag: string | null): boolean {
  return protocol === 'file:' || ignoredHosts.includes(hostname) || flag === 'true'
}

/** The properties of a page that its events contain. */
export interface Page {
  href: string
  hostname: string
  referrer: string
  width: number
  /** Whether the hash distinguishes pages. */
  hashMode?: boolean
}

/** The fields of an event that page views don't have. */
export interface Extras {
  props?: Record<string, string | number | boolean>
  revenue?: { currency: string; amount: number }
}

/** Serializes an event with the short fields of SPEC 7 (DECISIONS 27). */
export function eventBody(name: string, page: Page, { props, revenue }: Extras = {}): string {
  const { href, hostname, referrer, width, hashMode = false } = page
  return JSON.stringify({
    n: name,
    u: trackedUrl(href, hashMode),
    d: hostname,
    r: referrer === '' ? null : trackedUrl(referrer, false),
    w: width,
    h: hashMode ? 1 : 0,
    ...(props && { p: props }),
    ...(revenue && { $: revenue }),
  })
}

/** Returns the URL of a page without possible secrets: of its query, only referral parameters remain. */
export function trackedUrl(href: string, hashMode: boolean): string {
  const url = URL.parse(href)
  if (!url) return ''
  const kept = [...url.searchParams].filter(([key]) => /^(utm_\w+|ref|source|via)$/.test(key))
  const query = kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
  return url.origin + url.pathname + query + (hashMode ? url.hash : '')
}

/** Reports each page view once (SPEC 7). Call the result at the start and after each navigation. */
export function pageViews(
  report: (name: string, href: string) => void,
  hashMode = false,
): (href: string, isAnew?: boolean) => void {
  let last: string | null = null
  return (href, isAnew = false) => {
    const url = URL.parse(href)
    const page = url ? url.pathname + (hashMode ? url.hash : '') : href
    if (page === last && !isAnew) return
    last = page
    report(pageView, href)
  }
}
