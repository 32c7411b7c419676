import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { firstNameOf } from '#engine/replies/canned.ts'
import { mailboxNotices } from '#platform/contract/notices.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Drawer } from '#platform/ui/overlays/dialog.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { Locked, Section } from '#platform/web/forms/section.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { useReturnNotice } from '#platform/web/page/return-notice.ts'
import { separatePart } from '#platform/web/page/separate-part.tsx'
import { useProject, useUser } from '#platform/web/session/project.ts'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import type { MailboxAttempt } from '../../contract-mailboxes.ts'
import { call } from '../api.ts'
import { AttemptSteps } from './attempt-steps.tsx'
import { MailboxRow } from './mailbox-row.tsx'
import { mailboxesQuery, mailboxOptionsQuery } from './queries.ts'
import { Suppressions } from './suppressions.tsx'

/** Few visits connect a mailbox. */
const ConnectMailbox = separatePart(async () => (await import('./connect-mailbox.tsx')).ConnectMailbox, {
  title: "Couldn't load the form",
  waiting: <Skeleton className="h-64 w-full" />,
})

/** The mailboxes that a project reads and sends mail with, and the addresses that get none. */
export function MailboxSettings() {
  const project = useProject()
  useReturnNotice(mailboxNotices, 'mailbox-connected')
  return (
    <>
      <PageHeading title="Mailboxes">Connect a mailbox to email people and read their answers in Earshot.</PageHeading>
      {project && <Settings key={project.id} project={project} />}
    </>
  )
}

function Settings({ project }: { project: CurrentProject }) {
  const role = useRole()
  const reason = role ? whyNot(role, 'readOutreach') : null
  if (reason !== null) return <Locked>{reason}</Locked>
  return (
    <>
      <Mailboxes project={project} />
      <Suppressions projectId={project.id} />
    </>
  )
}

function Mailboxes({ project }: { project: CurrentProject }) {
  const query = useQuery(mailboxesQuery(project.id))
  const role = useRole()
  const reason = role ? whyNot(role, 'changeProject') : null
  const isLocked = role === undefined || reason !== null
  const [now] = useState(Date.now)
  return (
    <Section
      title="Connected mailboxes"
      hint="Earshot stores only email from conversations it started and from people who gave you their address. Everything else stays in your mailbox."
    >
      {reason !== null && <Locked>{reason}</Locked>}
      {!isLocked && <Connect project={project} />}
      <RowsState name="the mailboxes" query={query} empty={<p className="text-muted">No mailboxes connected yet.</p>}>
        {(mailboxes) => (
          <ul aria-label="Mailboxes" className="divide-y divide-line border-line border-y">
            {mailboxes.map((mailbox) => (
              <MailboxRow key={mailbox.id} mailbox={mailbox} locked={isLocked} now={now} />
            ))}
          </ul>
        )}
      </RowsState>
    </Section>
  )
}

/** The ways to connect a mailbox that this server offers. */
function Connect({ project }: { project: CurrentProject }) {
  const queryClient = useQueryClient()
  const { data: options } = useQuery(mailboxOptionsQuery(project.id))
  const firstName = firstNameOf(useUser()?.username ?? '')
  const [isConnecting, setConnecting] = useState(false)
  const [steps, setSteps] = useState<MailboxAttempt['steps'] | null>(null)
  const { busy, error, send } = useSubmission()
  const refresh = () => queryClient.invalidateQueries({ queryKey: mailboxesQuery(project.id).queryKey })

  const connectSample = () =>
    send(async () => {
      setSteps(null)
      const { data } = await call('sandboxMailboxPut', { id: project.id })
      if (data.mailbox === null) setSteps(data.steps)
      else notify({ title: 'Sandbox mailbox connected', color: 'green' })
      await refresh()
    })
  const openProvider = (provider: 'google' | 'microsoft') =>
    send(async () => {
      const { data } = await call('mailboxConsentCreate', { body: { data: { project: project.id, provider } } })
      window.location.assign(data.page)
    })

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={() => setConnecting(true)}>
          <Icon name="add" /> Connect with a password
        </Button>
        {options?.google && (
          <Button busy={busy} onClick={() => void openProvider('google')}>
            Connect with Google
          </Button>
        )}
        {options?.microsoft && (
          <Button busy={busy} onClick={() => void openProvider('microsoft')}>
            Connect with Microsoft
          </Button>
        )}
        {options?.sandbox && (
          <Button busy={busy} onClick={() => void connectSample()}>
            Connect a sandbox mailbox
          </Button>
        )}
      </div>
      <AttemptSteps steps={steps} />
      <FormError>{error}</FormError>
      <Drawer open={isConnecting} onOpenChange={setConnecting} title="Connect a mailbox" side="end">
        <ConnectMailbox
          projectId={project.id}
          proposedName={firstName === '' ? project.name : `${firstName} from ${project.name}`}
          onConnected={(address) => {
            setConnecting(false)
            notify({ title: `${address} connected`, color: 'green' })
            void refresh()
          }}
          onCancel={() => setConnecting(false)}
        />
      </Drawer>
    </div>
  )
}
