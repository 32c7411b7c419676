import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

/** A choice of a few, in the browser's own way. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative inline-flex">
      <select
        className={classes(
          'appearance-none rounded-lg border border-edge bg-raised pr-8 pl-3 text-base text-ink shadow-press hover:border-muted',
          className,
        )}
        {...rest}
      >
        {children}
      </select>
      <Icon name="chevronDown" className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-faint" />
    </span>
  )
}
