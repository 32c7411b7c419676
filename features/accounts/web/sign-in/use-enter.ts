import { useNavigate } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { takeRememberedPage } from '#web/app/redirect.ts'
import { notedSignIn } from '#web/app/session.ts'
import { keepInvitation } from './invitation.ts'
import { useInvited } from './invited.ts'

/** What follows every sign-in: the app, at the page that was wanted before (DECISIONS 9), with the invitation of the address. */
export function useEnter(): () => Promise<void> {
  const navigate = useNavigate()
  const invited = useInvited()
  return async () => {
    if (invited && invited.state !== 'over') keepInvitation(invited.text)
    notedSignIn()
    await navigate(takeRememberedPage() ?? paths.app, { replace: true })
  }
}
