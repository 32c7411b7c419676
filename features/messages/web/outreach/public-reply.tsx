import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { explanationPath } from '#engine/messages/wordings.ts'
import { redditUrl } from '#engine/reddit/reddit-url.ts'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import type { PublicReplyProps } from '#platform/web/feature.ts'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { paths } from '#platform/web/page/paths.ts'
import type { PublicReply as Reply } from '../../contract-outbox.ts'
import { call } from '../api.ts'
import { standingLooks, standingOf } from '../inbox/labels.ts'
import { replyObstacleText } from './obstacles.ts'
import { publicReplyQuery } from './queries.ts'

/** Posts a reply to a lead with the connected account, and shows how it stands. */
export function PublicReply({ leadId, text, renderCopy, now }: PublicReplyProps) {
  const queryClient = useQueryClient()
  const { queryKey } = publicReplyQuery(leadId)
  const { data: reply } = useQuery(publicReplyQuery(leadId))
  const { busy, error, send } = useSubmission()
  const show = (data: Reply) => queryClient.setQueryData(queryKey, data)
  const post = () =>
    send(async () =>
      show((await call('publicReplyCreate', { id: leadId, body: { data: { text: text.trim() } } })).data),
    )
  const takeBack = (id: string) =>
    send(async () => {
      // The text stays in the field above.
      await call('messagesUpdate', { id, body: { data: { state: 'draft' } } })
      await call('messagesDelete', { id })
      if (reply) show({ ...reply, message: null })
    })
  const { message, account, obstacle } = reply ?? { message: null, account: null, obstacle: null }
  const waits = message?.state === 'queued' || message?.state === 'deferred'
  const isFinal = message !== null && message.state !== 'refused'
  const maySend = account !== null && obstacle === null
  return (
    <div className="flex flex-col gap-2">
      {/* Present before it has words, so that screen readers announce them. */}
      <div aria-live="polite" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm empty:hidden">
        {message && <Standing message={message} now={now} />}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {waits && (
          <Button size="small" busy={busy} onClick={() => void takeBack(message.id)}>
            <Icon name="undo" /> Take back
          </Button>
        )}
        {!isFinal && maySend && (
          <Button look="primary" busy={busy} onClick={() => void post()}>
            <Icon name="reply" /> Send from u/{account}
          </Button>
        )}
        {!isFinal && renderCopy(!maySend)}
      </div>
      <FormError>{error}</FormError>
      {reply && !isFinal && <Obstacle reply={reply} />}
    </div>
  )
}

/** How the last reply stands, with the reason. */
function Standing({ message, now }: { message: NonNullable<Reply['message']>; now: number }) {
  const { text, look } = standingOf(message, now)
  const { refusal, hold, permalink } = message
  const reason = refusal ?? hold
  return (
    <>
      <p className={classes('wrap-anywhere min-w-0 text-pretty', standingLooks[look])}>
        {text}
        {reason !== null && (
          <>
            {' '}
            <a href={explanationPath(reason)} target="_blank" rel="noopener" className="underline underline-offset-2">
              Learn why
            </a>
          </>
        )}
      </p>
      {permalink !== null && (
        <a
          href={redditUrl(permalink)}
          target="_blank"
          rel="noopener noreferrer"
          className="underline underline-offset-2"
        >
          Open on Reddit
        </a>
      )}
    </>
  )
}

/** Why Earshot can't post it, and where to change that. */
function Obstacle({ reply }: { reply: Reply }) {
  const words = replyObstacleText(reply)
  if (words === null) return null
  const { obstacle } = reply
  const page =
    obstacle === 'manualMode'
      ? paths.projectMessages
      : obstacle === 'noAccount' || obstacle === 'disconnected'
        ? paths.projectSources
        : null
  return (
    <p className="text-pretty text-muted text-sm">
      {words}{' '}
      {page !== null && (
        <Link to={page} className="underline underline-offset-2">
          {obstacle === 'manualMode' ? 'Change how messages are sent' : 'Manage accounts'}
        </Link>
      )}
    </p>
  )
}
