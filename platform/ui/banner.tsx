import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

interface BannerProps {
  label: string
  icon: IconName
  /** The message with its current status; changes are announced. */
  children: ReactNode
  actions: ReactNode
  /** Adds a button that closes the banner. */
  onDismiss?: () => void
}

/** A slim message at the top of the app, shown until it is resolved or dismissed. It never covers the page. */
export function Banner({ label, icon, children, actions, onDismiss }: BannerProps) {
  return (
    <section
      aria-label={label}
      className={classes(
        'relative flex shrink-0 flex-wrap items-center gap-x-3 border-line border-b bg-accent-soft px-4 py-0.5 text-sm sm:justify-center',
        onDismiss && 'pr-12 max-sm:gap-x-0 max-sm:pr-10 max-sm:pl-3',
      )}
    >
      <div role="status" className="flex min-w-0 max-w-full gap-2 py-1">
        <Icon name={icon} className="mt-0.5 text-accent-ink" />
        <p className="wrap-anywhere min-w-0">{children}</p>
      </div>
      <div className="flex flex-wrap gap-1">{actions}</div>
      {onDismiss && (
        <Button
          look="ghost"
          size="icon"
          aria-label="Dismiss"
          onClick={onDismiss}
          className="absolute top-0.5 right-2 size-8 min-h-8"
        >
          <Icon name="close" />
        </Button>
      )}
    </section>
  )
}
