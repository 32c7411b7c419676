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

/** Milliseconds between looks whether an address has been confirmed elsewhere. */
const recheckMs = 60_000

/** What is not settled yet about somebody who has come in, one thing at a time: an invitation, and their address. */
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

/** Who is signed in; asked again while unconfirmed, above all when they come back to the page, mostly from their mail. */
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
      // That the line is gone says it, too.
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
