import { useLocation, useNavigate, useNavigation } from 'react-router'
import type { User } from '#features/accounts/contract.ts'
import { keepInvitation } from '#features/accounts/web/sign-in/invitation.ts'
import { type Invited, useInvited } from '#features/accounts/web/sign-in/invited.ts'
import { InvitedTo } from '#features/accounts/web/sign-in/invited-to.tsx'
import { Button } from '#platform/ui/button.tsx'
import { logOut } from '#platform/web/api/log-out.ts'
import { paths } from '#platform/web/page/paths.ts'
import { Banner } from './banner.tsx'

/**
 * Tells somebody who is signed in and opened an invitation what it says, and asks. Nothing is taken up by the opening
 * alone: links are also followed without knowing what they are.
 */
export function InvitationBanner({ user }: { user: User }) {
  const invited = useInvited()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const busy = useNavigation().state !== 'idle'
  if (!invited || invited.state === 'reading') return null
  const { text } = invited
  const isOver = invited.state === 'over'
  const isAnothers = invited.state === 'open' && invited.facts.email.toLowerCase() !== user.email.toLowerCase()
  const join = () => {
    keepInvitation(text)
    void navigate(paths.app, { replace: true })
  }
  return (
    <Banner
      label="Invitation"
      icon="mail"
      actions={
        <>
          {isAnothers && (
            <Button size="small" onClick={() => void logOut(`${paths.login}?invitation=${text}`)}>
              Log out and use that address
            </Button>
          )}
          {!isAnothers && !isOver && (
            <Button look="primary" size="small" busy={busy} onClick={busy ? undefined : join}>
              Join the project
            </Button>
          )}
          <Button look="ghost" size="small" onClick={() => void navigate(pathname, { replace: true })}>
            {isOver ? 'Close' : 'Not now'}
          </Button>
        </>
      }
    >
      <Told invited={invited} />
      {isAnothers && <> You are signed in as {user.email}.</>}
    </Banner>
  )
}

function Told({ invited }: { invited: Exclude<Invited, { state: 'reading' }> }) {
  switch (invited.state) {
    case 'open':
      return <InvitedTo facts={invited.facts} />
    case 'over':
      return invited.message
    case 'unread':
      return <>You are invited to a project. Which one could not be read: {invited.message}</>
  }
}
