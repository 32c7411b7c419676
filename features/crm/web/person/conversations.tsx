import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Conversation } from '#features/messages/contract.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import type { RedditPerson } from '../../contract.ts'
import { conversationPath } from './conversation-path.ts'
import { conversationsQuery } from './queries.ts'

/** The conversations with a person, each with its last words and a link to the inbox. */
export function Conversations({ person, now }: { person: RedditPerson; now: number }) {
  const query = useQuery(conversationsQuery(person.id))
  return (
    <section aria-label="Conversations">
      <h2 className="font-semibold">Conversations</h2>
      <div className="mt-2">
        <RowsState
          name="the conversations"
          query={query}
          empty={
            <p className="text-muted">
              None yet. Messages on Reddit and by mail appear here. Message them from their lead.
            </p>
          }
        >
          {(conversations) => (
            <ul aria-label="Conversations" className="flex flex-col gap-2">
              {conversations.map((conversation) => (
                <li key={conversation.id}>
                  <Row conversation={conversation} now={now} />
                </li>
              ))}
            </ul>
          )}
        </RowsState>
      </div>
    </section>
  )
}

function Row({ conversation, now }: { conversation: Conversation; now: number }) {
  const { channel, subreddit, title, unread, state, lastAt, snippet, account } = conversation
  const place = channel === 'mail' ? 'Mail' : subreddit === null ? 'Direct message' : `r/${subreddit}`
  return (
    <Link
      to={conversationPath(conversation)}
      className="flex flex-col gap-1 rounded-xl border border-line bg-raised px-3 py-2.5 hover:bg-hover"
    >
      <span className="flex items-baseline gap-2">
        <Icon name={channel === 'mail' ? 'mail' : 'comment'} className="self-center text-faint" />
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {title ?? place}
        </span>
        {lastAt !== null && (
          <time dateTime={lastAt} title={exactTime(lastAt)} className="tabular shrink-0 text-muted text-xs">
            {ageText(lastAt, now)}
          </time>
        )}
      </span>
      {snippet !== null && (
        <span dir="auto" className="wrap-anywhere line-clamp-2 text-muted text-sm">
          {snippet.direction === 'out' ? 'You: ' : ''}
          {snippet.text || 'Deleted on Reddit'}
        </span>
      )}
      <span className="flex flex-wrap items-center gap-1.5 text-muted text-xs">
        {title !== null && <span>{place}</span>}
        {account && <span>as u/{account.name}</span>}
        {unread && <Badge look="accent">Unread</Badge>}
        {state === 'done' && <Badge look="good">Done</Badge>}
        {state === 'snoozed' && <Badge>Snoozed</Badge>}
      </span>
    </Link>
  )
}
