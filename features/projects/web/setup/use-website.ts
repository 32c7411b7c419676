import { useEffect, useRef, useState } from 'react'
import type { WebsiteProfile } from '#engine/website/profile.ts'
import { messageOf } from '#platform/web/api/call-error.ts'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import { call } from '../api.ts'
import { type Filled, filledIn, nothing, proposed } from './fill.ts'

/** The state of reading a website. */
export type Reading =
  | { state: 'idle' }
  | { state: 'reading'; website: string }
  | { state: 'failed'; message: string }
  | { state: 'read'; profile: WebsiteProfile; undo: (() => void) | null }

interface Form {
  read: () => Filled
  write: (values: Filled) => void
}

/** Reads a website and fills in the form; undo restores the previous values. */
export function useWebsite({ read, write }: Form) {
  const [reading, setReading] = useState<Reading>({ state: 'idle' })
  const last = useRef(nothing)
  const pending = useRef<AbortController | null>(null)
  useEffect(() => () => pending.current?.abort(), [])

  function stop() {
    pending.current?.abort()
    setReading({ state: 'idle' })
  }

  /** Clears the error, because it doesn't apply to the next address. */
  function forgetFailure() {
    setReading((now) => (now.state === 'failed' ? { state: 'idle' } : now))
  }

  async function start(website: string) {
    pending.current?.abort()
    const own = new AbortController()
    pending.current = own
    setReading({ state: 'reading', website })
    try {
      const { data: profile } = await call('websiteProfilesCreate', { body: { data: { website } }, signal: own.signal })
      if (own.signal.aborted) return
      const [typed, before, now] = [read(), last.current, proposed(profile)]
      write(filledIn(typed, before, now))
      last.current = now
      const undo = () => {
        write(typed)
        last.current = before
        setReading({ state: 'read', profile, undo: null })
      }
      setReading({ state: 'read', profile, undo })
    } catch (error) {
      if (own.signal.aborted) return
      leaveWhenSignedOut(error)
      setReading({ state: 'failed', message: messageOf(error) })
    }
  }

  return { reading, start, stop, forgetFailure }
}
