import { useId, useRef, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { CallError, messageOf } from '#platform/web/api/call-error.ts'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import { bytesText } from '#platform/web/text/bytes.ts'
import type { ArchiveFile } from '../contract.ts'
import { uploadMaxBytes, uploadTooLarge } from '../contract-limits.ts'
import { call } from './api.ts'
import { showImport } from './queries.ts'
import { sendFile } from './uploads.ts'

interface AddArchivesProps {
  projectId: string
  /** Files in the archives folder; null if the user may not use it. */
  archives: readonly ArchiveFile[] | null
  /** Why the user can't upload, if so. */
  whyNoUpload: string | null
}

/** A refused file, and a way to import it anyway, if there is one. */
interface Refusal {
  message: string
  again?: () => void
}

/** The section to add archives: by drop, from this computer, or from the archives folder. */
export function AddArchives({ projectId, archives, whyNoUpload }: AddArchivesProps) {
  const [refusal, setRefusal] = useState<Refusal>()
  const [busy, setBusy] = useState(false)

  async function importFile(name: string, work: (again: boolean) => Promise<void>, again = false): Promise<void> {
    setRefusal(undefined)
    setBusy(true)
    try {
      await work(again)
    } catch (error) {
      leaveWhenSignedOut(error)
      const wasDone = error instanceof CallError && error.details.state === 'done'
      const message = `${name}: ${messageOf(error)}`
      setRefusal(wasDone ? { message, again: () => void importFile(name, work, true) } : { message })
    }
    setBusy(false)
  }

  async function send(files: readonly File[]): Promise<void> {
    const tooLarge = files.find((file) => file.size > uploadMaxBytes)
    if (tooLarge) return setRefusal({ message: `${tooLarge.name}: ${uploadTooLarge}` })
    for (const file of files) await importFile(file.name, (again) => sendFile(projectId, file, again))
  }

  const take = (name: string) =>
    importFile(name, async (again) => {
      const body = { data: { project: projectId, origin: 'path' as const, name, again } }
      showImport(projectId, (await call('importsCreate', { body })).data)
    })

  return (
    <section aria-label="Import archive" className="flex flex-col gap-4">
      <DropZone onFiles={(files) => void send(files)} busy={busy} whyNot={whyNoUpload} withFolder={archives !== null} />
      {refusal && (
        <div className="flex flex-col items-start gap-2">
          <FormError>{refusal.message}</FormError>
          {refusal.again && <Button onClick={refusal.again}>Import again</Button>}
        </div>
      )}
      {archives && archives.length > 0 && (
        <ServerFiles archives={archives} onTake={(name) => void take(name)} busy={busy} />
      )}
    </section>
  )
}

interface DropZoneProps {
  onFiles: (files: readonly File[]) => void
  busy: boolean
  whyNot: string | null
  /** Whether the user may use the archives folder. */
  withFolder: boolean
}

function DropZone({ onFiles, busy, whyNot, withFolder }: DropZoneProps) {
  const disabled = whyNot !== null
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const hint = useId()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the button inside does the same.
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!disabled && !busy) onFiles([...event.dataTransfer.files])
      }}
      className={classes(
        'flex flex-col items-center gap-3 rounded-xl border border-dashed px-6 py-8 text-center transition-colors',
        over && !disabled ? 'border-accent bg-accent-soft' : 'border-edge bg-sunken',
      )}
    >
      <input
        ref={input}
        type="file"
        multiple
        tabIndex={-1}
        aria-label="Archive"
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Button
        look="primary"
        busy={busy}
        disabled={disabled}
        aria-describedby={hint}
        onClick={() => !busy && input.current?.click()}
      >
        <Icon name="upload" />
        Choose archive
      </Button>
      <p id={hint} className="max-w-prose text-pretty text-muted text-sm">
        {whyNot ?? 'Or drop a file here: .zst, .gz, or uncompressed, up to 2 GB.'}{' '}
        {!disabled && withFolder && (
          <>
            For larger files, use the server's archives folder or run{' '}
            <code className="whitespace-nowrap font-mono text-xs">npm run import</code> on the server.
          </>
        )}
      </p>
    </div>
  )
}

interface ServerFilesProps {
  archives: readonly ArchiveFile[]
  onTake: (name: string) => void
  busy: boolean
}

function ServerFiles({ archives, onTake, busy }: ServerFilesProps) {
  return (
    <section aria-labelledby="server-files" className="flex flex-col gap-1">
      <h2 id="server-files" className="font-semibold">
        Archives on the server
      </h2>
      <ul className="divide-y divide-line">
        {archives.map(({ name, bytes }) => (
          <li key={name} className="flex min-h-12 items-center gap-3 py-1">
            <span className="wrap-anywhere min-w-0 flex-1">{name}</span>
            <span className="tabular text-muted text-sm">{bytesText(bytes)}</span>
            <Button size="small" busy={busy} aria-label={`Import ${name}`} onClick={() => !busy && onTake(name)}>
              Import
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
