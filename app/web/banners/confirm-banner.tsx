import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import type { SessionUser } from '#platform/contract/session.ts'
import { Banner } from '#platform/ui/banner.tsx'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import { messageOf } from '#platform/web/api/call-error.ts'
import { paths } from '#platform/web/page/paths.ts'
import { call } from '../api.ts'

const SandboxMail = lazy(async () => ({
  default: (await loadPart(() => import('#features/accounts/web/sign-in/sandbox-mail.tsx'))).SandboxMail,
}))

interface ConfirmBannerProps {
  user: SessionUser
  /** True if an invitation waits for the confirmation. */
  isInvited: boolean
  onDismiss: () => void
}

/** A banner while the email is unconfirmed: it resends the link and leads to the settings for another email. */
export function ConfirmBanner({ user: { email }, isInvited, onDismiss }: ConfirmBannerProps) {
  const inSetup = useLocation().pathname === paths.setup
  const sending = useMutation({ mutationFn: () => call('sendEmailConfirmation', { body: { email } }) })
  const { isPending, isSuccess, isError, error } = sending
  const address = <strong className="font-medium">{email}</strong>
  return (
    <Banner
      label="Confirm your email"
      icon="mail"
      onDismiss={onDismiss}
      actions={
        <>
          <Suspense>
            <SandboxMail email={email} size="small" />
          </Suspense>
          <Button look="ghost" size="small" busy={isPending} onClick={isPending ? undefined : () => sending.mutate()}>
            {isPending ? 'Sending…' : 'Resend'}
          </Button>
          {!inSetup && (
            <Link to={paths.accountMain} className={buttonClasses({ look: 'ghost', size: 'small' }, 'max-sm:hidden')}>
              Wrong email?
            </Link>
          )}
        </>
      }
    >
      {isSuccess ? (
        <>We sent a new link to {address}. Earlier links no longer work.</>
      ) : (
        <>
          {isInvited ? 'Confirm your email to join the project.' : 'Confirm your email.'}{' '}
          {/* One line has no room for it on a phone. */}
          <span className="max-sm:sr-only">We sent a link to {address}.</span>
        </>
      )}
      {isError && <span className="font-medium text-danger"> {messageOf(error)}</span>}
    </Banner>
  )
}
