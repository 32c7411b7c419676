import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

interface BannerProps {
  label: string
  icon: IconName
  /** The message with its current status; changes are announced. */
  children: ReactNode
  actions: ReactNode
}

/** A one-line message about the account at the top of the app, shown until it is resolved. It never covers the page. */
export function Banner({ label, icon, children, actions }: BannerProps) {
  return (
    <section
      aria-label={label}
      className={classes(
        'flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-accent-soft px-4 py-1.5 text-sm sm:justify-center',
      )}
    >
      <div role="status" className="flex min-w-0 max-w-full gap-2 py-1">
        <Icon name={icon} className="mt-0.5 text-accent-ink" />
        <p className="wrap-anywhere min-w-0">{children}</p>
      </div>
      <div className="flex flex-wrap gap-1 max-sm:pl-3.5">{actions}</div>
    </section>
  )
}
