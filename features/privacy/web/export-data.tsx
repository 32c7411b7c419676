import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#platform/ui/badge.tsx'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Tooltip } from '#platform/ui/overlays/tooltip.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { agoText, exactTime } from '#platform/web/text/age.ts'
import { bytesText } from '#platform/web/text/bytes.ts'
import type { Export } from '../contract.ts'
import { call } from './api.ts'
import { stateText } from './labels.ts'

interface ExportDataProps {
  /** null for the user's own data. */
  projectId: string | null
  /** The button's text. */
  label: string
}

/** Requests an export and offers the download once it is ready. */
export function ExportData({ projectId, label }: ExportDataProps) {
  const queryClient = useQueryClient()
  const query = useQuery(exportsQuery)
  const [busy, setBusy] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey })
  const isUnderWayHere = query.data?.some((each) => each.projectId === projectId && isUnderWay(each)) ?? false

  async function ask(): Promise<void> {
    if (busy) return
    setBusy(true)
    const data = projectId === null ? { kind: 'account' as const } : { kind: 'project' as const, project: projectId }
    await withErrorToast(() => call('exportsCreate', { body: { data } }))
    await refresh()
    setBusy(false)
  }

  async function remove({ id }: Export): Promise<void> {
    await withErrorToast(() => call('exportsDelete', { id }))
    await refresh()
  }

  return (
    <>
      <Button className="self-start" busy={busy} disabled={isUnderWayHere} onClick={() => void ask()}>
        {busy ? 'Starting…' : label}
      </Button>
      <RowsState name="your exports" query={query} empty={null}>
        {(exports) => {
          const shown = exports.filter((each) => each.projectId === projectId)
          if (shown.length === 0) return null
          return (
            <ul aria-label="Exports" className="divide-y divide-line border-line border-t">
              {shown.map((row) => (
                <ExportRow key={row.id} row={row} onRemove={() => void remove(row)} />
              ))}
            </ul>
          )
        }}
      </RowsState>
    </>
  )
}

const looks = { waiting: 'gray', running: 'gray', done: 'good', failed: 'danger' } as const
function ExportRow({ row, onRemove }: { row: Export; onRemove: () => void }) {
  const { id, state, bytes, createdAt, expiresAt, fault } = row
  const removal = isUnderWay(row) ? 'Cancel export' : 'Delete export'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p aria-live="polite">
          <Badge look={looks[state]}>{stateText(row)}</Badge>{' '}
          <span className="text-muted text-sm">
            requested <time dateTime={createdAt}>{agoText(createdAt, Date.now())}</time>
          </span>
        </p>
        {fault && <p className="wrap-anywhere text-danger text-sm">{fault}</p>}
        {expiresAt && <p className="text-muted text-sm">Expires on {exactTime(expiresAt)}.</p>}
      </div>
      <div className="flex items-center gap-1">
        {state === 'done' && (
          <a href={`/api/exports/${id}/file`} download className={buttonClasses({ look: 'primary', size: 'small' })}>
            <Icon name="arrowDown" /> Download{bytes !== null && `, ${bytesText(bytes)}`}
          </a>
        )}
        <Tooltip label={removal}>
          <Button look="ghost" size="icon" aria-label={removal} onClick={onRemove}>
            <Icon name="remove" />
          </Button>
        </Tooltip>
      </div>
    </li>
  )
}

/** Queries the user's exports, newest first. Polls while one is in progress. */
const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: async ({ signal }): Promise<Export[]> => (await call('exportsFind', { signal })).data,
  refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 2_000 : false),
})

function isUnderWay({ state }: Pick<Export, 'state'>): boolean {
  return state === 'waiting' || state === 'running'
}
