import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onChanges } from '#platform/web/live/changes.ts'

/** How long changes are gathered, in ms: during a scan, new leads are announced every second. */
const gatherMs = 3000

/** Fetches the numbers of a project again soon after anything in it changes. */
export function useLive(projectId: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onChanges(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queryClient.invalidateQueries({ queryKey: ['dashboard', projectId] })
      }, gatherMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [projectId, queryClient])
}
