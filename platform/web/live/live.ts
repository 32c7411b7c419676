import { useEffect } from 'react'
import type { Change } from '../../contract/events.ts'
import { queryClient, redirectToLogin } from '../api/query-client.ts'
import { paths } from '../page/paths.ts'
import { loggingOut } from '../session/log-out.ts'
import { projectsQuery, useProject } from '../session/project.ts'
import { sessionQuery } from '../session/session.ts'
import { applyChanges } from './changes.ts'
import { setConnected } from './connection.ts'
import { follow } from './follow.ts'
import type { StreamMessage } from './stream-message.ts'

/** Without the stream for so long, what is shown is fetched again, and then once in as long a time. */
const staleMs = 30_000
const watchMs = 5000

/** Before the stream is asked for again after an end that seems to be none. */
const againMs = 5000

/** Keeps what is shown of a project up to date, and returns what stops that. */
function keepLive(projectId: string): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let current = new AbortController()
  let started = false
  let freshAt = Date.now()
  let unseen = false

  /** A page that nobody sees fetches nothing until it is seen again. */
  function apply(changes: readonly Change[] | null): void {
    if (document.visibilityState === 'hidden') unseen = true
    else applyChanges(queryClient, projectId, changes)
  }

  function start(): void {
    current.abort()
    if (signal.aborted) return
    current = new AbortController()
    started = false
    follow(projectId, onMessage, AbortSignal.any([signal, current.signal]))
  }

  function onMessage(message: StreamMessage): void {
    const leaving = loggingOut()
    if (leaving) return void leaving.then((left) => left || onMessage(message))
    if (message.name === 'down') {
      setConnected(false)
      return
    }
    if (message.name === 'end') {
      current.abort()
      void isStillMember(projectId).then((here) => here && setTimeout(start, againMs))
      return
    }
    freshAt = Date.now()
    setConnected(true)
    // What was fetched before the stream began may be older than its beginning (docs/decisions/0015).
    const first = !started
    started = true
    if (first || message.name === 'reset') apply(null)
    else if (message.name === 'changes') apply(message.changes)
  }

  const watch = setInterval(() => {
    if (Date.now() - freshAt < staleMs) return
    freshAt = Date.now()
    apply(null)
  }, watchMs)
  const seen = () => {
    if (!unseen || document.visibilityState === 'hidden') return
    unseen = false
    apply(null)
  }
  document.addEventListener('visibilitychange', seen, { signal })
  // A frozen tab could not pass on what it hears; and one that is being left hears of the log-out that leads away.
  document.addEventListener('freeze', () => current.abort(), { signal })
  document.addEventListener('resume', start, { signal })
  window.addEventListener('beforeunload', () => current.abort(), { signal })
  // A connection that is cut says nothing by itself for long.
  window.addEventListener('offline', () => setConnected(false), { signal })
  window.addEventListener('focus', () => current.signal.aborted && started && start(), { signal })

  start()
  return () => {
    clearInterval(watch)
    ending.abort()
    current.abort()
  }
}

/**
 * After the stream's end: whether the project is still one's own. Who is signed out is sent to the login, and what is
 * shown of the projects follows what they are now.
 */
async function isStillMember(projectId: string): Promise<boolean> {
  const before = queryClient.getQueryData(sessionQuery.queryKey)
  try {
    const user = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    if (!user) redirectToLogin()
    // Somebody else has signed in in another tab: nothing of the one before stays.
    else if (before && user.id !== before.id) window.location.assign(paths.app)
    else {
      const projects = await queryClient.fetchQuery({ ...projectsQuery, staleTime: 0 })
      if (projects.length === 0) window.location.assign(paths.app)
      return projects.some(({ id }) => id === projectId)
    }
    return false
  } catch {
    // A session that is over has sent the page to the login; else the server stumbles, and is asked again.
    return true
  }
}

/** Keeps all that is shown of the current project up to date while the page is open. */
export function useLiveUpdates(): void {
  const projectId = useProject()?.id
  useEffect(() => (projectId === undefined ? undefined : keepLive(projectId)), [projectId])
}
