import { useState } from 'react'
import { useUser } from '#platform/web/session/project.ts'
import { loadOverlay, openOverlay } from './overlay.ts'

/** open: the user is paying · closed: they left without paying · declined: they left after a card was declined. */
export type OverlayState = 'idle' | 'open' | 'closed' | 'declined'

/** Opens the provider's overlay and keeps track of it. */
export function useOverlay() {
  const [state, setState] = useState<OverlayState>('idle')
  const email = useUser()?.email

  /** Opens the overlay for the transaction that `prepare` creates. Throws if that fails or the script can't be loaded. */
  async function open(prepare: () => Promise<string>, onCompleted: () => void): Promise<void> {
    const paddle = await loadOverlay()
    const transactionId = await prepare()
    setState('open')
    let isDeclined = false
    openOverlay(paddle, { transactionId, email }, (event) => {
      if (event === 'declined') isDeclined = true
      else if (event === 'closed') setState(isDeclined ? 'declined' : 'closed')
      else {
        setState('idle')
        onCompleted()
      }
    })
  }

  return { state, open, dismiss: () => setState('idle') }
}
