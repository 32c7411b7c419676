import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { ListSkeleton } from '#platform/ui/lists/list-skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { paths } from '#platform/web/page/paths.ts'
import type { InboxState } from '../inbox/use-inbox.ts'
import { mailboxesQuery } from '../mailboxes/queries.ts'

/** A mail inbox without conversations: connect a mailbox, or write the first mail. */
export function MailEmpty({ projectId, state }: { projectId: string; state: InboxState }) {
  const mailboxes = useQuery(mailboxesQuery(projectId))
  if (hasFailed(mailboxes)) return <FetchFailure query={mailboxes} title="Couldn't load the mailboxes" />
  if (!mailboxes.data) return <ListSkeleton label="Loading conversations" />
  const figure = <Icon name="at" className="size-10" />
  if (mailboxes.data.length === 0) {
    return (
      <EmptyState
        figure={figure}
        title="Connect a mailbox"
        action={
          <Link to={paths.projectMailboxes} className={buttonClasses({ look: 'primary' })}>
            Connect mailbox
          </Link>
        }
      >
        Email people and read their answers here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      figure={figure}
      title="No open conversations"
      action={
        state.mayChange && (
          <Button look="primary" onClick={() => state.setWriting(true)}>
            Write an email
          </Button>
        )
      }
    >
      Answers to your mail appear here within a minute.
    </EmptyState>
  )
}
