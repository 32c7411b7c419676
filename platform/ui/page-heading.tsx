import type { ReactNode } from 'react'

/** The title of a page and its purpose. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header>
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      {children && <p className="mt-2 text-pretty text-muted">{children}</p>}
    </header>
  )
}
