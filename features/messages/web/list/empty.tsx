import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { ListSkeleton } from '#platform/ui/lists/list-skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { accountsQuery } from '../inbox/queries.ts'
import type { InboxState } from '../inbox/use-inbox.ts'
import { type Box, defaultView, viewKey } from '../inbox/view.ts'
import { MailEmpty } from '../mail/mail-empty.tsx'

/** An empty list: why it is empty, and what to do next. */
export function Empty({ projectId, state }: { projectId: string; state: InboxState }) {
  const { view, go, channel } = state
  const isMail = channel === 'mail'
  const accounts = useQuery({ ...accountsQuery(projectId), enabled: !isMail })
  const figure = (name: 'mail' | 'search' | 'through') => <Icon name={name} className="size-10" />
  if (view.text !== '' || view.account !== null) {
    return (
      <EmptyState
        figure={figure('search')}
        title="No matching conversations"
        action={<Button onClick={() => go({ ...defaultView, box: view.box }, null, false)}>Clear filters</Button>}
      >
        {view.text === ''
          ? `This view has no conversations of this ${isMail ? 'mailbox' : 'account'}.`
          : 'No messages or people in this view match these words.'}
      </EmptyState>
    )
  }
  if (isMail && view.box === 'all') return <MailEmpty projectId={projectId} state={state} />
  if (!isMail && hasFailed(accounts)) return <FetchFailure query={accounts} title="Couldn't load the Reddit accounts" />
  if (!isMail && !accounts.data) return <ListSkeleton label="Loading conversations" />
  if (accounts.data?.length === 0) {
    return (
      <EmptyState
        figure={figure('mail')}
        title="Connect a Reddit account"
        action={
          <Link to={paths.projectSources} className={buttonClasses({ look: 'primary' })}>
            Connect account
          </Link>
        }
      >
        Messages, replies to your comments, and mentions of your account appear here once an account is connected.
      </EmptyState>
    )
  }
  const { title, text } = texts[view.box]
  return (
    <EmptyState
      figure={figure(view.box === 'all' ? 'mail' : 'through')}
      title={title}
      action={
        viewKey(view) === viewKey(defaultView) ? (
          <Link to={paths.opportunities} className={buttonClasses({ look: 'primary' })}>
            Find someone to message
          </Link>
        ) : (
          <Button onClick={() => go(defaultView, null, false)}>Show all conversations</Button>
        )
      }
    >
      {text}
    </EmptyState>
  )
}

const texts: Record<Box, { title: string; text: string }> = {
  all: {
    title: 'No open conversations',
    text: 'Messages, replies to your comments, and mentions of your accounts appear here within a minute. Leads whose authors asked for a message are a good start.',
  },
  mine: { title: 'Nothing assigned to you', text: 'Conversations that you or others assign to you appear here.' },
  unassigned: { title: 'Everything is assigned', text: 'Open conversations without an assignee appear here.' },
  unread: { title: "You're all caught up", text: 'Conversations with new messages appear here.' },
  snoozed: { title: 'Nothing snoozed', text: 'Snoozed conversations wait here until their time comes.' },
  done: {
    title: 'Nothing done yet',
    text: 'Conversations that you mark as done move here. A new message reopens them.',
  },
}
