import type { QuietHours, WorkingHours } from '#engine/alerts/alert-rule.ts'
import { classes } from '#platform/ui/classes.ts'
import { Checkbox } from '#platform/ui/fields/checkbox.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { dayNames } from '../labels.ts'

const usualQuiet: QuietHours = { from: '22:00', to: '07:00' }
const usualWorking: WorkingHours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }

interface HoursFieldsProps {
  quietHours: QuietHours | null
  workingHours: WorkingHours | null
  onChange: (hours: { quietHours?: QuietHours | null; workingHours?: WorkingHours | null }) => void
  disabled: boolean
}

/** The hours in which a rule stays silent. What it finds then is sent afterward. */
export function HoursFields({ quietHours, workingHours, onChange, disabled }: HoursFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="font-medium text-ink">Hours</legend>
      <p className="text-muted text-sm">
        In each recipient's time zone. Anything found at other times is sent afterward.
      </p>
      <Checkbox
        label="Quiet hours"
        checked={quietHours !== null}
        onChange={(isOn) => onChange({ quietHours: isOn ? usualQuiet : null })}
        disabled={disabled}
      />
      {quietHours && (
        <Span
          label="Quiet"
          value={quietHours}
          onChange={(span) => onChange({ quietHours: span })}
          disabled={disabled}
        />
      )}
      <Checkbox
        label="Only during working hours"
        checked={workingHours !== null}
        onChange={(isOn) => onChange({ workingHours: isOn ? usualWorking : null })}
        disabled={disabled}
      />
      {workingHours && (
        <>
          <Days
            label="Working days"
            days={workingHours.days}
            onChange={(days) => onChange({ workingHours: { ...workingHours, days } })}
            disabled={disabled}
          />
          <Span
            label="Working"
            value={workingHours}
            onChange={(span) => onChange({ workingHours: { ...workingHours, ...span } })}
            disabled={disabled}
          />
        </>
      )}
    </fieldset>
  )
}

interface SpanProps {
  label: string
  value: QuietHours
  onChange: (span: QuietHours) => void
  disabled?: boolean
}

/** The start and the end of a time span. */
export function Span({ label, value: { from, to }, onChange, disabled = false }: SpanProps) {
  return (
    <div className="flex items-center gap-2 pl-7">
      <Input
        type="time"
        aria-label={`${label} from`}
        value={from}
        onChange={(event) => onChange({ from: event.target.value, to })}
        disabled={disabled}
        className="w-32"
      />
      <span className="text-muted">to</span>
      <Input
        type="time"
        aria-label={`${label} until`}
        value={to}
        onChange={(event) => onChange({ from, to: event.target.value })}
        disabled={disabled}
        className="w-32"
      />
    </div>
  )
}

interface DaysProps {
  label: string
  days: readonly number[]
  onChange: (days: number[]) => void
  disabled?: boolean
}

/** Days of the week to choose, numbered from Monday, 1. */
export function Days({ label, days, onChange, disabled = false }: DaysProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be announced twice
    <div role="group" aria-label={label} className="flex flex-wrap gap-1 pl-7">
      {dayNames.map((name, index) => {
        const day = index + 1
        const isOn = days.includes(day)
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isOn}
            disabled={disabled}
            onClick={() => onChange(isOn ? days.filter((each) => each !== day) : [...days, day].toSorted())}
            className={classes(
              'h-8 min-w-10 rounded-md border px-2 text-sm transition-colors duration-150 disabled:opacity-60',
              isOn ? 'border-inverse bg-inverse text-inverse-ink' : 'border-edge bg-raised text-muted hover:bg-hover',
            )}
          >
            {name}
          </button>
        )
      })}
    </div>
  )
}
