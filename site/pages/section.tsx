import type { ReactNode } from 'react'
import { classes } from '#platform/ui/classes.ts'

/** A section of the landing page with an anchor, a heading and an introduction. */
export function Section({
  id,
  title,
  intro,
  narrow = false,
  children,
}: {
  id: string
  title: string
  intro?: string
  /** For continuous text. */
  narrow?: boolean
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={classes('mx-auto mt-24 scroll-mt-8 px-6 lg:mt-36', narrow ? 'max-w-3xl' : 'max-w-6xl')}
    >
      <SectionTitle id={`${id}-title`}>{title}</SectionTitle>
      {intro && <p className="mt-4 max-w-2xl text-pretty text-lg text-muted">{intro}</p>}
      {children}
    </section>
  )
}

export function SectionTitle({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2
      id={id}
      className="text-balance font-semibold text-[clamp(1.75rem,4vw,2.5rem)] leading-[1.12] tracking-[-0.025em]"
    >
      {children}
    </h2>
  )
}
