import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { invitationIn, storedInvitation } from '#features/accounts/web/sign-in/invitation.ts'
import type { CurrentProject, SessionUser } from '#platform/contract/session.ts'
import { loadOptional, loadPart } from '#platform/ui/parts.ts'
import { paths } from '#platform/web/page/paths.ts'
import { whenQuiet } from '#platform/web/page/when-quiet.ts'
import { accessQuery } from '#platform/web/session/access.ts'
import { sessionQuery } from '#platform/web/session/session.ts'
import { ConfirmBanner } from './confirm-banner.tsx'
import { useDismissed } from './use-dismissed.ts'

const Invitation = lazy(async () => ({
  default: (await loadPart(() => import('./invitation-banner.tsx'))).InvitationBanner,
}))

/** Loads after the rows. */
const RealData = lazy(async () => {
  await new Promise<void>(whenQuiet)
  return loadOptional(async () => (await import('./real-data-banner.tsx')).RealDataBanner)
})

const Billing = lazy(async () => {
  await new Promise<void>(whenQuiet)
  return loadOptional(async () => (await import('./billing-banner.tsx')).BillingBanner)
})

/** The interval in ms between checks whether the email was confirmed elsewhere. */
const recheckMs = 60_000

/**
 * The one line above the app, if there is something to say: an invitation, a failed payment or an end of access, the
 * end of the sandbox, or the confirmation of the email. It can be dismissed; reminders come back in the next tab.
 */
export function AppBanner({ project }: { project?: CurrentProject | undefined }) {
  const user = useSession()
  const invitation = invitationIn(useSearchParams()[0])
  // The guard has fetched it.
  const { data: access } = useQuery({ ...accessQuery(project?.id ?? ''), enabled: false })
  if (!user) return null
  if (invitation)
    return (
      <Suspense>
        <Invitation user={user} />
      </Suspense>
    )
  const other = <OtherBanner user={user} project={project} />
  if (!project || (access?.by !== 'subscription' && access?.by !== 'pass')) return other
  return (
    <Suspense fallback={other}>
      <Billing key={project.id} project={project} user={user} by={access.by}>
        {other}
      </Billing>
    </Suspense>
  )
}

function OtherBanner({ user, project }: { user: SessionUser; project: CurrentProject | undefined }) {
  const realSince = project?.realSince ?? ''
  const [isRealKnown, dismissReal] = useDismissed('localStorage', `realSince ${project?.id}`, realSince)
  const [isConfirmLater, dismissConfirm] = useDismissed('sessionStorage', 'confirmLater', user.email)
  if (realSince !== '' && !isRealKnown)
    return (
      <Suspense>
        <RealData onDismiss={dismissReal} />
      </Suspense>
    )
  if (user.confirmed || isConfirmLater) return null
  return <ConfirmBanner user={user} isInvited={storedInvitation() !== null} onDismiss={dismissConfirm} />
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
