import { useState } from 'react'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { call } from '#platform/web/api/api.ts'
import { messageOf } from '#platform/web/api/call-error.ts'
import { leaveWhenSignedOut, queryClient } from '#platform/web/api/query-client.ts'
import type { Import } from '../contract.ts'
import { importsQuery } from './queries.ts'

/**
 * Removes an import with what it brought in. That can't be undone, so it is not done before the notice with its undo
 * has left; whoever leaves the page before does not want it undone.
 */
export function useRemoval(projectId: string) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())

  function remove({ id, name }: Import): void {
    let isDecided = false
    const decide = (isWanted: boolean) => {
      if (isDecided) return
      isDecided = true
      window.removeEventListener('pagehide', send)
      if (isWanted) void removeNow(projectId, id, () => show(id))
      else show(id)
    }
    const send = () => decide(true)
    window.addEventListener('pagehide', send)
    setHidden((ids) => new Set(ids).add(id))
    notify({
      title: `Removed “${name}”`,
      description: 'Leads that somebody decided on or saved stay.',
      undo: () => decide(false),
      // A notice closes before its action acts.
      callback: () => setTimeout(send),
    })
  }

  function show(id: string): void {
    setHidden((ids) => new Set([...ids].filter((each) => each !== id)))
  }

  return { remove, isHidden: (id: string) => hidden.has(id) }
}

async function removeNow(projectId: string, id: string, takeBack: () => void): Promise<void> {
  try {
    await call('importsDelete', { id, keepalive: true })
  } catch (error) {
    leaveWhenSignedOut(error)
    notify({ title: messageOf(error), color: 'red' })
  }
  await queryClient.invalidateQueries({ queryKey: importsQuery(projectId).queryKey })
  takeBack()
}
