import { matchRoutes } from 'react-router'
import { onIntent, savesData } from '../behaviours/intent.ts'
import { leadsOn, linkOf } from '../behaviours/links.ts'
import { prefetcher } from '../behaviours/prefetch.ts'
import { isOn } from './flags.ts'
import { routes } from './routes.tsx'

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
