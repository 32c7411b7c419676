import { useEffect, useEffectEvent, useState } from 'react'
import { useRouteError } from 'react-router'
import { ErrorState } from '#platform/ui/error-state.tsx'
import { MissingChunk } from '#platform/ui/parts.ts'
import { reloadOnce } from '#platform/web/behavior/reload-once.ts'
import { onChanges } from '#platform/web/live/changes.ts'
import { call } from '../api.ts'

const messages = {
  asking: 'Trying again…',
  away: "Couldn't reach the server. Check your connection and try again.",
  broken: "Part of this page didn't load. Try again in a moment.",
}

/**
 * A message in place of a chunk that couldn't be loaded. If the server responds, it has a newer build, so the page
 * reloads, automatically at most once per path in ten seconds (SPEC 4, 8). Otherwise the page stays open.
 */
export function PartFailure() {
  const [state, setState] = useState<keyof typeof messages>('asking')
  async function ask(byHand: boolean): Promise<void> {
    setState('asking')
    const there = await call('health', {}).then(
      () => true,
      () => false,
    )
    if (!there) setState('away')
    else if (byHand) window.location.reload()
    else if (!reloadOnce(window.location.pathname, Date.now())) setState('broken')
  }
  const askAgain = useEffectEvent(() => void ask(false))
  useEffect(() => {
    askAgain()
    // An event from the stream means that the server is back.
    return onChanges(() => askAgain())
  }, [])
  return (
    <ErrorState
      title="Couldn't load this page"
      message={messages[state]}
      onRetry={() => void ask(true)}
      retrying={state === 'asking'}
      wholePage
    />
  )
}

/** The message inside the frame of a page that couldn't be loaded; other errors go to the error page. */
export function PageFailure() {
  const error = useRouteError()
  if (!(error instanceof MissingChunk)) throw error
  return <PartFailure />
}
