import type { ReactNode } from 'react'
import { Wordmark } from '../../ui/signal.tsx'
import { paths } from '../paths.ts'
import { useSystemColours } from './system-colours.ts'

/** One calm column. Follows the colours of the operating system, as the public pages do (DECISIONS 24). */
export function AuthLayout({ children }: { children: ReactNode }) {
  useSystemColours(true)
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
