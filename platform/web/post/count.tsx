import { Icon } from '../../ui/icon.tsx'
import { count } from '../text/units.ts'

/** A count with its meaning in words for screen readers; an unknown one is a dash, never zero. */
export function Count({ icon, value }: { icon: 'vote' | 'comment'; value: number | null }) {
  return (
    <span className="tabular flex items-center gap-1 whitespace-nowrap">
      <Icon name={icon} className="size-3.5 text-faint" />
      <span aria-hidden="true">{value === null ? '–' : count(value)}</span>
      <span className="sr-only">
        {value === null ? `${icon}s unknown` : `${count(value)} ${value === 1 ? icon : `${icon}s`}`}
      </span>
    </span>
  )
}
