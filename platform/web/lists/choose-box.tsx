import { classes } from '../../ui/classes.ts'

interface ChooseBoxProps {
  id: string
  /** What is chosen, for its label. */
  name: string
  chosen: boolean
  /** `range` extends the choice from the row chosen before. */
  onChoose: (id: string, range: boolean) => void
  className?: string
}

/** The checkbox of a row, above the link that covers it. */
export function ChooseBox({ id, name, chosen, onChoose, className }: ChooseBoxProps) {
  return (
    <label className={classes('relative z-1 grid size-8 cursor-pointer place-items-center', className)}>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={chosen}
        onChange={({ nativeEvent }) => onChoose(id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
        className="size-4 cursor-pointer accent-inverse"
      />
    </label>
  )
}
