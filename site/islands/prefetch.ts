import { linkOf, mayPrefetch } from '#platform/web/behavior/links.ts'
import { onIntent, prefetcher, savesData } from '#platform/web/behavior/prefetch.ts'

import { isOn } from './flags.ts'

/** Prefetches the page behind a link that is hovered or focused (DECISIONS 22). */
export async function start(): Promise<void> {
  if (savesData() || !(await isOn('prefetch'))) return
  const want = prefetcher(
    (url) =>
      new Promise((done, failed) => {
        const link = document.createElement('link')
        link.rel = 'prefetch'
        link.href = url
        link.addEventListener('load', done)
        link.addEventListener('error', failed)
        document.head.append(link)
      }),
  )
  onIntent((link) => {
    if (!mayPrefetch(linkOf(link), location.href)) return
    const url = new URL(link.href)
    want(url.origin + url.pathname + url.search)
  })
}
