import { useRef, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import { Progress } from '#platform/ui/progress.tsx'
import { CallError, messageOf } from '#platform/web/api/call-error.ts'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { textOfFile } from '#platform/web/text/file-text.ts'
import type { FileRows, ReadRow } from './read-rows.ts'

/** How keywords or competitors are written to and read from a CSV file. */
export interface CsvFormat<Row, Value> {
  columns: readonly string[]
  read: ReadRow<Value>
  /** Rows with the same name are duplicates. */
  nameOf: (value: Value) => string
  /** Returns all rows as a file. */
  write: (rows: readonly Row[]) => string
}

interface FileMenuProps<Row, Value> {
  noun: 'keywords' | 'competitors'
  /** Loaded when it is needed, since few people do. */
  loadFormat: () => Promise<CsvFormat<Row, Value>>
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  /** Adds these, all or nothing. */
  add: (values: Value[]) => Promise<{ added: number; known: number; waiting: number }>
}

/** Rows per call: the most that the API accepts. */
const sentMost = 500
/** Enough for about ten thousand rows. */
const bytesMost = 5_000_000
const faultsShown = 200
const count = new Intl.NumberFormat('en')

/** Exports all rows to a file and imports from one. Lists lines that can't be imported, and can save them. */
export function FileMenu<Row, Value>({ noun, loadFormat, rows, add }: FileMenuProps<Row, Value>) {
  const input = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<FileRows<Value> | null>(null)
  const open = async (chosen: File | undefined) => {
    if (!chosen) return
    if (chosen.size > bytesMost) {
      notify({ title: 'This file is larger than 5 MB. Split it and import the parts one by one.', color: 'red' })
      return
    }
    const file = textOfFile(new Uint8Array(await chosen.arrayBuffer()))
    if (file.state === 'refused') notify({ title: file.message, color: 'red', timeout: 0 })
    else {
      const [format, { readRows }] = await loadPart(() => Promise.all([loadFormat(), import('./read-rows.ts')]))
      setFound(readRows(file.text, format.columns, format.read, format.nameOf))
    }
  }
  const save = async () => saveFile(`${noun}.csv`, (await loadPart(loadFormat)).write(rows ?? []))
  return (
    <>
      <Button size="small" disabled={!rows} onClick={() => input.current?.click()}>
        <Icon name="upload" /> Import CSV
      </Button>
      <Button size="small" disabled={!rows} onClick={() => void withErrorToast(save)}>
        <Icon name="table" /> Export CSV
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label={`CSV file of ${noun}`}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0]
          void withErrorToast(() => open(file))
          event.target.value = ''
        }}
      />
      <Dialog open={found !== null} onOpenChange={() => setFound(null)} title={`Import ${noun}`}>
        {found && <Found noun={noun} found={found} onFound={setFound} add={add} />}
      </Dialog>
    </>
  )
}

interface FoundProps<Value> {
  noun: string
  found: FileRows<Value>
  onFound: (found: FileRows<Value> | null) => void
  add: FileMenuProps<unknown, Value>['add']
}

function Found<Value>({ noun, found, onFound, add }: FoundProps<Value>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [sent, setSent] = useState(0)
  const { head, hasHead, rows, faults } = found
  const saved = faults.filter(({ cells }) => cells.length > 0)
  const saveLeftOut = async () => {
    const { csvOf } = await loadPart(() => import('#platform/contract/csv/write-csv.ts'))
    saveFile(`${noun}-left-out.csv`, csvOf([head, ...saved.map(({ cells }) => cells)]))
  }

  async function send() {
    if (busy) return
    setBusy(true)
    setError(undefined)
    setSent(0)
    const sum = { added: 0, known: 0, waiting: 0 }
    let left = rows
    try {
      while (left.length > 0) {
        const done = await add(left.slice(0, sentMost).map(({ value }) => value))
        for (const key of ['added', 'known', 'waiting'] as const) sum[key] += done[key]
        left = left.slice(sentMost)
        setSent(rows.length - left.length)
      }
      notify({ title: outcomeText(sum) })
      onFound(faults.length > 0 ? { head, hasHead, rows: [], faults } : null)
    } catch (error) {
      leaveWhenSignedOut(error)
      const refused = refusedLines(error, left)
      const rest = left.filter((row) => !refused.has(row.line))
      onFound({ head, hasHead, rows: rest, faults: [...faults, ...refused.values()] })
      const before = sum.added > 0 ? `${outcomeText(sum)} before the error. ` : ''
      if (refused.size === 0) setError(`${before}${messageOf(error)}`)
      else if (before !== '') setError(`${before}Nothing after the rejected lines was added.`)
    }
    setBusy(false)
  }

  return (
    <div className="flex flex-col gap-4">
      <p>
        {rows.length === 0
          ? 'No lines can be imported.'
          : `${count.format(rows.length)} ${rows.length === 1 ? noun.slice(0, -1) : noun} ready to import. Existing ${noun} don't change. Any beyond your plan's limit are added as paused.`}
      </p>
      {!hasHead && rows.length > 0 && (
        <p className="text-muted text-sm">This file has no header row. Columns are read as: {head.join(', ')}.</p>
      )}
      {faults.length > 0 && (
        <div>
          <p className="font-medium text-danger">
            {faults.length === 1 ? '1 line' : `${count.format(faults.length)} lines`} can't be imported:
          </p>
          <section
            aria-label="Lines with errors"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region
            tabIndex={0}
            className="mt-2 max-h-52 overflow-y-auto rounded-lg border border-line p-2 text-sm"
          >
            <ol>
              {faults.slice(0, faultsShown).map(({ line, message }) => (
                <li key={line} className="wrap-anywhere py-0.5">
                  <span className="tabular font-medium">Line {line}:</span> {message}
                </li>
              ))}
            </ol>
            {faults.length > faultsShown && <p className="text-muted">To see all of them, save the lines as a file.</p>}
          </section>
          {saved.length > 0 && (
            <Button size="small" className="mt-2" onClick={() => void withErrorToast(saveLeftOut)}>
              Save lines as a file
            </Button>
          )}
        </div>
      )}
      <FormError>{error}</FormError>
      {busy && rows.length > sentMost && (
        <Progress label={`Importing ${noun}`} value={sent} max={rows.length} noun={noun} />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => onFound(null)}>{rows.length === 0 ? 'Close' : 'Cancel'}</Button>
        {rows.length > 0 && (
          <Button look="primary" busy={busy} onClick={() => void send()}>
            Add {count.format(rows.length)} {rows.length === 1 ? noun.slice(0, -1) : noun}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Returns the rows that the server refused, by line. */
function refusedLines<Value>(error: unknown, sent: FileRows<Value>['rows']) {
  const errors = error instanceof CallError && Array.isArray(error.details.errors) ? error.details.errors : []
  return new Map(
    errors.flatMap(({ path, message }: { path: unknown[]; message: string }) => {
      const index = path[path.indexOf('add') + 1]
      const row = path.includes('add') && typeof index === 'number' ? sent[index] : undefined
      return row ? [[row.line, { line: row.line, message, cells: row.cells }] as const] : []
    }),
  )
}

function outcomeText({ added, known, waiting }: { added: number; known: number; waiting: number }): string {
  const parts = [
    `Added ${count.format(added)}`,
    ...(known > 0 ? [`${count.format(known)} already existed`] : []),
    ...(waiting > 0 ? [`${count.format(waiting)} paused by your plan's limit`] : []),
  ]
  return parts.join(', ')
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
