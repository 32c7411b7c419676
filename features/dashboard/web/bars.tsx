import type { ReactNode } from 'react'
import { classes } from '#platform/ui/classes.ts'

export interface Bar {
  key: string
  /** The name with its number, as text or as a link. */
  label: ReactNode
  value: number
  /** Whether it stands out from the others. */
  isMain: boolean
}

/** Named numbers as bars from the same start. */
export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul aria-label={label} className="flex flex-col gap-3">
      {bars.map(({ key, label: name, value, isMain }) => (
        <li key={key} className="flex flex-col gap-1">
          {name}
          <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-shade">
            <span
              className={classes('block h-full rounded-full', isMain ? 'bg-accent' : 'bg-gray-400')}
              style={{ width: `${(value / most) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
