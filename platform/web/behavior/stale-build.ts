import type { Timers } from './timers.ts'

/** Milliseconds between two looks at the latest build (SPEC 9). */
const lookEveryMs = 3_600_000

/** The id in the file of the latest build; null where there is none in it. */
export function buildIdIn(file: unknown): string | null {
  if (typeof file !== 'object' || file === null || !('id' in file)) return null
  return typeof file.id === 'string' && file.id !== '' ? file.id : null
}

/** Which build this page is of; null where it does not say. */
export function ownBuild(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? null
}

/** The id of the latest build of the app, or of the site, which is built by itself; null where it can't be read now. */
export async function latestBuild(of: 'latest' | 'site'): Promise<string | null> {
  try {
    const answer = await fetch(`/assets/builds/${of}.json`, { cache: 'no-cache' })
    return answer.ok ? buildIdIn(await answer.json()) : null
  } catch {
    // Offline, or the server is starting: the next look will tell.
    return null
  }
}

/** Whether a page of one build is older than what the server has; not where either does not say. */
export function isOutdated(own: string | null, latest: string | null): boolean {
  return own !== null && latest !== null && own !== latest
}

/** What the rule needs of a page. */
interface Page {
  after: Timers['after']
  /** Which build it is of; null where it does not say. */
  own: string | null
  /** The id of the latest build; null where it can't be read now. */
  latest(): Promise<string | null>
  /** Whether somebody has typed what a reload would lose. */
  isDirty(): boolean
  reload(): void
}

interface BuildWatch {
  /** Somebody came back to the tab. */
  returned(): Promise<void>
  /** Whether the build is known to be old, so that the next page is to be fetched from the server. */
  isStale(): boolean
}

/**
 * Looks every hour and when somebody comes back whether there is a newer build. A page of an old one is loaded again at
 * once where nothing is lost by that, and else when somebody goes on to another page (SPEC 4, DECISIONS 26).
 */
export function watchBuild({ after, own, latest, isDirty, reload }: Page): BuildWatch {
  let isStale = false
  const look = async () => {
    if (own === null) return
    isStale ||= isOutdated(own, await latest())
    if (isStale && !isDirty()) reload()
  }
  const lookLater = () => {
    after(lookEveryMs, () => {
      void look()
      lookLater()
    })
  }
  lookLater()
  return { returned: look, isStale: () => isStale }
}

const fields = 'input, textarea, select, [contenteditable="true"]'

/** Tells from now on whether a field holds what somebody typed and has not sent, or is about to be typed into (SPEC 4). */
export function watchTyping(): () => boolean {
  const typed = new Set<Element>()
  document.addEventListener('input', ({ target }) => target instanceof Element && typed.add(target))
  for (const event of ['submit', 'reset']) {
    document.addEventListener(event, ({ target }) => {
      for (const field of typed) if (target instanceof Element && target.contains(field)) typed.delete(field)
    })
  }
  return () => {
    for (const field of typed) if (!field.isConnected) typed.delete(field)
    return typed.size > 0 || document.activeElement?.matches(fields) === true
  }
}
