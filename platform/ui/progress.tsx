import { Progress as Base } from '@base-ui/react/progress'
import { classes } from './classes.ts'

interface ProgressProps {
  label: string
  /** How many are done; null while the whole is not known yet. */
  value: number | null
  max?: number
  /** What is counted, in the plural: 'posts'. */
  noun: string
  /** Below the bar, instead of the count. */
  text?: string
}

const count = new Intl.NumberFormat('en')
const share = new Intl.NumberFormat('en', { style: 'percent' })

/** How far a piece of work is, with its count and share; for anything that takes more than a second (DESIGN 10). */
export function Progress({ label, value, max = 0, noun, text: given }: ProgressProps) {
  const known = value !== null && max > 0
  const counted = known ? `${count.format(value)} of ${count.format(max)} ${noun}` : `Counting ${noun}…`
  const text = given ?? counted
  return (
    <Base.Root
      value={known ? value : null}
      max={known ? max : 100}
      aria-valuetext={text}
      className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1.5"
    >
      <Base.Label className="wrap-anywhere font-medium">{label}</Base.Label>
      {/* A share never says all is done before it is. */}
      <span className="tabular text-muted text-sm">{known && share.format(Math.floor((value / max) * 100) / 100)}</span>
      <Base.Track className="col-span-2 h-2 overflow-hidden rounded-full bg-shade">
        <Base.Indicator
          className={classes(
            'h-full rounded-full bg-accent transition-[width] duration-200 ease-calm data-complete:bg-good',
            !known && 'w-1/3 animate-breathe',
          )}
        />
      </Base.Track>
      <span className="tabular col-span-2 text-muted text-sm">{text}</span>
    </Base.Root>
  )
}
