import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const looks = {
  gray: 'bg-hover text-muted',
  accent: 'bg-accent-soft text-accent-ink',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
} as const

/** A one-word status. */
export function Badge({ look = 'gray', children }: { look?: keyof typeof looks; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-block h-5 align-middle max-w-full truncate rounded px-1.5 font-medium text-xs leading-5',
        looks[look],
      )}
    >
      {children}
    </span>
  )
}
