import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'

interface TagProps {
  children: string
  /** Without it the tag can't be removed. */
  onRemove: (() => void) | undefined
  /** Shown behind it in a weaker color. */
  note?: string | undefined
}

/** A tag in a box, with a button that removes it. */
export function Tag({ children, onRemove, note }: TagProps) {
  return (
    <span
      className={classes(
        'inline-flex min-h-7 max-w-full items-center rounded-md bg-hover pl-2 font-medium text-ink text-sm',
        !onRemove && 'pr-2',
      )}
    >
      <span className="wrap-anywhere min-w-0 py-0.5">{children}</span>
      {note && <span className="tabular shrink-0 pl-1.5 font-normal text-muted">{note}</span>}
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove ${children}`}
          onClick={onRemove}
          className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:text-ink"
        >
          <Icon name="close" className="size-3.5" />
        </button>
      )}
    </span>
  )
}
