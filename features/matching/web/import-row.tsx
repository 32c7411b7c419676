import { useRef } from 'react'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Tooltip } from '#platform/ui/overlays/tooltip.tsx'
import { call } from '#platform/web/api/api.ts'
import { messageOf } from '#platform/web/api/call-error.ts'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import { bytesText } from '#platform/web/text/bytes.ts'
import type { Import } from '../contract.ts'
import { BrokenLines } from './broken-lines.tsx'
import { ImportProgress } from './import-progress.tsx'
import { showImport } from './queries.ts'
import { sendFile } from './uploads.ts'
import { countsText, stateOf } from './words.ts'

interface ImportRowProps {
  row: Import
  projectId: string
  /** Whether this page sends it. */
  sending: 'sending' | 'reconnecting' | null
  disabled: boolean
  onRemove: () => void
}

/** One import: what it is, how far, what came of it, and what can be done about it. */
export function ImportRow({ row, projectId, sending, disabled, onRemove }: ImportRowProps) {
  const { name, fault, textBytes } = row
  const state = stateOf(row, sending !== null)
  const hasLines = row.brokenLines.length > 0
  // Where they are listed below, they are counted there.
  const counts = countsText({ ...row, ...(hasLines && { linesBroken: 0 }) })
  const isMoving = row.state === 'running' || row.state === 'uploading'
  return (
    <li className="flex flex-col gap-2 py-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="wrap-anywhere font-medium">{name}</h2>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
            {!isMoving && <Badge look={state.look}>{state.text}</Badge>}
            <time dateTime={row.createdAt} title={exactTime(row.createdAt)}>
              {ageText(row.createdAt, Date.now())}
            </time>
            {!isMoving && <span className="tabular">{bytesText(row.bytesTotal)}</span>}
            {textBytes > 0 && <span className="tabular">keeps {bytesText(textBytes)} of text</span>}
          </p>
        </div>
        {!disabled && <Actions row={row} projectId={projectId} sending={sending} onRemove={onRemove} />}
      </div>
      {isMoving && <ImportProgress row={row} label={state.text} sending={sending} />}
      {!isMoving && counts && <p className="tabular text-sm">{counts}</p>}
      {fault && <p className="wrap-anywhere text-danger text-sm">{fault}</p>}
      {hasLines && <BrokenLines lines={row.brokenLines} count={row.linesBroken} />}
    </li>
  )
}

type ActionsProps = Pick<ImportRowProps, 'row' | 'projectId' | 'sending' | 'onRemove'>

function Actions({ row, projectId, sending, onRemove }: ActionsProps) {
  const { id, name, state } = row
  const file = useRef<HTMLInputElement>(null)

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      leaveWhenSignedOut(error)
      notify({ title: messageOf(error), color: 'red' })
    }
  }
  const change = (to: 'importStopPut' | 'importStopDelete') =>
    attempt(async () => showImport(projectId, (await call(to, { id })).data))

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div role="group" aria-label={`What can be done with ${name}`} className="flex shrink-0 items-center gap-1">
      {state === 'uploading' && sending === null && (
        <>
          <input
            ref={file}
            type="file"
            tabIndex={-1}
            aria-label={`File of ${name}`}
            className="sr-only"
            onChange={(event) => {
              const [chosen] = event.target.files ?? []
              if (chosen) void attempt(() => sendFile(projectId, chosen, false))
              event.target.value = ''
            }}
          />
          <Tooltip label="Choose the same file: it goes on where it was">
            <Button size="small" aria-label={`Go on with ${name}`} onClick={() => file.current?.click()}>
              Go on
            </Button>
          </Tooltip>
        </>
      )}
      {state === 'stopped' && (
        <Button size="small" aria-label={`Go on with ${name}`} onClick={() => void change('importStopDelete')}>
          Go on
        </Button>
      )}
      {(state === 'running' || state === 'waiting' || sending !== null) && (
        <Tooltip label="Stop; what is in stays in">
          <Button look="ghost" size="icon" aria-label={`Stop ${name}`} onClick={() => void change('importStopPut')}>
            <Icon name="pause" />
          </Button>
        </Tooltip>
      )}
      {state !== 'purging' && (
        <Tooltip label="Remove what it brought in">
          <Button look="ghost" size="icon" aria-label={`Remove ${name}`} onClick={onRemove}>
            <Icon name="remove" />
          </Button>
        </Tooltip>
      )}
    </div>
  )
}
