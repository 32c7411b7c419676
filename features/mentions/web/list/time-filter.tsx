import { lazy, Suspense, useState } from 'react'
import { type Day, type DayRange, rangeName } from '#platform/ui/charts/days.ts'
import { classes } from '#platform/ui/classes.ts'
import { inputClasses } from '#platform/ui/fields/input.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { loadPart } from '#platform/ui/parts.ts'

/** Loaded when it is opened. */
const DateRange = lazy(async () => ({
  default: (await loadPart(() => import('#platform/ui/charts/date-range.tsx'))).DateRange,
}))

interface TimeFilterProps {
  range: DayRange | null
  today: Day
  onChange: (range: DayRange | null) => void
}

/** The days that the list and the charts cover. */
export function TimeFilter({ range, today, onChange }: TimeFilterProps) {
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
      <DateRange aria-label="Time" value={range} today={today} onChange={onChange} defaultOpen />
    </Suspense>
  )
}
