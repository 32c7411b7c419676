import type { FormEvent } from 'react'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'

interface ResumeDialogProps {
  /** The plan with its cycle. */
  name: string
  onResume: () => Promise<void>
  onClose: () => void
}

/** Resumes a paused subscription, after saying that this charges the card at once. */
export function ResumeDialog({ name, onResume, onClose }: ResumeDialogProps) {
  const { busy, error, send } = useSubmission()
  function submit(event: FormEvent) {
    event.preventDefault()
    void send(async () => {
      await onResume()
      onClose()
    })
  }
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Resume your subscription?">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <p className="text-pretty">
          {name} continues now. A new period begins today, and your card on file is charged for it.
        </p>
        <FormEnd error={error} busy={busy} onCancel={onClose}>
          {busy ? 'Resuming…' : 'Resume subscription'}
        </FormEnd>
      </form>
    </Dialog>
  )
}
