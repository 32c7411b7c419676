import type { EmbedName } from '../../contract/embeds.ts'
import type { PageConfig } from '../../contract/session.ts'
import { ignoreKey } from '../../contract/visits.ts'
import { type Moment, starts, watchEmbeds } from './embeds.ts'
import { type Extras, eventBody, isIgnored, pageViews } from './visits.ts'

type Configured = Pick<PageConfig, 'eventUrl' | 'eventHash' | 'embeds'>

/** A page's calls to third parties: the browser's side of the rules in visits.ts and embeds.ts. */
export interface ThirdParties {
  /** Reports that the page at this URL is shown, at the start or after a navigation. `isAnew`: the user had left it. */
  pageShown(href: string, isAnew?: boolean): void
  /** Reports what happened on this page. */
  report(name: string, extras: Extras): void
  /** Rechecks which scripts are due. */
  update(moment: Moment): void
}

export function openThirdParties({ eventUrl, eventHash, embeds }: Configured): ThirdParties {
  const configured = (Object.keys(embeds) as EmbedName[]).filter((name) => embeds[name])
  const report = (name: string, href: string, extras?: Extras) => {
    if (eventUrl === null || isIgnored(location, ignoreFlag())) return
    const page = { href, hostname: location.hostname, referrer: document.referrer, width: innerWidth }
    send(eventUrl, eventBody(name, { ...page, hashMode: eventHash }, extras))
  }
  return {
    pageShown: pageViews(report, eventHash),
    report: (name, extras) => report(name, location.href, extras),
    update: watchEmbeds(configured, (name) => {
      const { url, key } = embeds[name] ?? {}
      if (url && key) loadScript(name, url, key)
    }),
  }
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
