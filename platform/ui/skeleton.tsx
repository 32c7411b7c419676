import { classes } from './classes.ts'

/** The shape of what is being fetched. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes('block animate-breathe rounded bg-shade', className)} />
}
