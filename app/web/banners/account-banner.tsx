import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { invitationIn, storedInvitation } from '#features/accounts/web/sign-in/invitation.ts'
import { loadPart } from '#platform/ui/parts.ts'
import { paths } from '#platform/web/page/paths.ts'
import { sessionQuery } from '#platform/web/session/session.ts'
import { ConfirmBanner } from './confirm-banner.tsx'

const Invitation = lazy(async () => ({
  default: (await loadPart(() => import('./invitation-banner.tsx'))).InvitationBanner,
}))

/** The interval in ms between checks whether the email was confirmed elsewhere. */
const recheckMs = 60_000

/** A banner for one pending step at a time: an invitation, or the confirmation of the email. */
export function AccountBanner() {
  const user = useSession()
  const invitation = invitationIn(useSearchParams()[0])
  if (!user) return null
  if (invitation)
    return (
      <Suspense>
        <Invitation user={user} />
      </Suspense>
    )
  return user.confirmed ? null : <ConfirmBanner user={user} isInvited={storedInvitation() !== null} />
}

/**
 * Returns the signed-in user. Refetches it while unconfirmed, mainly when the user returns to the page from their mail.
 */
function useSession() {
  const { data: user } = useQuery({
    ...sessionQuery,
    refetchOnWindowFocus: ({ state: { data } }) => (data?.confirmed === false ? 'always' : false),
    refetchInterval: ({ state: { data } }) => (data?.confirmed === false ? recheckMs : false),
  })
  const navigate = useNavigate()
  const before = useRef(user)
  const onConfirmed = useEffectEvent(() => {
    void loadPart(() => import('./entry.ts')).then(
      ({ showLinkNotice }) => showLinkNotice('confirmed'),
      // The disappearing banner shows it too.
      () => {},
    )
    if (storedInvitation()) void navigate(paths.app)
  })
  useEffect(() => {
    if (user?.confirmed && before.current?.confirmed === false) onConfirmed()
    before.current = user
  }, [user])
  return user
}
