import { DayPicker } from 'react-day-picker'
import { classes } from '../classes.ts'
import type { Day, DayRange } from './days.ts'
import { isDay, localDay, localMidnight } from './days.ts'

interface CalendarProps {
  /** The chosen range. A day that is not valid yet is left open. */
  value: DayRange
  onChange: (range: DayRange) => void
  /** The last selectable day. */
  last: Day
}

const dayName = new Intl.DateTimeFormat('en', { dateStyle: 'full' })
const step =
  'grid size-8 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink aria-disabled:opacity-40'

/** A calendar of one month for choosing a range. Arrows move by days and weeks, Page Up and Page Down by months. */
export function Calendar({ value, onChange, last }: CalendarProps) {
  const from = isDay(value.from) ? localMidnight(value.from) : undefined
  const to = isDay(value.to) && value.to >= value.from ? localMidnight(value.to) : undefined
  return (
    <DayPicker
      mode="range"
      selected={{ from, to }}
      onSelect={(range) =>
        onChange({ from: range?.from ? localDay(range.from) : '', to: range?.to ? localDay(range.to) : '' })
      }
      resetOnSelect
      defaultMonth={to ?? localMidnight(last)}
      endMonth={localMidnight(last)}
      today={localMidnight(last)}
      disabled={{ after: localMidnight(last) }}
      weekStartsOn={1}
      labels={{ labelDayButton: (date, { selected }) => `${dayName.format(date)}${selected ? ', selected' : ''}` }}
      fixedWeeks
      showOutsideDays
      classNames={{
        months: 'relative',
        month_caption: 'flex h-8 items-center px-2',
        caption_label: 'font-medium',
        nav: 'absolute top-0 right-0 flex',
        button_previous: step,
        button_next: step,
        chevron: 'size-4 fill-current',
        month_grid: 'mt-1 w-full border-collapse',
        weekday: 'size-9 text-center font-normal text-faint text-xs',
        day: 'p-0 text-center',
        day_button: classes(
          'tabular size-9 w-full min-w-9 rounded-md hover:bg-hover disabled:text-faint disabled:opacity-60',
          'disabled:cursor-default disabled:hover:bg-transparent',
        ),
        today: 'font-semibold [&>button]:underline [&>button]:underline-offset-4',
        outside: 'text-faint',
        range_start: 'rounded-l-md bg-accent-soft [&>button]:bg-inverse [&>button]:text-inverse-ink',
        range_end: 'rounded-r-md bg-accent-soft [&>button]:bg-inverse [&>button]:text-inverse-ink',
        range_middle: 'bg-accent-soft',
      }}
    />
  )
}
