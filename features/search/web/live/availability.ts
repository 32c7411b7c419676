import type { Source } from '#engine/sources.ts'
import type { CurrentProject } from '#platform/contract/session.ts'

/** Returns why a project can't search Reddit live, with what to do; null if it can. `installed`: the server's sources. */
export function whyNotLive(
  { realm, sources }: Pick<CurrentProject, 'realm' | 'sources'>,
  installed: readonly Source[],
): string | null {
  const api = realm === 'sandbox' ? 'sandbox' : 'reddit-api'
  if (!installed.includes(api)) {
    const rss = installed.includes('reddit-rss') ? ' RSS is too slow for this.' : ''
    return `Live search needs Reddit's API, which isn't connected.${rss} To connect, set REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET on the server.`
  }
  if (sources.includes(api)) return null
  return "Live search needs Reddit's API, which is turned off for this project. Turn it on in the project's settings."
}
