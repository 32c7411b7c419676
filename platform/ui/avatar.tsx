import { classes } from './classes.ts'

interface AvatarProps {
  name: string
  /** Round for users, square for everything else. */
  round?: boolean
  className?: string
}

/** The first letter of a name, in place of a picture. Decorative: the name is beside it. */
export function Avatar({ name, round = false, className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid size-6 shrink-0 place-items-center font-semibold text-2xs uppercase',
        round ? 'rounded-full bg-current/15' : 'rounded-md bg-inverse text-inverse-ink',
        className,
      )}
    >
      {Array.from(name.trim())[0] ?? '?'}
    </span>
  )
}
