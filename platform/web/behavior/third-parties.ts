import type { EmbedName } from '../../contract/embeds.ts'
import type { PageConfig } from '../../contract/session.ts'
import { ignoreKey } from '../../contract/visits.ts'
import { type Moment, starts, watchEmbeds } from './embeds.ts'
import { eventBody, isIgnored, pageViews } from './visits.ts'

type Configured = Pick<PageConfig, 'eventUrl' | 'embeds'>

/** A page's calls to third parties: the browser's side of the rules in visits.ts and embeds.ts. */
export interface ThirdParties {
  /** Reports that the page at this URL is shown, at the start or after a navigation. `isAnew`: the user had left it. */
  pageShown(href: string, isAnew?: boolean): void
  /** Rechecks which scripts are due. */
  update(moment: Moment): void
}

export function openThirdParties({ eventUrl, embeds }: Configured): ThirdParties {
  const configured = (Object.keys(embeds) as EmbedName[]).filter((name) => embeds[name])
  return {
    pageShown: pageViews((name, href) => {
      if (eventUrl !== null && !isIgnored(location, ignoreFlag())) send(eventUrl, eventOf(name, href))
    }),
    update: watchEmbeds(configured, (name) => {
      const { url, key } = embeds[name] ?? {}
      if (url && key) loadScript(name, url, key)
    }),
  }
}

function eventOf(name: string, href: string): string {
  return eventBody(name, { href, hostname: location.hostname, referrer: document.referrer, width: innerWidth })
}

function ignoreFlag(): string | null {
  try {
    return localStorage.getItem(ignoreKey)
  } catch {
    // Storage is off, so the flag can't be set.
    return null
  }
}

/** Sends plain text, which needs no CORS preflight, and no cookies, which could identify the visitor. */
function send(url: string, body: string): void {
  const headers = { 'content-type': 'text/plain' }
  fetch(url, { method: 'POST', headers, body, keepalive: true, credentials: 'omit' }).catch(() => {
    // A lost page view doesn't affect the visitor.
  })
}

/** Loads a script. Our code never waits for it, so a failure affects only the script. */
function loadScript(name: EmbedName, url: string, key: string): void {
  const { attributes, globals } = starts[name](key)
  Object.assign(window, globals)
  const script = document.createElement('script')
  script.src = url
  script.async = true
  for (const [attribute, value] of Object.entries(attributes)) script.setAttribute(attribute, value)
  document.head.append(script)
}
