import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { CallError } from '#platform/web/api/call-error.ts'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { paths } from '#platform/web/page/paths.ts'
import { projectsQuery, selectProject } from '#platform/web/session/project.ts'
import { exactTime } from '#platform/web/text/age.ts'
import { call } from '../api.ts'
import type { CheckedFile } from './project-import.tsx'
import { skippedText, summaryLines } from './summary-lines.ts'

/** How often to look, in ms, whether the import is finished. */
const waitingMs = 1_000

/** Shows what a file contains, imports it when asked, and opens the new project. */
export function ImportDialog({ file, summary, onClose }: CheckedFile & { onClose: () => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { busy, error, send } = useSubmission()

  async function create(): Promise<void> {
    const { data: project } = await call('projectImportsCreate', { bytes: file })
    await untilFinished(project.id)
    selectProject(project.id)
    await queryClient.fetchQuery({ ...projectsQuery, staleTime: 0 })
    notify({ title: `Imported “${project.name}”` })
    onClose()
    await navigate(paths.opportunities)
  }

  return (
    <Dialog open onOpenChange={onClose} title={`Import “${summary.name}”`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send(create)
        }}
        className="flex flex-col gap-5"
      >
        <p>Exported on {exactTime(summary.exportedAt)}. The new project gets the product description and:</p>
        <ul className="list-disc pl-5">
          {summaryLines(summary).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="text-muted text-sm">
          {skippedText(summary.skipped)} Members, webhooks, feeds, API tokens, Reddit accounts, and billing aren't
          imported.
        </p>
        <FormEnd error={error} busy={busy} onCancel={onClose}>
          {busy ? 'Importing…' : 'Import project'}
        </FormEnd>
      </form>
    </Dialog>
  )
}

/** Waits until a project has its leads. It is deleted if that isn't possible. */
async function untilFinished(id: string): Promise<void> {
  for (;;) {
    const { data } = await call('projectsFindOne', { id }).catch((error: unknown) => {
      const isGone = error instanceof CallError && error.status === 404
      throw isGone ? new Error("The project couldn't be imported, and nothing was changed. Try again.") : error
    })
    if (data.status !== 'draft') return
    await new Promise((done) => setTimeout(done, waitingMs))
  }
}
