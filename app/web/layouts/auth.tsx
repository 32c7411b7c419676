import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Wordmark } from '#platform/ui/signal.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { useChosenColors } from './use-chosen-colors.ts'

/** A single column, in the colors of the public pages (DECISIONS 24). */
export function AuthLayout({ children }: { children: ReactNode }) {
  useChosenColors(useLocation().pathname)
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <header className="flex h-16 items-center px-6">
        <a href={paths.home} className="rounded-md text-lg">
          <Wordmark />
        </a>
      </header>
      <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center px-6 pt-8 pb-32">{children}</main>
    </div>
  )
}
