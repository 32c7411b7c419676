import { useNavigate } from 'react-router'
import { takeRememberedPage } from '#platform/web/api/redirect.ts'
import { notedSignIn } from '#platform/web/api/session.ts'
import { paths } from '#platform/web/page/paths.ts'
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
