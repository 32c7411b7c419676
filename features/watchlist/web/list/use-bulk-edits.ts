import { useQueryClient } from '@tanstack/react-query'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import type { ListeningEdited } from '../../contract.ts'

/** The edits of one call: removals, changes and additions, in this order, all or nothing. */
interface EditRequest<Added, Values> {
  remove?: string[]
  change?: { ids: string[]; values: Values }
  add?: Added[]
  overQuota?: 'pause'
}

interface BulkEditsOptions<Row, Added, Values> {
  noun: 'keyword' | 'competitor'
  send: (projectId: string, data: EditRequest<Added, Values>) => Promise<ListeningEdited>
  /** The values that recreate this row after an undo. */
  valuesOf: (row: Row) => Added
}

export interface BulkEdits<Row, Added, Values> {
  /** Pauses entries beyond the plan's quota until there is room. Throws CallError. */
  add: (added: Added[]) => Promise<ListeningEdited>
  change: (rows: readonly Row[], values: Values, done: string) => void
  /** Deletes and offers an undo. */
  remove: (rows: readonly Row[]) => void
  /** Sends any edit and shows whether it worked. */
  run: (data: EditRequest<Added, Values>, notice: { title: string; undo?: () => void }) => void
}

/** Returns functions to edit many keywords or competitors at once, all or nothing. */
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
