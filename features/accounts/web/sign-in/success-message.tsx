import type { ReactNode } from 'react'
import { Icon } from '#platform/ui/icon.tsx'

/** A success message above a form, announced to screen readers when it appears. */
export function SuccessMessage({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="contents">
      {children && (
        <p className="flex gap-2 rounded-lg bg-good-soft px-3 py-2.5 font-medium text-good">
          <Icon name="success" className="mt-[3px]" />
          <span className="wrap-anywhere min-w-0">{children}</span>
        </p>
      )}
    </div>
  )
}
