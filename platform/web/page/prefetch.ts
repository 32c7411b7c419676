import { matchRoutes } from 'react-router'
import { routes } from '#app/web/routes.tsx'
import { isOn } from '../api/flags.ts'
import { onIntent, savesData } from '../behavior/intent.ts'
import { leadsOn, linkOf } from '../behavior/links.ts'
import { prefetcher } from '../behavior/prefetch.ts'

/**
 * Fetches the parts that make the page behind a link once somebody points at it or has the focus on it (SPEC 9,
 * DECISIONS 22). Its guard and its data are asked when the link is followed.
 */
export async function start(): Promise<void> {
  if (savesData() || !(await isOn('prefetch'))) return
  const want = prefetcher(partsOf)
  onIntent((link) => {
    if (leadsOn(linkOf(link), location.href)) want(new URL(link.href).pathname)
  })
}

function partsOf(path: string): Promise<unknown> {
  const matches = matchRoutes(routes, path) ?? []
  return Promise.all(matches.map(({ route: { lazy } }) => (typeof lazy === 'function' ? lazy() : undefined)))
}
