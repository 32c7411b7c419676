import { useLocation, useNavigate, useNavigation } from 'react-router'
import { storeInvitation } from '#features/accounts/web/sign-in/invitation.ts'
import { type Invited, useInvited } from '#features/accounts/web/sign-in/invited.ts'
import { InvitedTo } from '#features/accounts/web/sign-in/invited-to.tsx'
import type { SessionUser } from '#platform/contract/session.ts'
import { Banner } from '#platform/ui/banner.tsx'
import { Button } from '#platform/ui/button.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { logOut } from '#platform/web/session/log-out.ts'

/**
 * Asks a signed-in user who has opened an invitation link whether to accept. Opening the link alone doesn't accept it,
 * because links are also opened by accident.
 */
export function InvitationBanner({ user }: { user: SessionUser }) {
  const invited = useInvited()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const busy = useNavigation().state !== 'idle'
  if (!invited || invited.state === 'reading') return null
  const { text } = invited
  const isOver = invited.state === 'over'
  const isForOtherUser = invited.state === 'open' && invited.facts.email.toLowerCase() !== user.email.toLowerCase()
  const join = () => {
    storeInvitation(text)
    void navigate(paths.app, { replace: true })
  }
  return (
    <Banner
      label="Invitation"
      icon="mail"
      actions={
        <>
          {isForOtherUser && (
            <Button size="small" onClick={() => void logOut(`${paths.login}?invitation=${text}`)}>
              Sign out and switch accounts
            </Button>
          )}
          {!isForOtherUser && !isOver && (
            <Button look="primary" size="small" busy={busy} onClick={busy ? undefined : join}>
              Join project
            </Button>
          )}
          <Button look="ghost" size="small" onClick={() => void navigate(pathname, { replace: true })}>
            {isOver ? 'Close' : 'Not now'}
          </Button>
        </>
      }
    >
      <InvitationText invited={invited} />
      {isForOtherUser && <> You're signed in as {user.email}.</>}
    </Banner>
  )
}

function InvitationText({ invited }: { invited: Exclude<Invited, { state: 'reading' }> }) {
  switch (invited.state) {
    case 'open':
      return <InvitedTo facts={invited.facts} />
    case 'over':
      return invited.message
    case 'unread':
      return <>You've been invited to a project, but we couldn't load the invitation. {invited.message}</>
  }
}
