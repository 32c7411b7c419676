import { Popover as Base } from '@base-ui/react/popover'
import { lazy, Suspense, useId, useState } from 'react'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import type { ControlProps } from '../fields/field.tsx'
import { FormError } from '../fields/form-error.tsx'
import { Input, inputClasses } from '../fields/input.tsx'
import { Icon } from '../icon.tsx'
import { popupClasses, usePopupContainer } from '../overlays/popup.tsx'
import { loadPart } from '../parts.ts'
import { Skeleton } from '../skeleton.tsx'
import type { Day, DayRange } from './days.ts'
import { presetsOf, rangeFault, rangeName } from './days.ts'

/** Loaded on demand, because most users choose a preset or type. */
const Calendar = lazy(async () => ({ default: (await loadPart(() => import('./calendar.tsx'))).Calendar }))

interface DateRangeProps extends Partial<ControlProps> {
  /** Null: all time. */
  value: DayRange | null
  onChange: (range: DayRange | null) => void
  /** Today in the reader's time zone: the base of the presets and the last selectable day. */
  today: Day
  disabled?: boolean
  /** Whether all time can't be chosen. */
  isBounded?: boolean
  /** Whether it is open at first. */
  defaultOpen?: boolean
  /** The label when no Field provides one. */
  'aria-label'?: string
}

/** A date range, chosen by preset, typing or calendar. Presets apply at once, days on Apply; Escape cancels. */
export function DateRange({
  value,
  onChange,
  today,
  disabled = false,
  isBounded = false,
  defaultOpen = false,
  ...control
}: DateRangeProps) {
  const { container, mark } = usePopupContainer()
  const [open, setOpen] = useState(defaultOpen)
  const presets = presetsOf(today)
  const preset = presets.find(({ range }) => range.from === value?.from && range.to === value?.to)
  const choose = (range: DayRange | null) => {
    onChange(range)
    setOpen(false)
  }
  const { 'aria-label': name, ...rest } = control
  const text = rangeName(value, today)
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger
        {...rest}
        {...(name && { 'aria-label': `${name}: ${text}` })}
        disabled={disabled}
        className={classes(
          inputClasses,
          'inline-flex h-10 w-full items-center gap-2 px-3 text-left disabled:cursor-default disabled:opacity-60',
        )}
      >
        <Icon name="calendar" className="text-faint" />
        <span className="min-w-0 flex-1 truncate">{text}</span>
        <Icon name="chevronDown" className="text-faint" />
      </Base.Trigger>
      {mark}
      <Base.Portal container={container}>
        <Base.Positioner
          positionMethod="fixed"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-w-[calc(100vw-1rem)]"
        >
          <Base.Popup
            aria-label="Choose a date range"
            className={classes(
              popupClasses,
              'flex max-h-(--available-height) overflow-y-auto overscroll-contain max-sm:flex-col',
            )}
          >
            <ul
              aria-label="Presets"
              className="flex shrink-0 flex-col gap-0.5 border-line p-1 max-sm:grid max-sm:grid-cols-2 max-sm:border-b sm:border-r sm:pr-2"
            >
              {!isBounded && <PresetButton label="All time" chosen={value === null} onClick={() => choose(null)} />}
              {presets.map(({ label, range }) => (
                <PresetButton
                  key={label}
                  label={label}
                  chosen={label === preset?.label}
                  onClick={() => choose(range)}
                />
              ))}
            </ul>
            <Days value={value} today={today} onApply={choose} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function PresetButton({ label, chosen, onClick }: { label: string; chosen: boolean; onClick: () => void }) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={chosen}
        onClick={onClick}
        className="flex min-h-8 w-full items-center justify-between gap-3 rounded-md px-2 text-left hover:bg-hover aria-pressed:bg-hover aria-pressed:font-medium"
      >
        {label}
        {chosen && <Icon name="check" />}
      </button>
    </li>
  )
}

interface DaysProps {
  value: DayRange | null
  today: Day
  onApply: (range: DayRange) => void
}

function Days({ value, today, onApply }: DaysProps) {
  const id = useId()
  const [draft, setDraft] = useState(value ?? { from: '', to: '' })
  const [tried, setTried] = useState(false)
  const fault = rangeFault(draft, today)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!fault) onApply(draft)
      }}
      className="flex flex-col gap-3 p-3"
    >
      <div className="grid grid-cols-2 gap-2">
        {(['from', 'to'] as const).map((end) => (
          <label key={end} htmlFor={`${id}-${end}`} className="flex flex-col gap-1 font-medium text-sm">
            {end === 'from' ? 'First day' : 'Last day'}
            <Input
              id={`${id}-${end}`}
              type="date"
              max={today}
              value={draft[end]}
              aria-invalid={(tried && fault !== undefined) || undefined}
              onChange={(event) => setDraft({ ...draft, [end]: event.target.value })}
              className="font-normal"
            />
          </label>
        ))}
      </div>
      <Suspense fallback={<Skeleton className="h-70 w-full rounded-lg" />}>
        <Calendar value={draft} last={today} onChange={setDraft} />
      </Suspense>
      <FormError>{tried ? fault : undefined}</FormError>
      <div className="sticky -bottom-1 -mx-3 -mb-3 flex flex-col bg-raised p-3">
        <Button type="submit" look="primary">
          Apply
        </Button>
      </div>
    </form>
  )
}
