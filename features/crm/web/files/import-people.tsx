import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { invalidate } from '#platform/web/api/fetches.ts'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { textOfFile } from '#platform/web/text/file-text.ts'
import { count } from '#platform/web/text/units.ts'
import type { PeopleImport } from '../../contract-people.ts'
import { call } from '../api.ts'
import { peopleText } from '../people/labels.ts'

/** What is imported: a file that was read, with what it would change. */
interface Chosen {
  name: string
  csv: string
  preview: PeopleImport
}

/** The most characters of a file that the server takes. */
const charactersMost = 900_000

/** Imports people from a CSV file: choose it, see what it would change, import it, and see the result. */
export function ImportPeople({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="Import people">
      <ImportSteps projectId={projectId} onClose={onClose} />
    </Dialog>
  )
}

function ImportSteps({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const queryClient = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [result, setResult] = useState<PeopleImport | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const { busy, error, send } = useSubmission()

  const choose = (file: File | undefined) =>
    send(async () => {
      if (!file) return
      setRefusal(undefined)
      setChosen(null)
      const read = textOfFile(new Uint8Array(await file.arrayBuffer()))
      if (read.state === 'refused') return setRefusal(read.message)
      if (read.text.length > charactersMost)
        return setRefusal('This file is too large. Split it and import the parts one by one.')
      const { data } = await call('peopleImportPreviewsCreate', { id: projectId, body: { data: { csv: read.text } } })
      setChosen({ name: file.name, csv: read.text, preview: data })
    })
  const start = () =>
    send(async () => {
      if (!chosen) return
      const { data } = await call('peopleImportsCreate', { id: projectId, body: { data: { csv: chosen.csv } } })
      setResult(data)
      invalidate(queryClient, { queryKey: ['people', projectId] })
      invalidate(queryClient, { queryKey: ['person'] })
    })

  if (result) {
    return (
      <div className="flex flex-col gap-4">
        <p role="status" className="flex items-center gap-2 font-medium">
          <Icon name="success" className="text-good" /> {resultText(result)}
        </p>
        <Refused found={result} />
        <div className="flex justify-end">
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    )
  }
  const { preview } = chosen ?? {}
  const changing = preview ? preview.added + preview.updated : 0
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        A CSV file with a header row. The column <b className="font-medium text-ink">handle</b> is required; stage,
        value, currency, tags, owner, and do not contact are used if they are there. An export has the right columns.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={busy && !chosen} onClick={() => input.current?.click()}>
          <Icon name="upload" /> {chosen ? 'Choose another file' : 'Choose file'}
        </Button>
        {chosen && <span className="wrap-anywhere min-w-0 text-muted">{chosen.name}</span>}
      </div>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="CSV file of people"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {busy && !chosen && (
        <div role="status" aria-label="Reading the file">
          <Skeleton className="h-16 rounded-lg" />
        </div>
      )}
      {preview && <Preview preview={preview} />}
      <FormError>{refusal ?? error}</FormError>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        {preview && changing > 0 && (
          <Button look="primary" busy={busy} onClick={() => void start()}>
            {busy ? 'Importing…' : `Import ${peopleText(changing)}`}
          </Button>
        )}
      </div>
    </div>
  )
}

function Preview({ preview }: { preview: PeopleImport }) {
  const { added, updated, unchanged, columns, ignored } = preview
  const rows = [
    ['New', added],
    ['Updated', updated],
    ['Unchanged', unchanged],
    ['Refused', preview.refusedCount],
  ] as const
  return (
    <>
      <dl
        aria-label="What the import changes"
        className="grid grid-cols-2 gap-2 sm:grid-cols-4 rounded-lg border border-line p-3 text-center"
      >
        {rows.map(([name, number]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="tabular font-semibold text-lg">{count(number)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-sm">
        Columns: {columns.map((name) => (name === 'doNotContact' ? 'do not contact' : name)).join(', ')}.
        {ignored.length > 0 && ` Ignored: ${ignored.join(', ')}.`} Empty cells change nothing.
      </p>
      <Refused found={preview} />
    </>
  )
}

/** The rows that aren't imported, and why. */
function Refused({ found: { refused, refusedCount } }: { found: PeopleImport }) {
  if (refusedCount === 0) return null
  return (
    <div>
      <p className="font-medium text-danger">
        {refusedCount === 1 ? '1 row' : `${count(refusedCount)} rows`} can't be imported:
      </p>
      <section
        aria-label="Refused rows"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region
        tabIndex={0}
        className="mt-2 max-h-52 overflow-y-auto rounded-lg border border-line p-2 text-sm"
      >
        <ol>
          {refused.map(({ row, handle, why }) => (
            <li key={row} className="wrap-anywhere py-0.5">
              <span className="tabular font-medium">Row {count(row)}</span>
              {handle !== '' && ` (${handle})`}: {why}
            </li>
          ))}
        </ol>
        {refusedCount > refused.length && (
          <p className="text-muted">The first {refused.length} are listed. Correct them and choose the file again.</p>
        )}
      </section>
    </div>
  )
}

function resultText({ added, updated, unchanged }: PeopleImport): string {
  const parts = [
    `Added ${count(added)}`,
    ...(updated > 0 ? [`updated ${count(updated)}`] : []),
    ...(unchanged > 0 ? [`${count(unchanged)} unchanged`] : []),
  ]
  return `${parts.join(', ')}.`
}
