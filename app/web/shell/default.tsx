import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useChosenColours } from './chosen-colours.ts'

/** What is neither app nor sign-in, the error page included. Below /app it is light as the app is (DECISIONS 24). */
export function DefaultLayout({ children }: { children: ReactNode }) {
  useChosenColours(useLocation().pathname)
  return <div className="min-h-dvh bg-canvas">{children}</div>
}
