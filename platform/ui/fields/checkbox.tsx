import { Checkbox as Base } from '@base-ui/react/checkbox'
import { useId } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'

interface CheckboxProps {
  label: string
  /** Shows the label to screen readers only, as in a table. */
  labelHidden?: boolean
  hint?: string
  checked: boolean
  /** True if only some of the items it represents are chosen. */
  indeterminate?: boolean
  /** `event` shows whether Shift was held. */
  onChange: (checked: boolean, event: Event) => void
  invalid?: boolean
  disabled?: boolean
}

/** A yes-or-no option that takes effect on submit. Use a Switch for an immediate effect. */
export function Checkbox({
  label,
  labelHidden = false,
  hint,
  checked,
  indeterminate = false,
  onChange,
  invalid = false,
  disabled = false,
}: CheckboxProps) {
  const id = useId()
  return (
    <div className={classes('flex gap-2.5', labelHidden && 'size-6')}>
      <Base.Root
        id={id}
        checked={checked}
        indeterminate={indeterminate}
        onCheckedChange={(next, { event }) => onChange(next, event)}
        disabled={disabled}
        aria-label={label}
        aria-describedby={hint && `${id}-hint`}
        aria-invalid={invalid || undefined}
        className={classes(
          'relative mt-0.75 grid size-4.5 shrink-0 cursor-pointer place-items-center rounded border border-edge bg-raised text-inverse-ink shadow-press',
          'transition-colors duration-150 hover:border-muted aria-invalid:border-danger data-disabled:cursor-default data-disabled:opacity-60',
          'data-checked:border-inverse data-indeterminate:border-inverse data-checked:bg-inverse data-indeterminate:bg-inverse',
          // The target is at least 24 px (WCAG 2.5.8).
          'before:absolute before:-inset-1.5',
        )}
      >
        <Base.Indicator className="flex data-unchecked:hidden">
          <Icon name={indeterminate ? 'minus' : 'check'} className="size-3.5" />
        </Base.Indicator>
      </Base.Root>
      {!labelHidden && (
        <span className="min-w-0">
          <label htmlFor={id} className={classes('wrap-anywhere block', disabled ? 'text-muted' : 'cursor-pointer')}>
            {label}
          </label>
          {hint && (
            <span id={`${id}-hint`} className="block text-muted text-sm">
              {hint}
            </span>
          )}
        </span>
      )}
    </div>
  )
}
