import { Switch as Base } from '@base-ui/react/switch'
import { useId } from 'react'
import { classes } from '../classes.ts'

interface SwitchProps {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** An on/off setting that takes effect at once. */
export function Switch({ label, hint, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId()
  return (
    <div className={classes('flex items-start justify-between gap-4')}>
      <span className="min-w-0">
        <label
          htmlFor={id}
          className={classes('wrap-anywhere block font-medium', disabled ? 'text-muted' : 'cursor-pointer')}
        >
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="block text-muted text-sm">
            {hint}
          </span>
        )}
      </span>
      <Base.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-label={label}
        aria-describedby={hint && `${id}-hint`}
        className={classes(
          'relative flex h-6 w-10 shrink-0 cursor-pointer items-center rounded-full border border-edge bg-shade p-0.5',
          'transition-colors duration-150 ease-calm hover:border-muted data-disabled:cursor-default data-disabled:opacity-60',
          'data-checked:border-inverse data-checked:bg-inverse',
        )}
      >
        <Base.Thumb className="size-4.5 rounded-full bg-edge transition-[translate,background-color] duration-150 ease-calm data-checked:translate-x-4 data-checked:bg-inverse-ink" />
      </Base.Root>
    </div>
  )
}
