import type { User } from '@earshot/contract/entities'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../paths.ts'
import { takeRememberedPage } from '../redirect.ts'
import { signedInAs } from '../session.ts'
import { invitationIn, keepInvitation } from './invitation.ts'

/** What follows every sign-in: the app, at the page that was wanted before (DECISIONS 9), with the invitation of the address. */
export function useEnter(): (user: User) => Promise<void> {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  return async (user) => {
    const invitation = invitationIn(query)
    if (invitation) keepInvitation(invitation)
    signedInAs(user)
    await navigate(takeRememberedPage() ?? paths.app, { replace: true })
  }
}
