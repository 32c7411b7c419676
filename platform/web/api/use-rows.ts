import { useQuery, useQueryClient } from '@tanstack/react-query'
import { notify } from '../../ui/overlays/toast.tsx'
import { messageOf } from './call-error.ts'
import { findAll, type Page } from './find-all.ts'
import { changeQueue } from './in-order.ts'
import { leaveWhenSignedOut } from './query-client.ts'

interface RowsSource<Row extends { id: string }, Create, Change> {
  key: readonly string[]
  find: (page: number, signal: AbortSignal) => Promise<Page<Row>>
  create: (values: Create) => Promise<{ data: Row }>
  change: (id: string, values: Change) => Promise<{ data: Row }>
  remove: (id: string) => Promise<void>
  /** The values that recreate this row after an undo. */
  valuesOf: (row: Row) => Create
  nameOf: (row: Row) => string
}

/**
 * Returns a short list to edit in place: changes show at once and revert if the server refuses; deletion has an undo.
 */
export function useRows<Row extends { id: string }, Create, Change extends Partial<Row>>(
  source: RowsSource<Row, Create, Change>,
) {
  const queryClient = useQueryClient()
  const query = useQuery({ queryKey: source.key, queryFn: ({ signal }) => findUnchanged(source.find, signal) })
  const edit = (change: (rows: Row[]) => Row[]) =>
    queryClient.setQueryData<Row[]>(source.key, (rows) => rows && change(rows))

  async function settle(work: Promise<unknown>): Promise<void> {
    try {
      await track(work)
    } catch (error) {
      leaveWhenSignedOut(error)
      notify({ title: messageOf(error), color: 'red' })
    }
    await queryClient.invalidateQueries({ queryKey: source.key })
  }

  return {
    query,
    /** Throws CallError, so that the form can show it. */
    async add(values: Create): Promise<void> {
      const { data } = await track(source.create(values))
      edit((rows) => [...rows, data])
    },
    change(id: string, values: Change): void {
      edit((rows) => rows.map((row) => (row.id === id ? { ...row, ...values } : row)))
      void settle(inOrder.send(() => source.change(id, values)))
    },
    remove(row: Row): void {
      edit((rows) => rows.filter((other) => other.id !== row.id))
      const removed = inOrder.send(() => source.remove(row.id))
      void settle(removed)
      notify({
        title: `Deleted “${source.nameOf(row)}”`,
        undo: () => void settle(removed.then(() => source.create(source.valuesOf(row)))),
      })
    },
  }
}

/** An undo that is clicked at once must not overtake the change. */
const inOrder = changeQueue()

/** Changes without a response yet. */
const pending = new Set<Promise<unknown>>()
let changesStarted = 0

function track<Answer>(work: Promise<Answer>): Promise<Answer> {
  changesStarted += 1
  pending.add(work)
  const end = () => void pending.delete(work)
  work.then(end, end)
  return work
}

/**
 * Loads all rows while no change is pending; repeats if a change started meanwhile, since the response may be older.
 */
async function findUnchanged<Row>(
  find: (page: number, signal: AbortSignal) => Promise<Page<Row>>,
  signal: AbortSignal,
): Promise<Row[]> {
  for (;;) {
    while (pending.size > 0) await Promise.allSettled(pending)
    const before = changesStarted
    const rows = await findAll(find, signal)
    if (changesStarted === before) return rows
  }
}
