import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

/** A choice of a few, in the browser's own way. */
export function Select({
  quiet = false,
  className,
  children,
  ...rest
}: { quiet?: boolean } & ComponentProps<'select'>) {
  return (
    <span className="relative inline-flex">
      <select
        className={classes(
          'appearance-none rounded-lg pr-8 pl-3',
          quiet
            ? 'bg-transparent text-muted text-sm hover:bg-hover hover:text-ink'
            : 'border border-edge bg-raised text-base text-ink shadow-press hover:border-muted',
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
