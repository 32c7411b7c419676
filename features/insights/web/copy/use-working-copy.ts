import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { changeQueue } from '#platform/web/api/in-order.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import type { Boards, InsightBoards } from '../../contract-boards.ts'
import { call } from '../api.ts'
import { boardsQuery } from '../queries.ts'

export type Copies = ReturnType<typeof useWorkingCopy>

/** The writes of working copies made here, in order, since each names the version before it. */
const writes = changeQueue()

/** Returns the published boards and the working copy, with its changes: shown at once, and undone if refused. */
export function useWorkingCopy(projectId: string) {
  const queryClient = useQueryClient()
  const published = useQuery(boardsQuery(projectId, 'published'))
  const working = useQuery(boardsQuery(projectId, 'working'))
  const key = boardsQuery(projectId, 'working').queryKey
  /** The version that the server named last. */
  const version = useRef<number | null>(null)
  const pending = useRef(0)
  if (pending.current === 0 && working.data) version.current = working.data.version

  const write = async (send: (basedOn: number) => Promise<{ data: InsightBoards }>): Promise<boolean> => {
    pending.current += 1
    const isDone = await withErrorToast(() =>
      writes.send(async () => {
        const { data } = await send(version.current ?? 0)
        version.current = data.version
        // Later changes are on the screen already.
        queryClient.setQueryData<InsightBoards>(key, (shown) =>
          shown && pending.current > 1 ? { ...data, boards: shown.boards } : data,
        )
      }),
    )
    pending.current -= 1
    if (!isDone || pending.current === 0)
      await queryClient.invalidateQueries({ queryKey: ['insight-boards', projectId] })
    return isDone
  }

  /** Changes the boards. With a title, a notice offers to undo it. */
  const change = (boards: Boards, title?: string): void => {
    const before = queryClient.getQueryData<InsightBoards>(key)?.boards
    queryClient.setQueryData<InsightBoards>(key, (shown) => shown && { ...shown, boards, isChanged: true })
    void write((basedOn) => call('insightBoardsPut', { id: projectId, body: { data: { boards, basedOn } } }))
    if (title && before) notify({ id: 'boards', title, undo: () => change(before) })
  }

  const publish = async (): Promise<void> => {
    const before = published.data?.boards
    const isDone = await write((basedOn) =>
      call('insightPublicationCreate', { id: projectId, body: { data: { basedOn } } }),
    )
    if (!isDone || !before) return
    notify({
      id: 'boards',
      title: 'Boards published',
      color: 'green',
      undo: () => {
        change(before)
        void publishAgain()
      },
    })
  }
  const publishAgain = () =>
    write((basedOn) => call('insightPublicationCreate', { id: projectId, body: { data: { basedOn } } }))

  const discard = async (): Promise<void> => {
    const before = working.data?.boards
    const isDone = await write(() => call('insightWorkingCopyDelete', { id: projectId }))
    if (isDone && before) notify({ id: 'boards', title: 'Working copy discarded', undo: () => change(before) })
  }
  return { published, working, change, publish, discard }
}
