import { useQueryClient } from '@tanstack/react-query'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { attempt } from '#platform/web/api/attempt.ts'
import type { ListeningEdited } from '../contract.ts'

/** What one call does: removes, changes and adds, in this order, all of it or nothing. */
interface Sent<Added, Values> {
  remove?: string[]
  change?: { ids: string[]; values: Values }
  add?: Added[]
  overQuota?: 'pause'
}

interface Listened<Row, Added, Values> {
  noun: 'keyword' | 'competitor'
  send: (projectId: string, data: Sent<Added, Values>) => Promise<ListeningEdited>
  /** What a row was made of, to make it again after an undo. */
  addedOf: (row: Row) => Added
}

export interface Edits<Row, Added, Values> {
  /** Those that the plan has no room for wait for it. Throws CallError. */
  add: (added: Added[]) => Promise<ListeningEdited>
  change: (rows: readonly Row[], values: Values, done: string) => void
  /** What was deleted can be brought back. */
  remove: (rows: readonly Row[]) => void
  /** Any edit, told of by a notice where it worked and where it did not. */
  act: (data: Sent<Added, Values>, notice: { title: string; undo?: () => void }) => void
}

/** Edits of many keywords or competitors of a project: all of them or none. */
export function useEdits<Row extends { id: string }, Added, Values>(
  projectId: string,
  { noun, send, addedOf }: Listened<Row, Added, Values>,
): Edits<Row, Added, Values> {
  const queryClient = useQueryClient()
  const countText = ({ length }: readonly Row[]) =>
    length === 1 ? `one ${noun}` : `${length.toLocaleString('en')} ${noun}s`

  async function sendAll(data: Sent<Added, Values>): Promise<ListeningEdited> {
    try {
      return await send(projectId, data)
    } finally {
      await queryClient.invalidateQueries({ queryKey: [`${noun}s`, projectId] })
    }
  }
  const act: Edits<Row, Added, Values>['act'] = async (data, notice) => {
    if (await attempt(() => sendAll(data))) notify(notice)
  }
  return {
    add: (add) => sendAll({ add, overQuota: 'pause' }),
    change: (rows, values, done) =>
      act({ change: { ids: idsOf(rows), values } }, { title: `${done} ${countText(rows)}` }),
    remove: (rows) =>
      act(
        { remove: idsOf(rows) },
        {
          title: `Deleted ${countText(rows)}`,
          undo: () => act({ add: rows.map(addedOf), overQuota: 'pause' }, { title: `Brought ${countText(rows)} back` }),
        },
      ),
    act,
  }
}

export function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
