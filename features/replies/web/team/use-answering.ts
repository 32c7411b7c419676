import { useEffect, useRef } from 'react'
import { answeringSeconds } from '#engine/replies/answering.ts'
import { call } from '../api.ts'

/** The least time in ms between two signs: well before the first one ends. */
const signMs = (answeringSeconds * 1000) / 3

/**
 * Returns a function that shows the user as answering a lead. To be called whenever they write. It ends when they leave the
 * lead or the page, and by itself if they stop.
 */
export function useAnswering(leadId: string): () => void {
  const signedAt = useRef<number | null>(null)
  useEffect(() => {
    const stop = () => {
      if (signedAt.current === null) return
      signedAt.current = null
      // Without a connection it ends by itself.
      call('answeringDelete', { id: leadId, keepalive: true }).catch(() => {})
    }
    window.addEventListener('pagehide', stop)
    return () => {
      window.removeEventListener('pagehide', stop)
      stop()
    }
  }, [leadId])
  return () => {
    const now = Date.now()
    if (signedAt.current !== null && now - signedAt.current < signMs) return
    signedAt.current = now
    // Nobody waits for it: writing goes on without.
    call('answeringPut', { id: leadId }).catch(() => {
      signedAt.current = null
    })
  }
}
