import { classes } from '#platform/ui/classes.ts'

interface CycleSwitchProps {
  cycle: 'monthly' | 'yearly'
  /** Beside the yearly option: what it saves at most. */
  saving: string | null
  onCycle: (cycle: 'monthly' | 'yearly') => void
}

const cycles = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
] as const

/** Switches the shown prices between monthly and yearly. */
export function CycleSwitch({ cycle, saving, onCycle }: CycleSwitchProps) {
  return (
    <fieldset className="flex w-fit gap-0.5 rounded-lg border border-line bg-sunken p-0.5">
      <legend className="sr-only">Billing cycle</legend>
      {cycles.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === cycle}
          onClick={() => onCycle(value)}
          className={classes(
            'inline-flex min-h-8 items-center gap-2 rounded-md px-3 font-medium text-sm',
            value === cycle ? 'bg-raised text-ink shadow-press ring-1 ring-line' : 'text-muted hover:text-ink',
          )}
        >
          {label}
          {value === 'yearly' && saving && <span className="text-accent-ink">{saving}</span>}
        </button>
      ))}
    </fieldset>
  )
}
