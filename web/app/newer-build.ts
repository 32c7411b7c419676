import { isPlainPress, leadsOn, linkOf } from '../behaviours/links.ts'
import { buildIdIn, watchBuild } from '../behaviours/stale-build.ts'
import { browserTimers } from '../behaviours/timers.ts'
import { isOn } from './flags.ts'
import { reloadOnce } from './reload-once.ts'

const fields = 'input, textarea, select, [contenteditable="true"]'

/** Keeps an open page from growing older than the server (DECISIONS 26). */
export async function start(): Promise<void> {
  if (!(await isOn('buildReload'))) return
  const isDirty = watchTyping()
  const watch = watchBuild({
    after: browserTimers.after,
    own: document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? null,
    latest: async () => {
      try {
        const answer = await fetch('/assets/builds/latest.json', { cache: 'no-cache' })
        return answer.ok ? buildIdIn(await answer.json()) : null
      } catch {
        // Offline, or the server is starting: the next look will tell.
        return null
      }
    },
    isDirty,
    reload: () => reloadOnce(location.pathname, Date.now()),
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void watch.returned()
  })
  // Links are followed by the router; of an old build the browser follows them.
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || !watch.isStale() || !isPlainPress(event) || !leadsOn(linkOf(link), location.href)) return
      event.preventDefault()
      event.stopPropagation()
      location.assign(link.href)
    },
    { capture: true },
  )
  addEventListener('popstate', () => {
    if (watch.isStale()) reloadOnce(location.pathname, Date.now())
  })
}

/** Whether a field holds what somebody typed into it and has not sent, or is about to be typed into. */
function watchTyping(): () => boolean {
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
