import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Change } from '../../contract/events.ts'
import { queryClient, redirectToLogin } from '../api/query-client.ts'
import { paths } from '../page/paths.ts'
import { accessQuery } from '../session/access.ts'
import { changingSession } from '../session/log-out.ts'
import { projectsQuery, useProject } from '../session/project.ts'
import { sessionQuery } from '../session/session.ts'
import { applyChanges } from './changes.ts'
import { setConnected } from './connection.ts'
import { follow } from './follow.ts'
import type { StreamMessage } from './stream-message.ts'

/** After this time in ms without the stream, data on screen is refetched, then once per such interval. */
const staleMs = 30_000
const watchMs = 5000

/** The delay in ms before reopening the stream after an end while access remains. */
const againMs = 5000

/** Keeps the project's data on screen up to date. Returns a function that stops it. */
function keepLive(projectId: string): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let current = new AbortController()
  let started = false
  let freshAt = Date.now()
  let unseen = false

  /** A hidden page fetches nothing until it is visible again. */
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

  function onMessage(message: StreamMessage, isGapless: boolean): void {
    const leaving = changingSession()
    if (leaving) return void leaving.then((left) => left || onMessage(message, isGapless))
    if (message.name === 'down') {
      setConnected(false)
      return
    }
    if (message.name === 'end') {
      current.abort()
      void mayStillFollow(projectId).then((may) => may && setTimeout(start, againMs))
      return
    }
    freshAt = Date.now()
    setConnected(true)
    // Without a stream from the page's beginning, data on screen may be older than its start (docs/decisions/0015).
    const isLate = !started && !isGapless
    started = true
    if (isLate || message.name === 'reset') apply(null)
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
  // A frozen tab couldn't pass messages on. A tab that is being left must not react to the end of its own session.
  document.addEventListener('freeze', () => current.abort(), { signal })
  document.addEventListener('resume', start, { signal })
  window.addEventListener('beforeunload', () => current.abort(), { signal })
  // A cut connection can stay unnoticed for long.
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
 * Returns whether the user may still follow the project after the stream has ended. Redirects a signed-out user to the
 * login and refreshes the projects on screen.
 */
async function mayStillFollow(projectId: string): Promise<boolean> {
  const before = queryClient.getQueryData(sessionQuery.queryKey)
  try {
    const user = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    if (!user) redirectToLogin()
    // Another user signed in from another tab: a full load clears the previous user's data.
    else if (before && user.id !== before.id) window.location.assign(paths.app)
    else {
      const projects = await queryClient.fetchQuery({ ...projectsQuery, staleTime: 0 })
      if (projects.length === 0) window.location.assign(paths.app)
      const isMember = projects.some(({ id }) => id === projectId)
      return isMember && (await queryClient.fetchQuery({ ...accessQuery(projectId), staleTime: 0 })).granted
    }
    return false
  } catch {
    // An expired session has already redirected to the login. Otherwise the server failed, and the caller retries.
    return true
  }
}

/**
 * Keeps the current project's data on screen up to date while the page is open. Waits for access, without which the
 * server refuses the stream. Renders nothing.
 */
export function LiveUpdates() {
  const projectId = useProject()?.id
  // The guard has fetched it, so this only fetches again while there is no access.
  const { data: access } = useQuery({
    ...accessQuery(projectId ?? ''),
    enabled: ({ state: { data } }) => projectId !== undefined && !data?.granted,
  })
  const followed = access?.granted ? projectId : undefined
  useEffect(() => (followed === undefined ? undefined : keepLive(followed)), [followed])
  return null
}
