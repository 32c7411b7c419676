import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { Section } from '#platform/web/forms/section.tsx'
import { ownTimeZone } from '#platform/web/forms/time-zones.ts'
import { paths } from '#platform/web/page/paths.ts'
import { useUser } from '#platform/web/session/project.ts'
import type { AlertSubscription, MailSuppression } from '../../contract.ts'
import { call } from '../api.ts'
import { momentText } from '../labels.ts'
import { PushBrowsers } from '../push/push-browsers.tsx'
import { settingsQuery, subscriptionsQuery, suppressionQuery } from '../queries.ts'
import { Matrix } from './matrix.tsx'
import { OwnHours } from './own-hours.tsx'
import { OwnLog } from './own-log.tsx'

/** What the user gets from the alert rules of all their projects. */
export function AccountAlertSettings() {
  const user = useUser()
  const query = useQuery(subscriptionsQuery)
  const settings = useQuery(settingsQuery)
  const timeZone = user?.timeZone ?? ownTimeZone()
  return (
    <>
      <PageHeading title="Your notifications">Choose which alert rules reach you, in all your projects.</PageHeading>
      {user && (
        <>
          <Delivery email={user.email} confirmed={user.confirmed} />
          <PushBrowsers />
          {settings.data && <OwnHours settings={settings.data} timeZone={user.timeZone} browserZone={ownTimeZone()} />}
          {hasFailed(settings) && <FetchFailure query={settings} title="Couldn't load your quiet hours" />}
        </>
      )}
      <RowsState
        name="your alert rules"
        query={query}
        empty={<EmptyState title="No alert rules yet">The alert rules of your projects appear here.</EmptyState>}
      >
        {(rows) => <Projects rows={rows} timeZone={timeZone} ownTime={settings.data?.timeOfDay ?? null} />}
      </RowsState>
      <OwnLog />
    </>
  )
}

interface ProjectsProps {
  rows: AlertSubscription[]
  timeZone: string
  /** The user's own digest time; null if they follow the rules'. */
  ownTime: string | null
}

function Projects({ rows, timeZone, ownTime }: ProjectsProps) {
  const byProject = Map.groupBy(rows, ({ project }) => project.id)
  return [...byProject].map(([id, own]) => (
    <Section key={id} title={own[0]?.project.name ?? ''}>
      <Matrix rows={own} timeZone={timeZone} ownTime={ownTime} />
    </Section>
  ))
}

/** Where alerts go, and why they don't arrive if they can't. */
function Delivery({ email, confirmed }: { email: string; confirmed: boolean }) {
  const { data: suppression } = useQuery(suppressionQuery)
  return (
    <section aria-label="Email" className="flex flex-col gap-3 rounded-xl border border-line p-4">
      <p className="wrap-anywhere">
        <span className="text-muted">Emails go to</span> <span className="font-medium">{email}</span>{' '}
        {!confirmed && <Badge look="warn">Not confirmed</Badge>}
        {suppression && <Badge look="danger">Stopped</Badge>}
      </p>
      {!confirmed && (
        <p className="text-muted text-sm">
          Confirm your email to get alerts.{' '}
          <Link to={paths.accountMain} className="underline hover:text-ink">
            Resend confirmation
          </Link>
        </p>
      )}
      {suppression && <Suppressed suppression={suppression} />}
      {confirmed && !suppression && <TestMail />}
    </section>
  )
}

function TestMail() {
  const [busy, setBusy] = useState(false)

  async function send(): Promise<void> {
    if (busy) return
    setBusy(true)
    await withErrorToast(async () => {
      const { data } = await call('testMailCreate', {})
      notify({ title: `Test email sent to ${data.email}` })
    })
    setBusy(false)
  }

  return (
    <Button size="small" className="self-start" busy={busy} onClick={() => void send()}>
      Send a test email to me
    </Button>
  )
}

function Suppressed({ suppression: { since, reason } }: { suppression: MailSuppression }) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function resume(): Promise<void> {
    if (busy) return
    setBusy(true)
    if (await withErrorToast(() => call('mailSuppressionDelete', {}))) {
      queryClient.setQueryData(suppressionQuery.queryKey, null)
      notify({ title: 'Alert emails resumed' })
    }
    setBusy(false)
  }

  return (
    <>
      <p className="text-sm">
        We stopped sending alerts to this address on {momentText(since)}. {reason}
      </p>
      <p className="text-muted text-sm">
        If the address is wrong, change it in your account settings. If it works again, resume emails.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" busy={busy} onClick={() => void resume()}>
          Resume emails
        </Button>
        <Link to={paths.accountMain} className="inline-flex items-center text-sm underline hover:text-ink">
          Change email
        </Link>
      </div>
    </>
  )
}
