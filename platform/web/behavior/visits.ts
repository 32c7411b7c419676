import { pageView } from '../../contract/visits.ts'

/** Where an event happens, as a page knows it. */
export interface PageLocation {
  protocol: string
  hostname: string
}

/** Hosts on which nobody's visits count (DECISIONS 27). */
const ignoredHosts = ['localhost', '127.0.0.1', '[::1]']

/** Whether this page reports no visits: it is a file, on an ignored host, or the flag is set (SPEC 7). */
export function isIgnored({ protocol, hostname }: PageLocation, flag: string | null): boolean {
  return protocol === 'file:' || ignoredHosts.includes(hostname) || flag === 'true'
}

/** What a page says of itself for an event. */
export interface Page {
  href: string
  hostname: string
  referrer: string
  width: number
  /** Whether the part behind # tells pages apart. */
  hashMode?: boolean
}

/** What else an event says. */
export interface Extras {
  props?: Record<string, string | number | boolean>
  revenue?: { currency: string; amount: number }
}

/** An event as it is sent, with the short fields of SPEC 7 (DECISIONS 27). */
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

/** The address of a page without what may be a key: of its query only what says where somebody came from stays. */
export function trackedUrl(href: string, hashMode: boolean): string {
  const url = URL.parse(href)
  if (!url) return ''
  const kept = [...url.searchParams].filter(([key]) => /^(utm_\w+|ref|source|via)$/.test(key))
  const query = kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
  return url.origin + url.pathname + query + (hashMode ? url.hash : '')
}

/** Reports each page view once (SPEC 7). Call the result at the start and after each navigation. */
export function pageViews(report: (name: string, href: string) => void): (href: string, isAnew?: boolean) => void {
  let last: string | null = null
  return (href, isAnew = false) => {
    const page = URL.parse(href)?.pathname ?? href
    if (page === last && !isAnew) return
    last = page
    report(pageView, href)
  }
}
