import { type FormEvent, useState } from 'react'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { FormEnd } from '#platform/web/forms/form-end.tsx'

interface NameDialogProps {
  /** Empty for a new board. */
  name: string
  onSave: (name: string) => void
  onClose: () => void
}

/** Names a board. */
export function NameDialog({ name, onSave, onClose }: NameDialogProps) {
  const [text, setText] = useState(name)
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') setFault('Name the board')
    else onSave(text.trim())
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={name === '' ? 'Add board' : 'Rename board'}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label="Name" error={fault}>
          {(control) => (
            <Input
              {...control}
              value={text}
              maxLength={60}
              autoComplete="off"
              autoFocus
              onChange={(event) => {
                setText(event.target.value)
                setFault(undefined)
              }}
            />
          )}
        </Field>
        <FormEnd error={undefined} busy={false} onCancel={onClose}>
          {name === '' ? 'Add board' : 'Rename board'}
        </FormEnd>
      </form>
    </Dialog>
  )
}
