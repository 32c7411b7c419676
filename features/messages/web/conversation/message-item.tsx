import { useQueryClient } from '@tanstack/react-query'
import { explanationPath } from '#engine/messages/wordings.ts'
import { redditUrl } from '#engine/reddit/reddit-url.ts'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { invalidate } from '#platform/web/api/fetches.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { PostBody } from '#platform/web/post/post-body.tsx'
import { exactTime } from '#platform/web/text/age.ts'
import type { Conversation, Message } from '../../contract.ts'
import { call, changes } from '../api.ts'
import { nameOf, noText, standingLooks, standingOf } from '../inbox/labels.ts'
import { MailBody } from '../mail/mail-body.tsx'

interface MessageItemProps {
  message: Message
  conversation: Conversation
  /** The ID of the user. */
  me: string
  mayChange: boolean
  /** Called once a message is a draft again. */
  onTakenBack: () => void
  /** Puts a text into the field for an answer; null while there is another text. */
  onReuse: ((text: string) => void) | null
  now: number
}

/** One message with how it stands, and what can be done about it. */
export function MessageItem({ message, conversation, me, mayChange, onTakenBack, onReuse, now }: MessageItemProps) {
  const { channel, direction, text, state, sentAt, createdAt, permalink, hold, refusal } = message
  const isMail = channel === 'mail'
  const isOurs = direction === 'out'
  const standing = standingOf(message, now)
  const reason = refusal ?? hold ?? (state === 'refused' ? '' : null)
  return (
    <li className={classes('flex flex-col gap-1', isOurs ? 'items-end' : 'items-start')}>
      <div
        className={classes(
          'max-w-[min(36rem,90%)] rounded-2xl px-4 py-2.5',
          isOurs ? 'rounded-br-md bg-accent-soft' : 'rounded-bl-md bg-sunken',
          state === 'draft' && 'border border-line border-dashed bg-transparent',
        )}
      >
        <p className="sr-only">{isOurs ? 'We wrote' : `${nameOf(conversation)} wrote`}</p>
        <div dir="auto" className={isMail ? '' : 'strangers-text'}>
          {isMail ? (
            <MailBody message={message} conversation={conversation} />
          ) : text === '' ? (
            <p className="text-muted italic">{noText.reddit}</p>
          ) : (
            <PostBody source={text} marks={[]} />
          )}
        </div>
      </div>
      <p
        className={classes(
          'flex max-w-full flex-wrap gap-x-2 px-1 text-xs',
          standingLooks[standing.look],
          isOurs && 'justify-end text-end',
        )}
        title={exactTime(sentAt ?? createdAt)}
      >
        <span className="wrap-anywhere min-w-0 text-balance">
          {standing.text}
          {reason !== null && !isMail && (
            <>
              {' '}
              <a href={explanationPath(reason)} target="_blank" rel="noopener" className="underline underline-offset-2">
                Learn why
              </a>
            </>
          )}
        </span>
        {permalink !== null && (
          <a
            href={redditUrl(permalink)}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex items-center underline underline-offset-2"
          >
            Open on Reddit
          </a>
        )}
      </p>
      {mayChange && isOurs && <MessageActions message={message} me={me} onTakenBack={onTakenBack} onReuse={onReuse} />}
    </li>
  )
}

type ActionsProps = Pick<MessageItemProps, 'message' | 'me' | 'onTakenBack' | 'onReuse'>

function MessageActions({ message, me, onTakenBack, onReuse }: ActionsProps) {
  const queryClient = useQueryClient()
  const { id, channel, state, text, createdBy, hold, refusal } = message

  /** Changes the message, and shows what it is now, also after a refusal. */
  async function change(work: () => Promise<unknown>): Promise<boolean> {
    const done = await withErrorToast(() => changes.send(work))
    invalidate(queryClient, { queryKey: ['messages'] })
    return done
  }
  const become = (next: 'draft' | 'queued') => call('messagesUpdate', { id, body: { data: { state: next } } })

  const waits = state === 'queued' || state === 'deferred'
  const isOwnDraft = state === 'draft' && createdBy?.id === me
  // Nothing may be written to this address or person anymore.
  const isForGood = refusal === 'bounced' || refusal === 'suppressed' || refusal === 'doNotContact'
  const isUnclearMail = channel === 'mail' && state === 'armed' && hold === 'unclear'
  const decide = (sent: boolean) => void change(() => call('mailOutcomePut', { id, body: { data: { sent } } }))
  if (!waits && !isOwnDraft && !isUnclearMail && state !== 'refused') return null
  return (
    <div className="flex flex-wrap justify-end gap-1">
      {state === 'deferred' && (
        <Button look="ghost" size="small" onClick={() => void change(() => become('queued'))}>
          <Icon name="refresh" /> Try again
        </Button>
      )}
      {waits && (
        <Button
          look="ghost"
          size="small"
          onClick={() => void change(() => become('draft')).then((done) => done && onTakenBack())}
        >
          <Icon name="undo" /> Take back
        </Button>
      )}
      {state === 'refused' && onReuse && !isForGood && (
        <Button look="ghost" size="small" onClick={() => onReuse(text)}>
          <Icon name="refresh" /> Write again
        </Button>
      )}
      {isUnclearMail && (
        <>
          <Button look="ghost" size="small" onClick={() => decide(true)}>
            <Icon name="check" /> It was sent
          </Button>
          <Button look="ghost" size="small" onClick={() => decide(false)}>
            <Icon name="refresh" /> Send again
          </Button>
        </>
      )}
      {isOwnDraft && (
        <Button look="ghost" size="small" onClick={() => void change(() => call('messagesDelete', { id }))}>
          <Icon name="remove" /> Delete draft
        </Button>
      )}
    </div>
  )
}
