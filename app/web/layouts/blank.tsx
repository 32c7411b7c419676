import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { isAppPath } from '#engine/rules/paths.ts'
import { TopBanners } from '../banners/top-banners.tsx'
import { Shell } from '../shell/shell.tsx'

/** A page without a frame. Below /app it still has the palette. */
export function BlankLayout({ children }: { children: ReactNode }) {
  const inApp = isAppPath(useLocation().pathname)
  return (
    <div className="min-h-dvh bg-canvas">
      {inApp && <TopBanners />}
      {children}
      {inApp && <Shell />}
    </div>
  )
}
