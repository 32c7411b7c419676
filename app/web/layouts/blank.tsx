import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { isAppPath } from '#engine/rules/paths.ts'
import { AccountBanner } from '../banners/account-banner.tsx'
import { Shell } from '../shell/shell.tsx'

/** Nothing around the page: it has the screen to itself. Below /app the palette is there all the same. */
export function BlankLayout({ children }: { children: ReactNode }) {
  const inApp = isAppPath(useLocation().pathname)
  return (
    <div className="min-h-dvh bg-canvas">
      {inApp && <AccountBanner />}
      {children}
      {inApp && <Shell />}
    </div>
  )
}
