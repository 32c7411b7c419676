import type { ReactNode } from 'react'
import { classes } from '#platform/ui/classes.ts'

interface SectionProps {
  id: string
  title: string
  /** When to use it, in one sentence. */
  use: string
  children: ReactNode
}

/** A component of the kit in all its states. */
export function Section({ id, title, use, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-line border-t pt-8 pb-14">
      <h2 id={`${id}-title`} className="font-semibold text-xl">
        <a href={`#${id}`} className="rounded-sm hover:underline">
          {title}
        </a>
      </h2>
      <p className="mt-1 mb-6 max-w-prose text-pretty text-muted">{use}</p>
      <div className="flex flex-col gap-8">{children}</div>
    </section>
  )
}

/** Specimens side by side if there is room. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="grid gap-8 sm:grid-cols-2 xl:grid-cols-3">{children}</div>
}

/** A state under its name. */
export function Specimen({ name, children, className }: { name: string; children: ReactNode; className?: string }) {
  return (
    <div className={classes('flex min-w-0 flex-col gap-2', className)}>
      <p className="text-faint text-xs">{name}</p>
      {children}
    </div>
  )
}
