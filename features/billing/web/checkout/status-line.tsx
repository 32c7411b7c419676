import type { ReactNode } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Icon, type IconName } from '#platform/ui/icon.tsx'

const looks = {
  waiting: { box: 'bg-accent-soft', icon: 'plan', ink: 'text-accent-ink' },
  good: { box: 'bg-good-soft', icon: 'success', ink: 'text-good' },
  failed: { box: 'bg-danger-soft', icon: 'alert', ink: 'text-danger' },
  plain: { box: 'border border-line bg-sunken', icon: 'plan', ink: 'text-muted' },
} as const satisfies Record<string, { box: string; icon: IconName; ink: string }>

interface StatusLineProps {
  look: keyof typeof looks
  children: ReactNode
  action?: ReactNode
  onDismiss?: (() => void) | undefined
}

/** The state of a payment; changes are announced. */
export function StatusLine({ look, children, action, onDismiss }: StatusLineProps) {
  const { box, icon, ink } = looks[look]
  return (
    <div className={classes('flex items-start gap-3 rounded-lg px-4 py-3', box)}>
      <Icon name={icon} className={classes('mt-[3px]', ink)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-1 basis-64 text-pretty">
          {children}
        </p>
        {action}
      </div>
      {onDismiss && (
        <Button look="ghost" size="icon" aria-label="Dismiss" className="-my-1 -mr-2" onClick={onDismiss}>
          <Icon name="close" />
        </Button>
      )}
    </div>
  )
}
