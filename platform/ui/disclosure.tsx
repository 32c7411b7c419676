import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface DisclosureProps {
  title: string
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

/** Something that most users don't need, behind its title. */
export function Disclosure({ title, onOpenChange, children }: DisclosureProps) {
  return (
    <details className="group text-sm" onToggle={({ currentTarget }) => onOpenChange?.(currentTarget.open)}>
      <summary className="inline-flex min-h-6 list-none items-center gap-1 rounded font-medium text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <Icon name="chevronRight" className="transition-transform duration-150 group-open:rotate-90" />
        {title}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  )
}
