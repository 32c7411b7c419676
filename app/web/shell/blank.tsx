import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { isAppPath } from '#engine/rules/paths.ts'
import { Arrival } from './arrival.tsx'
import { Shell } from './shell.tsx'

/** Nothing around the page: it has the screen to itself. Below /app the palette is there all the same. */
export function BlankLayout({ children }: { children: ReactNode }) {
  const inApp = isAppPath(useLocation().pathname)
  return (
    <div className="min-h-dvh bg-canvas">
      {inApp && <Arrival />}
      {children}
      {inApp && <Shell />}
    </div>
  )
}
