import { useState } from 'react'
import { redditUrl } from '#engine/reddit/reddit-url.ts'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { ReplyChecks, ReplyVisibility } from '#platform/web/post/reply-visibility.tsx'
import type { Opportunity, Reply } from '../../contract.ts'
import { LongText } from '../archive/long-text.tsx'
import { ReplyDialog } from '../archive/reply-dialog.tsx'

interface RecordedReplyProps {
  projectId: string
  lead: Opportunity
  reply: Reply
  mayDecide: boolean
  now: number
}

/** The reply that was posted: its text and link, and what Reddit still shows of it. */
export function RecordedReply({ projectId, lead, reply, mayDecide, now }: RecordedReplyProps) {
  const [isEditing, setIsEditing] = useState(false)
  const { text, permalink } = reply
  const isEmpty = text === null && permalink === null
  return (
    <section aria-label="Your reply" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">Your reply</h3>
        {mayDecide && (
          <Button size="small" onClick={() => setIsEditing(true)}>
            <Icon name={isEmpty ? 'add' : 'reply'} /> {isEmpty ? 'Add your reply' : 'Edit reply'}
          </Button>
        )}
      </div>
      {text !== null && (
        <div dir="auto" className="border-line border-l-2 pl-3">
          <LongText text={text} />
        </div>
      )}
      <ReplyVisibility reply={reply} now={now} />
      {permalink !== null && (
        <>
          <ReplyChecks reply={reply} now={now} />
          <a
            href={redditUrl(permalink)}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex items-center gap-1 self-start text-accent-ink text-sm underline underline-offset-2"
          >
            View reply on Reddit <Icon name="external" className="size-3.5" />
          </a>
        </>
      )}
      {isEditing && <ReplyDialog projectId={projectId} lead={lead} onClose={() => setIsEditing(false)} />}
    </section>
  )
}
