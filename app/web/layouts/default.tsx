import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useChosenColors } from './use-chosen-colors.ts'

/** What is neither app nor sign-in, the error page included. Below /app it is light as the app is (DECISIONS 24). */
export function DefaultLayout({ children }: { children: ReactNode }) {
  useChosenColors(useLocation().pathname)
  return <div className="min-h-dvh bg-canvas">{children}</div>
}
