import { useState } from 'react'
import { messageOf } from '../api/call-error.ts'
import { leaveWhenSignedOut } from '../api/query-client.ts'

/**
 * The sending of a form that no schema of the contract describes (else `useServerForm`): once at a time; what went wrong
 * is there to be shown in it.
 */
export function useSubmission() {
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)

  async function send(work: () => Promise<unknown>): Promise<void> {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      leaveWhenSignedOut(error)
      setFailure(error)
    }
    setBusy(false)
  }

  return { busy, failure, error: failure === null ? undefined : messageOf(failure), send }
}
