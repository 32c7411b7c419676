/** A link as it is pressed or pointed at. */
export interface Link {
  href: string
  /** Where it opens; empty for here. */
  target: string
  isDownload: boolean
}

/** Whether following a link leads from this page to another one of ours, in this tab. */
export function isInternalNavigation({ href, target, isDownload }: Link, here: string): boolean {
  const [to, from] = [URL.parse(href, here), new URL(here)]
  if (!to || isDownload || (target !== '' && target !== '_self')) return false
  return to.origin === from.origin && to.pathname + to.search !== from.pathname + from.search
}

/** Below these a look has consequences, or shows what nobody wants ahead of time. */
const neverPrefetched = ['/app', '/api', '/connect', '/unsubscribe']

/** Whether the page behind a link may be fetched before anybody follows it. */
export function mayPrefetch(link: Link, here: string): boolean {
  if (!isInternalNavigation(link, here)) return false
  const { pathname } = new URL(link.href, here)
  return !neverPrefetched.some((root) => isWithinPath(root, pathname))
}

/** Reads a link element. */
export function linkOf(element: HTMLAnchorElement): Link {
  return { href: element.href, target: element.target, isDownload: element.hasAttribute('download') }
}

/** Whether a press means to follow the link here: the first button, without a key that opens it elsewhere. */
export function isPlainPress(event: MouseEvent): boolean {
  const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return event.button === 0 && !isElsewhere && !event.defaultPrevented
}

/** Whether a path is a root or below it: /app and /app/pay, and not /apple. */
export function isWithinPath(root: string, path: string): boolean {
  return path === root || path.startsWith(`${root}/`)
}
