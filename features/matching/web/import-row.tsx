import { useRef } from 'react'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Tooltip } from '#platform/ui/overlays/tooltip.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { messageOf } from '#platform/web/api/call-error.ts'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import { bytesText } from '#platform/web/text/bytes.ts'
import type { BrokenLine, Import } from '../contract.ts'
import { call } from './api.ts'
import { countsText, countText, durationText, stateOf } from './labels.ts'
import { showImport } from './queries.ts'
import { useSpeed } from './speed.ts'
import { sendFile } from './uploads.ts'

interface ImportRowProps {
  row: Import
  projectId: string
  /** Whether this page is uploading it. */
  sending: 'sending' | 'reconnecting' | null
  disabled: boolean
  onRemove: () => void
}

/** One import: its state, progress, results and actions. */
export function ImportRow({ row, projectId, sending, disabled, onRemove }: ImportRowProps) {
  const { name, fault, textBytes } = row
  const state = stateOf(row, sending !== null)
  const hasLines = row.brokenLines.length > 0
  // Broken lines that are listed below are counted there.
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
            {textBytes > 0 && <span className="tabular">{bytesText(textBytes)} of text stored</span>}
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
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={`Actions for ${name}`} className="flex shrink-0 items-center gap-1">
      {state === 'uploading' && sending === null && (
        <>
          <input
            ref={file}
            type="file"
            tabIndex={-1}
            aria-label={`File for ${name}`}
            className="sr-only"
            onChange={(event) => {
              const [chosen] = event.target.files ?? []
              if (chosen) void attempt(() => sendFile(projectId, chosen, false))
              event.target.value = ''
            }}
          />
          <Tooltip label="Choose the same file to resume">
            <Button size="small" aria-label={`Resume ${name}`} onClick={() => file.current?.click()}>
              Resume
            </Button>
          </Tooltip>
        </>
      )}
      {state === 'stopped' && (
        <Button size="small" aria-label={`Resume ${name}`} onClick={() => void change('importStopDelete')}>
          Resume
        </Button>
      )}
      {(state === 'running' || state === 'waiting' || sending !== null) && (
        <Tooltip label="Stop import. Imported posts are kept.">
          <Button look="ghost" size="icon" aria-label={`Stop ${name}`} onClick={() => void change('importStopPut')}>
            <Icon name="pause" />
          </Button>
        </Tooltip>
      )}
      {state !== 'purging' && (
        <Tooltip label="Remove import and its posts">
          <Button look="ghost" size="icon" aria-label={`Remove ${name}`} onClick={onRemove}>
            <Icon name="remove" />
          </Button>
        </Tooltip>
      )}
    </div>
  )
}

/** The first broken lines, each with the reason. */
function BrokenLines({ lines, count }: { lines: readonly BrokenLine[]; count: number }) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded-md text-muted hover:text-ink">
        {countText(count, 'broken line')} skipped
      </summary>
      <ol className="mt-2 flex flex-col gap-2 rounded-lg bg-sunken p-3">
        {lines.map(({ line, reason, text }) => (
          <li key={line}>
            <p className="tabular">
              Line {line.toLocaleString('en')}: {reason}
            </p>
            {text !== '' && <p className="wrap-anywhere font-mono text-muted text-xs">{text}</p>}
          </li>
        ))}
      </ol>
      {count > lines.length && <p className="mt-2 text-muted">and {countText(count - lines.length, 'more', 'more')}</p>}
    </details>
  )
}

interface ImportProgressProps {
  row: Import
  label: string
  sending: 'sending' | 'reconnecting' | null
}

/** An import's progress, speed, remaining time and results so far. */
function ImportProgress({ row, label, sending }: ImportProgressProps) {
  const speed = useSpeed(row)
  const isReading = row.state === 'running'
  const parts = [`${bytesText(row.bytesDone)} of ${bytesText(row.bytesTotal)}`]
  const counts = countsText(row)
  if (isReading && counts) parts.push(counts)
  if (isReading && speed) parts.push(`${countText(Math.round(speed.itemsPerSecond), 'item')}/s`)
  if (sending === 'reconnecting') parts.push('connection lost, retrying')
  else if (speed?.secondsLeft && (isReading || sending)) parts.push(`${durationText(speed.secondsLeft)} left`)
  return <Progress label={label} value={row.bytesDone} max={row.bytesTotal} noun="bytes" text={parts.join(' · ')} />
}
