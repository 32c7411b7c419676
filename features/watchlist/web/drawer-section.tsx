import type { ReactNode } from 'react'
import { useId } from 'react'

/** What is told of a row below the form that changes it. */
export function DrawerSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-6 flex flex-col gap-3 border-line border-t pt-5">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}
