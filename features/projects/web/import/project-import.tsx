import { useRef, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { bytesText } from '#platform/web/text/bytes.ts'
import { type ProjectFileSummary, projectFileBytesMax } from '../../contract-import.ts'
import { call } from '../api.ts'
import { ImportDialog } from './import-dialog.tsx'

/** A file that the server can import. */
export interface CheckedFile {
  file: File
  summary: ProjectFileSummary
}

/** Creates a new project from the file of an exported one. */
export function ProjectImport() {
  const input = useRef<HTMLInputElement>(null)
  const [checked, setChecked] = useState<CheckedFile | null>(null)
  const { busy, error, send } = useSubmission()

  const check = (file: File) =>
    send(async () => {
      if (file.size > projectFileBytesMax)
        throw new Error(`The file is larger than ${bytesText(projectFileBytesMax)}, the limit.`)
      const { data: summary } = await call('projectFileChecksCreate', { bytes: file })
      setChecked({ file, summary })
    })

  return (
    <Section
      title="Import project"
      hint="Create a new project from an exported file, from this server or another one. This project doesn't change."
    >
      <Button className="self-start" busy={busy} onClick={() => !busy && input.current?.click()}>
        <Icon name="upload" /> {busy ? 'Checking…' : 'Choose file…'}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".ndjson"
        aria-label="Exported project file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void check(file)
          event.target.value = ''
        }}
      />
      <FormError>{error}</FormError>
      {checked && <ImportDialog {...checked} onClose={() => setChecked(null)} />}
    </Section>
  )
}
