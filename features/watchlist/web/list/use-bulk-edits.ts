import { useQueryClient } from '@tanstack/react-query'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import type { ListeningEdited } from '../../contract.ts'

/** What one call does: removes, changes, and adds, in this order, all of it or nothing. */
interface EditRequest<Added, Values> {
  remove?: string[]
  change?: { ids: string[]; values: Values }
  add?: Added[]
  overQuota?: 'pause'
}

interface BulkEditsOptions<Row, Added, Values> {
  noun: 'keyword' | 'competitor'
  send: (projectId: string, data: EditRequest<Added, Values>) => Promise<ListeningEdited>
  /** The values that create this row again after an undo. */
  valuesOf: (row: Row) => Added
}

export interface BulkEdits<Row, Added, Values> {
  /** Those that exceed the plan's quota are paused until it has room. Throws CallError. */
  add: (added: Added[]) => Promise<ListeningEdited>
  change: (rows: readonly Row[], values: Values, done: string) => void
  /** Deletes, with an undo. */
  remove: (rows: readonly Row[]) => void
  /** Sends any edit, and shows a notice whether it worked or not. */
  run: (data: EditRequest<Added, Values>, notice: { title: string; undo?: () => void }) => void
}

/** Edits of many keywords or competitors of a project: all of them or none. */
export function useBulkEdits<Row extends { id: string }, Added, Values>(
  projectId: string,
  { noun, send, valuesOf }: BulkEditsOptions<Row, Added, Values>,
): BulkEdits<Row, Added, Values> {
  const queryClient = useQueryClient()
  const countText = ({ length }: readonly Row[]) =>
    length === 1 ? `1 ${noun}` : `${length.toLocaleString('en')} ${noun}s`

  async function sendAll(data: EditRequest<Added, Values>): Promise<ListeningEdited> {
    try {
      return await send(projectId, data)
    } finally {
      await queryClient.invalidateQueries({ queryKey: [`${noun}s`, projectId] })
    }
  }
  const run: BulkEdits<Row, Added, Values>['run'] = async (data, notice) => {
    if (await withErrorToast(() => sendAll(data))) notify(notice)
  }
  return {
    add: (add) => sendAll({ add, overQuota: 'pause' }),
    change: (rows, values, done) =>
      run({ change: { ids: idsOf(rows), values } }, { title: `${done} ${countText(rows)}` }),
    remove: (rows) =>
      run(
        { remove: idsOf(rows) },
        {
          title: `Deleted ${countText(rows)}`,
          undo: () => run({ add: rows.map(valuesOf), overQuota: 'pause' }, { title: `Restored ${countText(rows)}` }),
        },
      ),
    run,
  }
}

export function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
