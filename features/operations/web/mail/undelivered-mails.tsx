import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#platform/ui/badge.tsx'
import { Pager } from '#platform/ui/lists/pager.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { agoText, exactTime } from '#platform/web/text/age.ts'
import type { UndeliveredMail } from '../../contract.ts'
import { mailsPerPage } from '../../contract-limits.ts'
import { call } from '../api.ts'
import { MailView } from './mail-view.tsx'

const mailsQuery = (page: number) =>
  queryOptions({
    queryKey: ['undelivered-mails', page],
    queryFn: async ({ signal }) => (await call('undeliveredMailsFind', { query: { page: String(page) }, signal })).data,
    placeholderData: keepPreviousData,
  })

/** The emails that no mail server has delivered, for internal admins. Without a mail server, they can be read. */
export function UndeliveredMails() {
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<UndeliveredMail | null>(null)
  const query = useQuery(mailsQuery(page))
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load the emails" />
  if (!query.data) return <Skeleton className="h-16 w-full" />
  const { mails, total } = query.data
  if (mails.length === 0) {
    return (
      <p className="text-muted">
        None. Emails appear here while they wait, after they fail, or if no mail server is set up (SMTP_URL).
      </p>
    )
  }
  return (
    <>
      <ul aria-label="Undelivered email" className="divide-y divide-line border-line border-y">
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} onOpen={() => setOpened(mail)} />
        ))}
      </ul>
      {total > mailsPerPage && (
        <Pager label="Undelivered email" page={page} pageSize={mailsPerPage} total={total} onPage={setPage} />
      )}
      <Dialog open={opened !== null} onOpenChange={(open) => !open && setOpened(null)} title={opened?.subject ?? ''}>
        {opened && <MailView mail={opened} />}
      </Dialog>
    </>
  )
}

function MailRow({ mail, onOpen }: { mail: UndeliveredMail; onOpen: () => void }) {
  const { to, subject, state, reason, createdAt, nextTryAt } = mail
  const title = subject || 'Withdrawn email'
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere">
          {state === 'kept' ? (
            <button type="button" onClick={onOpen} className="text-left font-medium underline-offset-3 hover:underline">
              {title}
            </button>
          ) : (
            <span className="font-medium">{title}</span>
          )}{' '}
          {state === 'waiting' && <Badge look="warn">Waiting</Badge>}
          {state === 'failed' && <Badge look="danger">Failed</Badge>}
        </p>
        <p className="wrap-anywhere text-muted text-sm">to {to}</p>
        {reason && (
          <p className="wrap-anywhere text-sm">
            {reason}
            {nextTryAt && <span className="text-muted"> · next try {exactTime(nextTryAt)}</span>}
          </p>
        )}
      </div>
      <time dateTime={createdAt} title={exactTime(createdAt)} className="tabular text-muted text-sm">
        {agoText(createdAt, Date.now())}
      </time>
    </li>
  )
}
