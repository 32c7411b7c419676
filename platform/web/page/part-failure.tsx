import { useEffect, useEffectEvent, useState } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { call } from '../api/client.ts'
import { reloadOnce } from '../behavior/reload-once.ts'
import { onChanges } from '../live/changes.ts'

const messages = {
  asking: 'Trying again…',
  away: "Couldn't reach the server. Check your connection and try again.",
  broken: "Part of this page didn't load. Try again in a moment.",
}

interface PartFailureProps {
  title?: string
  wholePage?: boolean
  /** Loads the missing part; resolves with false if it is still missing. By default, only a reload brings it. */
  load?: () => Promise<boolean>
}

/**
 * A message in place of a chunk that couldn't be loaded. If the server responds but still lacks it, the server has a
 * newer build, so the page reloads, automatically at most once per path in ten seconds (SPEC 4, 8). Otherwise the page
 * stays open.
 */
export function PartFailure({
  title = "Couldn't load this page",
  wholePage = false,
  load = async () => false,
}: PartFailureProps) {
  const [state, setState] = useState<keyof typeof messages>('asking')
  async function ask(byHand: boolean): Promise<void> {
    setState('asking')
    if (await load()) return
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
      title={title}
      message={messages[state]}
      onRetry={() => void ask(true)}
      retrying={state === 'asking'}
      wholePage={wholePage}
    />
  )
}
