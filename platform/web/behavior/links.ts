/** A link that is clicked or pointed at. */
export interface Link {
  href: string
  /** The target frame; empty for this tab. */
  target: string
  isDownload: boolean
}

/** Returns whether a link leads to another page of this site in this tab. */
export function isInternalNavigation({ href, target, isDownload }: Link, here: string): boolean {
  const [to, from] = [URL.parse(href, here), new URL(here)]
  if (!to || isDownload || (target !== '' && target !== '_self')) return false
  return to.origin === from.origin && to.pathname + to.search !== from.pathname + from.search
}

/** Paths whose requests have side effects or whose pages must not be loaded early. */
const neverPrefetched = ['/app', '/api', '/connect', '/unsubscribe']

/** Returns whether the page behind a link may be prefetched. */
export function mayPrefetch(link: Link, here: string): boolean {
  if (!isInternalNavigation(link, here)) return false
  const { pathname } = new URL(link.href, here)
  return !neverPrefetched.some((root) => isWithinPath(root, pathname))
}

/** Returns the relevant properties of a link element. */
export function linkOf(element: HTMLAnchorElement): Link {
  return { href: element.href, target: element.target, isDownload: element.hasAttribute('download') }
}

/** Returns whether a click follows the link in this tab: the primary button without a modifier key. */
export function isPlainPress(event: MouseEvent): boolean {
  const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return event.button === 0 && !isElsewhere && !event.defaultPrevented
}

/** Returns whether a path equals a root or is below it: /app and /app/pay, but not /apple. */
export function isWithinPath(root: string, path: string): boolean {
  return path === root || path.startsWith(`${root}/`)
}
