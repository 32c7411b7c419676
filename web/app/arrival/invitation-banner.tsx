import { useLocation, useNavigate, useNavigation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { paths } from '../paths.ts'
import { keepInvitation } from '../sign-in/invitation.ts'
import { Banner } from './banner.tsx'

/**
 * Asks somebody who is signed in and opened an invitation. Nothing is taken up by the opening alone: links are also
 * followed without knowing what they are.
 */
export function InvitationBanner({ invitation }: { invitation: string }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const busy = useNavigation().state !== 'idle'
  const join = () => {
    keepInvitation(invitation)
    void navigate(paths.app, { replace: true })
  }
  return (
    <Banner
      label="Invitation"
      icon="mail"
      actions={
        <>
          <Button look="primary" size="small" busy={busy} onClick={busy ? undefined : join}>
            Join the project
          </Button>
          <Button look="ghost" size="small" onClick={() => void navigate(pathname, { replace: true })}>
            Not now
          </Button>
        </>
      }
    >
      You are invited to a project.
    </Banner>
  )
}
