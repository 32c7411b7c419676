import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { paths } from '#platform/web/page/paths.ts'
import { invitationIn } from './invitation.ts'

interface OtherPageProps {
  to: (typeof paths)['login' | 'signup' | 'resetPassword']
  /** The typed email, passed on outside the URL. */
  email: string
  className?: string
  children: ReactNode
}

/** A link from one sign-in page to another that keeps the typed address and the invitation. */
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

/** Returns the email typed on the previous page. */
export function useTypedEmail(): string {
  const state: unknown = useLocation().state
  if (typeof state !== 'object' || state === null || !('email' in state)) return ''
  return typeof state.email === 'string' ? state.email : ''
}
