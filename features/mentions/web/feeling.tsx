import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { feelingLooks, feelingNames } from './labels.ts'
import type { Feeling } from './view.ts'

/** A sentiment in words, with its sign. */
export function FeelingBadge({ feeling }: { feeling: Feeling }) {
  const { icon, className } = feelingLooks[feeling]
  return (
    <span
      className={classes(
        'inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded px-1.5 font-medium text-xs',
        className,
      )}
    >
      <Icon name={icon} className="size-3" />
      {feelingNames[feeling]}
    </span>
  )
}
