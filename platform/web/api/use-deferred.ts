import { useState } from 'react'
import { notify } from '../../ui/overlays/toast.tsx'
import { withErrorToast } from './with-error-toast.ts'

interface Deferred {
  id: string
  title: string
  description?: string
  /** To be sent so that it survives the page (`keepalive`). */
  work: () => Promise<unknown>
  /** Fetches again what is different now. */
  after: () => Promise<unknown>
}

/**
 * Rows that go once the notice with its undo has left, since what removes them can't be taken back; whoever leaves the
 * page before does not want it undone.
 */
export function useDeferred() {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())

  function defer({ id, title, description, work, after }: Deferred): void {
    let isDecided = false
    const show = () => setHidden((ids) => new Set([...ids].filter((each) => each !== id)))
    const decide = (isWanted: boolean) => {
      if (isDecided) return
      isDecided = true
      window.removeEventListener('pagehide', send)
      if (isWanted) void finish()
      else show()
    }
    const finish = async () => {
      await withErrorToast(work)
      await after()
      show()
    }
    const send = () => decide(true)
    window.addEventListener('pagehide', send)
    setHidden((ids) => new Set(ids).add(id))
    notify({
      title,
      ...(description && { description }),
      undo: () => decide(false),
      // A notice closes before its action acts.
      callback: () => setTimeout(send),
    })
  }

  return { defer, isHidden: (id: string) => hidden.has(id) }
}
