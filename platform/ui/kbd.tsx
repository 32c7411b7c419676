import { classes } from './classes.ts'

/** A key to press. Hidden where there is no keyboard to speak of. */
export function Kbd({ children, className }: { children: string; className?: string }) {
  return (
    <kbd
      className={classes(
        'inline-grid h-5 min-w-5 place-items-center rounded border border-current/20 px-1 font-medium font-sans text-2xs',
        'pointer-coarse:hidden',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
