import { useState } from 'react'
import { messageOf } from '../api/call-error.ts'
import { leaveWhenSignedOut } from '../api/query-client.ts'

/**
 * Submits a form without a contract schema (with one, use `useServerForm`): one submission at a time, with its error.
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
