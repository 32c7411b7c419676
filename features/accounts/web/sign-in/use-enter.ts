import { useNavigate } from 'react-router'
import { paths } from '#platform/web/page/paths.ts'
import { takeRememberedPage } from '#platform/web/session/redirect.ts'
import { onSignedIn } from '#platform/web/session/session.ts'
import { storeInvitation } from './invitation.ts'
import { useInvited } from './invited.ts'

/** Opens the app after a sign-in: at the page requested before (DECISIONS 9), with the invitation in the URL. */
export function useEnterApp(): () => Promise<void> {
  const navigate = useNavigate()
  const invited = useInvited()
  return async () => {
    if (invited && invited.state !== 'over') storeInvitation(invited.text)
    onSignedIn()
    await navigate(takeRememberedPage() ?? paths.app, { replace: true })
  }
}
