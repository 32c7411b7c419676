import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/fields/form-error.tsx'

interface FormEndProps {
  /** An error of the whole form. */
  error: string | undefined
  busy: boolean
  look?: 'primary' | 'danger'
  disabled?: boolean
  onCancel: () => void
  /** The label of the button. */
  children: ReactNode
}

/** The end of a form in a dialog or drawer: its error, Cancel, and the submit button. */
export function FormEnd({ error, busy, look = 'primary', disabled = false, onCancel, children }: FormEndProps) {
  return (
    <>
      <FormError>{error}</FormError>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look={look} busy={busy} disabled={disabled}>
          {children}
        </Button>
      </div>
    </>
  )
}
