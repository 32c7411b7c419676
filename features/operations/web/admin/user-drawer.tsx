import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Badge } from '#platform/ui/badge.tsx'
import { Drawer } from '#platform/ui/overlays/dialog.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { exactTime } from '#platform/web/text/age.ts'
import type { AdminUserDetails } from '../../contract-admin.ts'
import { AccountActions } from './account-actions.tsx'
import { actionName, counted, userMark } from './labels.ts'
import { adminKey, userQuery } from './queries.ts'
import { Ago } from './times.tsx'
import { UserFlags } from './user-flags.tsx'
import { UserProjects } from './user-projects.tsx'

/** An account, and what an internal admin can do about it. */
export function UserDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(userQuery(id))
  const queryClient = useQueryClient()
  const onChange = () => void queryClient.invalidateQueries({ queryKey: adminKey })
  return (
    <Drawer side="end" open onOpenChange={(open) => !open && onClose()} title={query.data?.email ?? 'User'}>
      {hasFailed(query) ? (
        <FetchFailure query={query} title="Couldn't load the user" />
      ) : query.data ? (
        <div className="flex flex-col gap-8">
          <Facts user={query.data} />
          <AccountActions user={query.data} onChange={onChange} onGone={onClose} />
          <Part title="Projects">
            <UserProjects user={query.data} onChange={onChange} />
          </Part>
          <Part title="Feature flags">
            <UserFlags user={query.data} onChange={onChange} />
          </Part>
          <Part title="Admin log">
            <Log log={query.data.log} />
          </Part>
        </div>
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Drawer>
  )
}

function Facts({ user }: { user: AdminUserDetails }) {
  const { look, label } = userMark(user)
  const { username, email, provider, createdAt, lastSeenAt, failedMails } = user
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
      <Fact name="Status">
        <Badge look={look}>{label}</Badge>
      </Fact>
      {username !== email && <Fact name="Username">{username}</Fact>}
      {provider !== 'local' && <Fact name="Signed up with">{provider}</Fact>}
      <Fact name="Created">{exactTime(createdAt)}</Fact>
      <Fact name="Last seen">
        <Ago at={lastSeenAt} never="Signed out" />
      </Fact>
      {failedMails > 0 && (
        <Fact name="Email">
          <Badge look="danger">{counted(failedMails, 'undelivered', 'undelivered')}</Badge>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Log({ log }: Pick<AdminUserDetails, 'log'>) {
  if (log.length === 0) return <p className="text-muted">No internal admin has done anything here yet.</p>
  return (
    <ul aria-label="Actions of admins" className="divide-y divide-line border-line border-y">
      {log.map((entry) => (
        <li key={entry.id} className="flex items-baseline justify-between gap-4 py-2">
          <div className="min-w-0">
            <p>{actionName(entry)}</p>
            <p className="wrap-anywhere text-muted text-sm">{entry.admin ?? 'A former admin'}</p>
          </div>
          <Ago at={entry.createdAt} />
        </li>
      ))}
    </ul>
  )
}
