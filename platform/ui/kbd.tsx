import { classes } from './classes.ts'

/** A keyboard key. Hidden on devices without a keyboard. */
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
