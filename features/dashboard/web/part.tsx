import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { classes } from '#platform/ui/classes.ts'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FailureLine, hasFailed } from '#platform/web/api/fetch-failure.tsx'

interface PartProps {
  title: string
  /** The period, or what is counted. */
  hint?: ReactNode
  /** Beside the title. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A part of the dashboard, under its own heading. */
export function Part({ title, hint, aside, className, children }: PartProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={classes('flex min-w-0 flex-col gap-4 rounded-xl border border-line bg-raised p-4 sm:p-5', className)}
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {aside}
        {hint && <p className="w-full text-muted text-sm">{hint}</p>}
      </header>
      {children}
    </section>
  )
}

interface FetchedProps<Data> {
  query: UseQueryResult<Data>
  /** What is loaded: 'Loading replies'. */
  noun: string
  /** What stands in for it. */
  placeholder: ReactNode
  children: (data: Data) => ReactNode
}

/** Fetched data: loading, failed, or shown. */
export function Fetched<Data>({ query, noun, placeholder, children }: FetchedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (hasFailed(query)) return <FailureLine query={query} title={`Couldn't load ${noun}`} />
  return (
    <div role="status" aria-label={`Loading ${noun}`}>
      {placeholder}
    </div>
  )
}

/** Stands in for rows of text with numbers. */
export function Rows({ count }: { count: number }) {
  return (
    <span className="flex flex-col gap-5">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are never reordered
        <Skeleton key={index} className="h-5 w-full" />
      ))}
    </span>
  )
}
