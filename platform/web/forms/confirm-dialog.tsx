import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { Field } from '../../ui/fields/field.tsx'
import { Input } from '../../ui/fields/input.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormEnd } from './form-end.tsx'
import { useSubmission } from './submission.ts'

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The consequences, including that they can't be undone. */
  children: ReactNode
  /** The text to type for confirmation: the name of the object. */
  typed?: string
  /** The label of the button, and its label while it works. */
  action: string
  doing: string
  /** Its error is shown, and the dialog stays open. */
  onConfirm: () => Promise<unknown>
}

/** A confirmation of an action that can't be undone. All other actions run at once and offer an undo. */
export function ConfirmDialog({ open, onOpenChange, title, ...rest }: ConfirmDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <Question onDone={() => onOpenChange(false)} {...rest} />
    </Dialog>
  )
}

type QuestionProps = Omit<ConfirmDialogProps, 'open' | 'onOpenChange' | 'title'> & { onDone: () => void }

function Question({ children, typed, action, doing, onConfirm, onDone }: QuestionProps) {
  const [draft, setDraft] = useState('')
  const [fault, setFault] = useState<string>()
  const { busy, error, send } = useSubmission()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed !== undefined && draft.trim() !== typed.trim()) return setFault(`This doesn't match “${typed}”`)
    void send(async () => {
      await onConfirm()
      onDone()
    })
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <div className="flex flex-col gap-3 text-pretty">{children}</div>
      {typed !== undefined && (
        <Field label={`Type “${typed}” to confirm`} error={fault}>
          {(control) => (
            <Input
              {...control}
              value={draft}
              onChange={(event) => {
                setDraft(event.target.value)
                setFault(undefined)
              }}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
            />
          )}
        </Field>
      )}
      <FormEnd error={error} busy={busy} look="danger" onCancel={onDone}>
        {busy ? doing : action}
      </FormEnd>
    </form>
  )
}
