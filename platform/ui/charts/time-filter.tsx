import { lazy, Suspense, useState } from 'react'
import { classes } from '../classes.ts'
import { inputClasses } from '../fields/input.tsx'
import { Icon } from '../icon.tsx'
import { loadPart } from '../parts.ts'
import { type Day, type DayRange, rangeName } from './days.ts'

/** Loaded when it is opened. */
const DateRange = lazy(async () => ({
  default: (await loadPart(() => import('./date-range.tsx'))).DateRange,
}))

interface TimeFilterProps {
  range: DayRange | null
  today: Day
  onChange: (range: DayRange | null) => void
  /** Whether all time can't be chosen. */
  isBounded?: boolean
}

/** The days that a screen covers. */
export function TimeFilter({ range, today, onChange, isBounded = false }: TimeFilterProps) {
  const [opened, setOpened] = useState(false)
  const text = rangeName(range, today)
  const button = (
    <button
      type="button"
      aria-label={`Time: ${text}`}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => setOpened(true)}
      className={classes(inputClasses, 'inline-flex h-10 w-full items-center gap-2 px-3 text-left')}
    >
      <Icon name="calendar" className="text-faint" />
      <span className="min-w-0 flex-1 truncate">{text}</span>
      <Icon name="chevronDown" className="text-faint" />
    </button>
  )
  if (!opened) return button
  return (
    <Suspense fallback={button}>
      <DateRange aria-label="Time" value={range} today={today} onChange={onChange} isBounded={isBounded} defaultOpen />
    </Suspense>
  )
}
