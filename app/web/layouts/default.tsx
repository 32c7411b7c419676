import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useChosenColors } from './use-chosen-colors.ts'

/**
 * The frame of pages outside the app and sign-in, including the error page. Below /app it is light like the app
 * (DECISIONS 24).
 */
export function DefaultLayout({ children }: { children: ReactNode }) {
  useChosenColors(useLocation().pathname)
  return <div className="min-h-dvh bg-canvas">{children}</div>
}
