import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import type { Conversation, Message } from '../../contract.ts'
import { messagesQuery } from '../inbox/queries.ts'
import type { InboxState } from '../inbox/use-inbox.ts'
import { MailComposer } from '../mail/mail-composer.tsx'
import { answersSince, companyTexts } from './company.ts'
import { Composer } from './composer.tsx'
import { MessageItem } from './message-item.tsx'
import { ConversationSkeleton } from './panel.tsx'
import { Thread } from './thread.tsx'
import { inTime } from './timeline.ts'
import { useDraft } from './use-draft.ts'

interface MessagesProps {
  project: CurrentProject
  state: InboxState
  conversation: Conversation
  now: number
}

/** The messages of a conversation, oldest first, with the public thread above and the answer below. */
export function Messages(props: MessagesProps) {
  const query = useInfiniteQuery(messagesQuery(props.conversation.id))
  const messages = useMemo(() => inTime(query.data?.pages.flatMap(({ data }) => data) ?? []), [query.data])
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load the messages" />
  if (!query.data) return <ConversationSkeleton />
  return (
    <Loaded
      {...props}
      messages={messages}
      earlier={query.hasNextPage ? { busy: query.isFetchingNextPage, show: () => void query.fetchNextPage() } : null}
    />
  )
}

interface LoadedProps extends MessagesProps {
  messages: readonly Message[]
  /** Loads earlier messages; null if there are none. */
  earlier: { busy: boolean; show: () => void } | null
}

function Loaded({ project, state, conversation, now, messages, earlier }: LoadedProps) {
  const { me } = state
  const own = messages.findLast((message) => message.state === 'draft' && message.createdBy?.id === me)
  const Answer = state.channel === 'mail' ? MailComposer : Composer
  const draft = useDraft({ projectId: project.id, conversationId: conversation.id }, own)
  // The user's draft is in the field below.
  const shown = messages.filter(({ id }) => id !== draft.id)
  return (
    <>
      <Thread conversation={conversation} />
      {/* Starts at its end, and stays there when messages arrive. */}
      <div className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto short:min-h-56">
        <div className="flex flex-col gap-4 px-4 py-4">
          {earlier && (
            <Button look="ghost" size="small" className="self-center" busy={earlier.busy} onClick={earlier.show}>
              {earlier.busy ? 'Loading…' : 'Show earlier messages'}
            </Button>
          )}
          {shown.length === 0 && (
            <p className="py-8 text-center text-muted">No messages yet. Write the first one below.</p>
          )}
          <ul aria-label="Messages" className="flex flex-col gap-4 empty:hidden">
            {shown.map((message) => (
              <MessageItem
                key={message.id}
                message={message}
                conversation={conversation}
                me={me}
                mayChange={state.mayChange}
                onTakenBack={draft.adopt}
                onReuse={draft.text.trim() === '' ? draft.write : null}
                now={now}
              />
            ))}
          </ul>
        </div>
      </div>
      <Company texts={companyTexts(messages, { me, draft: own, now })} />
      <Answer
        project={project}
        state={state}
        conversation={conversation}
        draft={draft}
        messages={messages}
        isAnswered={answersSince(messages, me, own).length > 0}
      />
    </>
  )
}

/** Warns that somebody else writes or wrote an answer. */
function Company({ texts }: { texts: readonly string[] }) {
  return (
    // Present before it has words, so that screen readers announce them.
    <ul aria-label="Others in this conversation" aria-live="polite" className="shrink-0 text-sm empty:hidden">
      {texts.map((text) => (
        <li key={text} className="wrap-anywhere flex items-center gap-2 bg-accent-soft px-4 py-2 text-accent-ink">
          <Icon name="people" /> <span className="min-w-0">{text}</span>
        </li>
      ))}
    </ul>
  )
}
