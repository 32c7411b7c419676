import { useQuery, useQueryClient } from '@tanstack/react-query'
import { notify } from '../../ui/overlays/toast.tsx'
import type { Answer } from './api.ts'
import { messageOf } from './call-error.ts'
import { leaveWhenSignedOut } from './query-client.ts'

interface Page<Row> {
  data: Row[]
  meta: Pick<Answer<'keywordsFind'>['meta'], 'pagination'>
}

interface RowsSource<Row extends { id: string }, Create, Change> {
  key: readonly string[]
  find: (page: number, signal: AbortSignal) => Promise<Page<Row>>
  create: (values: Create) => Promise<{ data: Row }>
  change: (id: string, values: Change) => Promise<{ data: Row }>
  remove: (id: string) => Promise<void>
  /** What a row was made of, to make it again after an undo. */
  valuesOf: (row: Row) => Create
  nameOf: (row: Row) => string
}

/** A short list that one edits in place: shown at once, taken back where the server refuses, deletion can be undone. */
export function useRows<Row extends { id: string }, Create, Change extends Partial<Row>>(
  source: RowsSource<Row, Create, Change>,
) {
  const queryClient = useQueryClient()
  const query = useQuery({ queryKey: source.key, queryFn: ({ signal }) => findSettled(source.find, signal) })
  const edit = (change: (rows: Row[]) => Row[]) =>
    queryClient.setQueryData<Row[]>(source.key, (rows) => rows && change(rows))

  async function settle(work: Promise<unknown>): Promise<void> {
    try {
      await during(work)
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
      const { data } = await during(source.create(values))
      edit((rows) => [...rows, data])
    },
    change(id: string, values: Change): void {
      edit((rows) => rows.map((row) => (row.id === id ? { ...row, ...values } : row)))
      void settle(source.change(id, values))
    },
    remove(row: Row): void {
      edit((rows) => rows.filter((other) => other.id !== row.id))
      const removed = source.remove(row.id)
      void settle(removed)
      notify({
        title: `Deleted “${source.nameOf(row)}”`,
        undo: () => void settle(removed.then(() => source.create(source.valuesOf(row)))),
      })
    },
  }
}

/** Changes that the server has not answered yet. */
const underWay = new Set<Promise<unknown>>()
/** How many changes were begun. */
let begun = 0

function during<Answer>(work: Promise<Answer>): Promise<Answer> {
  begun += 1
  underWay.add(work)
  const end = () => void underWay.delete(work)
  work.then(end, end)
  return work
}

/** All rows, fetched while nothing is changed here: an answer may be older than a change that began meanwhile. */
async function findSettled<Row>(
  find: (page: number, signal: AbortSignal) => Promise<Page<Row>>,
  signal: AbortSignal,
): Promise<Row[]> {
  for (;;) {
    while (underWay.size > 0) await Promise.allSettled(underWay)
    const before = begun
    const rows = await findAll(find, signal)
    if (begun === before) return rows
  }
}

/** Every row of a list, page by page. */
export async function findAll<Row>(
  find: (page: number, signal: AbortSignal) => Promise<Page<Row>>,
  signal: AbortSignal,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { data, meta } = await find(page, signal)
    rows.push(...data)
    if (data.length === 0 || rows.length >= meta.pagination.total) return rows
  }
}
