import { classes } from './classes.ts'

/** The first letter of a name, for what has no picture. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid size-6 shrink-0 place-items-center rounded-md bg-inverse font-semibold text-2xs text-inverse-ink uppercase',
        className,
      )}
    >
      {Array.from(name.trim())[0] ?? '?'}
    </span>
  )
}
