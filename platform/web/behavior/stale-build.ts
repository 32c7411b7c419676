import type { Timers } from './timers.ts'

/** The time in ms between two checks for a new build (SPEC 9). */
const checkEveryMs = 3_600_000

/** Returns the build id in the file of the latest build, or null. */
export function buildIdIn(file: unknown): string | null {
  if (typeof file !== 'object' || file === null || !('id' in file)) return null
  return typeof file.id === 'string' && file.id !== '' ? file.id : null
}

/** Returns the build id of this page, or null if the page has none. */
export function ownBuild(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? null
}

/**
 * Returns the id of the latest build of the app or of the site, which is built separately; null if it can't be read.
 */
export async function latestBuild(of: 'latest' | 'site'): Promise<string | null> {
  try {
    const answer = await fetch(`/assets/builds/${of}.json`, { cache: 'no-cache' })
    return answer.ok ? buildIdIn(await answer.json()) : null
  } catch {
    // Offline, or the server is starting. The next check retries.
    return null
  }
}

/** Returns whether the server has a newer build than this page; false if either id is unknown. */
export function isOutdated(own: string | null, latest: string | null): boolean {
  return own !== null && latest !== null && own !== latest
}

/** The page as the rule sees it. */
interface Page {
  after: Timers['after']
  /** The build id of this page; null if it has none. */
  own: string | null
  /** Returns the id of the latest build, or null if it can't be read. */
  latest(): Promise<string | null>
  /** Returns whether a reload would lose unsent input. */
  isDirty(): boolean
  reload(): void
}

interface BuildWatch {
  /** Checks after the user has returned to the tab. */
  returned(): Promise<void>
  /** Returns whether the build is known to be outdated, in which case the next page must come from the server. */
  isStale(): boolean
}

/**
 * Checks for a newer build every hour and when the user returns to the tab. Reloads an outdated page at once if no
 * input would be lost, otherwise on the next navigation (SPEC 4, DECISIONS 26).
 */
export function watchBuild({ after, own, latest, isDirty, reload }: Page): BuildWatch {
  let isStale = false
  const check = async () => {
    if (own === null) return
    isStale ||= isOutdated(own, await latest())
    if (isStale && !isDirty()) reload()
  }
  const scheduleCheck = () => {
    after(checkEveryMs, () => {
      void check()
      scheduleCheck()
    })
  }
  scheduleCheck()
  return { returned: check, isStale: () => isStale }
}

const fields = 'input, textarea, select, [contenteditable="true"]'

/** Tracks input from now on. The result returns whether a field has unsent input or the focus (SPEC 4). */
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
