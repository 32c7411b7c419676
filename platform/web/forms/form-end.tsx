import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/fields/form-error.tsx'

interface FormEndProps {
  /** What went wrong with the whole of it. */
  error: string | undefined
  busy: boolean
  look?: 'primary' | 'danger'
  disabled?: boolean
  onCancel: () => void
  /** What the button says. */
  children: ReactNode
}

/** The end of a form in a dialog or drawer: what went wrong, the way out, and the button that sends it. */
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
