import { useState } from 'react'
import { notify } from '../../ui/overlays/toast.tsx'
import { withErrorToast } from './with-error-toast.ts'

interface Deferred {
  id: string
  title: string
  description?: string
  /** Sends the request; must use `keepalive` to survive the page. */
  work: () => Promise<unknown>
  /** Refetches the affected queries. */
  after: () => Promise<unknown>
}

/**
 * Hides rows and deletes them once the undo notice is gone, because the deletion is final. Leaving the page deletes
 * them at once.
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
      // A notice closes before its action runs.
      callback: () => setTimeout(send),
    })
  }

  return { defer, isHidden: (id: string) => hidden.has(id) }
}
