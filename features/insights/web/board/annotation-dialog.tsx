import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Day, isDay } from '#platform/ui/charts/days.ts'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { InsightAnnotation } from '../../contract-annotations.ts'
import { call } from '../api.ts'

interface AnnotationDialogProps {
  projectId: string
  /** The one to edit, or the day of a new one. */
  annotation: InsightAnnotation | { day: Day }
  today: Day
  onClose: () => void
}

/** Adds or edits a note on a day. */
export function AnnotationDialog({ projectId, annotation, today, onClose }: AnnotationDialogProps) {
  const queryClient = useQueryClient()
  const known = 'id' in annotation ? annotation : null
  const [day, setDay] = useState(annotation.day)
  const [text, setText] = useState(known?.text ?? '')
  const [fault, setFault] = useState<'day' | 'text' | null>(null)
  const { busy, error, send } = useSubmission()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = !isDay(day) ? 'day' : text.trim() === '' ? 'text' : null
    setFault(wrong)
    if (wrong) return
    void send(async () => {
      const data = { day, text: text.trim() }
      await (known
        ? call('insightAnnotationsUpdate', { id: known.id, body: { data } })
        : call('insightAnnotationsCreate', { body: { data: { project: projectId, ...data } } }))
      await queryClient.invalidateQueries({ queryKey: ['insight-annotations', projectId] })
      onClose()
    })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={known ? 'Edit annotation' : 'Annotate a day'}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label="Day" error={fault === 'day' ? 'Choose a day' : undefined}>
          {(control) => (
            <Input {...control} type="date" max={today} value={day} onChange={(event) => setDay(event.target.value)} />
          )}
        </Field>
        <Field label="What happened" error={fault === 'text' ? 'Describe what happened' : undefined}>
          {(control) => (
            <Input
              {...control}
              value={text}
              onChange={(event) => setText(event.target.value)}
              maxLength={300}
              placeholder="Launched the new pricing"
              autoComplete="off"
              autoFocus
            />
          )}
        </Field>
        <FormEnd error={error} busy={busy} onCancel={onClose}>
          {busy ? 'Saving…' : 'Save annotation'}
        </FormEnd>
      </form>
    </Dialog>
  )
}
