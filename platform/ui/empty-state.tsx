import type { ReactNode } from 'react'

interface EmptyStateProps {
  figure?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}

/** An empty list, with the next step. */
export function EmptyState({ figure, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-6 py-16 text-center">
      {figure && <div className="mb-3 text-faint/60">{figure}</div>}
      <h2 className="font-semibold text-lg">{title}</h2>
      {children && <div className="text-pretty text-muted">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
