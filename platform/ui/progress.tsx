import { Progress as Base } from '@base-ui/react/progress'
import { classes } from './classes.ts'

interface ProgressProps {
  label: string
  /** The number done; null while the total is unknown. */
  value: number | null
  max?: number
  /** The plural name of the counted units: 'posts'. */
  noun: string
  /** The text below the bar, in place of the count. */
  text?: string
  /** Whether it shows how much of a limit is used, where the end is nothing to be glad of. */
  isUsage?: boolean
}

const count = new Intl.NumberFormat('en')
const share = new Intl.NumberFormat('en', { style: 'percent' })

/** The progress of work, with count and percentage, for everything that takes more than a second (DESIGN 10). */
export function Progress({ label, value, max = 0, noun, text: customText, isUsage = false }: ProgressProps) {
  const isKnown = value !== null && max > 0
  const counted = isKnown ? `${count.format(value)} of ${count.format(max)} ${noun}` : `Counting ${noun}…`
  const text = customText ?? counted
  return (
    <Base.Root
      value={isKnown ? value : null}
      max={isKnown ? max : 100}
      aria-valuetext={text}
      className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1.5"
    >
      <Base.Label className="wrap-anywhere font-medium">{label}</Base.Label>
      {/* The percentage never rounds up to 100 before the end. */}
      <span className="tabular text-muted text-sm">
        {isKnown && share.format(Math.floor((value / max) * 100) / 100)}
      </span>
      <Base.Track className="col-span-2 h-2 overflow-hidden rounded-full bg-shade">
        <Base.Indicator
          className={classes(
            'h-full rounded-full bg-accent transition-[width] duration-200 ease-calm',
            !isUsage && 'data-complete:bg-good',
            !isKnown && 'w-1/3 animate-breathe',
          )}
        />
      </Base.Track>
      <span className="tabular col-span-2 text-muted text-sm">{text}</span>
    </Base.Root>
  )
}
