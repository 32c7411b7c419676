import type { ReactNode } from 'react'
import { useId } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'

/** The attributes that tie a control to its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

interface FieldProps {
  label: string
  /** Beside the label, such as a note that the field is optional. */
  aside?: ReactNode
  hint?: ReactNode
  error?: string | undefined
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** A control with its label, hint and error; the error is announced when it appears. */
export function Field({ label, aside, hint, error, className, children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium text-ink">
          {label}
        </label>
        {aside && <span className="text-faint text-sm">{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
      <div aria-live="polite" className="contents">
        {error && (
          <p id={`${id}-error`} className="flex gap-1.5 font-medium text-danger text-sm">
            <Icon name="alert" className="mt-0.5" />
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
