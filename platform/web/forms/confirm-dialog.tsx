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
  /** What happens, and that it can't be undone. */
  children: ReactNode
  /** What is to be typed first: the name of what it is about. */
  typed?: string
  /** What the button does, and says while it does it. */
  action: string
  doing: string
  /** What it throws is shown, and the dialog stays. */
  onConfirm: () => Promise<unknown>
}

/** A question before what can't be undone. All else is done at once, with an undo. */
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
