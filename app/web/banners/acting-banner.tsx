import { useEffect, useState } from 'react'
import type { SessionUser } from '#platform/contract/session.ts'
import { Banner } from '#platform/ui/banner.tsx'
import { Button } from '#platform/ui/button.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { changeSession } from '#platform/web/session/log-out.ts'
import { spanText } from '#platform/web/text/units.ts'
import { call } from '../api.ts'

interface ActingBannerProps {
  user: SessionUser
  acting: NonNullable<SessionUser['acting']>
}

/** Says on every screen that an internal admin acts as the user, and until when. */
export function ActingBanner({ user: { id, email }, acting: { endsAt } }: ActingBannerProps) {
  const left = useTimeLeft(endsAt)
  const [busy, setBusy] = useState(false)
  const address = `${paths.users}?user=${id}`
  const isOver = left <= 0
  useEffect(() => {
    // The session is the admin's own again, and this page shows another user's data.
    if (isOver) window.location.assign(address)
  }, [isOver, address])
  async function stop(): Promise<void> {
    if (busy) return
    setBusy(true)
    setBusy(await changeSession(() => call('actingDelete', {}), address))
  }
  return (
    <Banner
      label="Acting as a user"
      icon="people"
      actions={
        <Button look="primary" size="small" busy={busy} onClick={() => void stop()}>
          Stop acting
        </Button>
      }
    >
      You're acting as <strong className="font-medium">{email}</strong>.{' '}
      <span className="max-sm:sr-only">Their audit log names you with every change.</span>{' '}
      {/* Not announced every minute. */}
      <span aria-hidden="true" className="tabular whitespace-nowrap text-muted">
        {spanText(left / 1000)} left
      </span>
    </Banner>
  )
}

/** Returns the ms until an instant, which is updated several times a minute. */
function useTimeLeft(instant: string): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return Date.parse(instant) - now
}
