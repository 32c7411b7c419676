import type { ReactNode } from 'react'

/** The title of a sign-in page and an optional explanation. */
export function Heading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      {children && <p className="mt-2 text-pretty text-muted">{children}</p>}
    </>
  )
}
