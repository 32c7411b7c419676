import type { ReactNode } from 'react'
import { useId } from 'react'
import { classes } from '../../ui/classes.ts'

interface SectionProps {
  title: string
  /** Below the title: the purpose of the section, or the effect of a change. */
  hint?: ReactNode
  /** Beside the title: an action for the whole section. */
  action?: ReactNode
  className?: string
  children?: ReactNode
}

/** A section of a settings page, under its own heading. */
export function Section({ title, hint, action, className, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes('flex flex-col gap-5 border-line border-t pt-8', className)}>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={id} className="font-semibold text-lg">
            {title}
          </h2>
          {hint && <p className="mt-1 text-pretty text-muted">{hint}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}

/** The reason why the controls below are disabled. */
export function Locked({ children }: { children: ReactNode }) {
  return <p className="rounded-lg border border-line bg-sunken px-3 py-2.5 text-muted">{children}</p>
}
