import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { paths } from '#platform/web/page/paths.ts'
import { invitationIn } from './invitation.ts'

interface OtherPageProps {
  to: (typeof paths)['login' | 'signup' | 'resetPassword']
  /** What was typed as e-mail goes along, not in the address. */
  email: string
  className?: string
  children: ReactNode
}

/** From one of the pages of signing in to another, without losing the address that was typed or an invitation. */
export function OtherPage({ to, email, className, children }: OtherPageProps) {
  const invitation = invitationIn(new URLSearchParams(useLocation().search))
  return (
    <Link
      to={invitation ? `${to}?invitation=${invitation}` : to}
      state={{ email }}
      className={className ?? 'font-medium text-accent-ink underline underline-offset-4'}
    >
      {children}
    </Link>
  )
}

/** The e-mail that was typed on the page before. */
export function useTypedEmail(): string {
  const state: unknown = useLocation().state
  if (typeof state !== 'object' || state === null || !('email' in state)) return ''
  return typeof state.email === 'string' ? state.email : ''
}
