import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { messageOf } from '#platform/web/api/call-error.ts'
import type { ReplyPanelProps } from '#platform/web/feature.ts'
import type { ReplyContext } from '../contract-drafts.ts'
import { EarlierReplies } from './earlier-replies.tsx'
import { Facts } from './facts.tsx'
import { replyContextQuery } from './queries.ts'
import { ReplyEditor } from './reply-editor.tsx'
import { Company } from './team/company.tsx'
import { useAnswering } from './team/use-answering.ts'
import { type ReplyInProgress, useReplyText } from './use-reply-text.ts'

/** The place to write a reply to a lead. Opened by a button, since most leads are only read. */
export function ReplyPanel(props: ReplyPanelProps) {
  const written = useReplyText(props.lead.id)
  const sign = useAnswering(props.lead.id)
  const write = (text: string) => {
    written.write(text)
    sign()
  }
  const [open, setOpen] = useState(false)
  // A reply that was begun stays open, also on another device.
  if (!open && written.text !== '') setOpen(true)
  const { data: context, error } = useQuery({ ...replyContextQuery(props.lead.id), enabled: open })
  return (
    <section aria-label="Reply" className="flex flex-col gap-4">
      <h3 className="font-semibold">Reply</h3>
      <Company projectId={props.projectId} leadId={props.lead.id} now={props.now} />
      {!open && (
        <Button
          className="self-start"
          onClick={() => {
            setOpen(true)
            sign()
          }}
        >
          <Icon name="reply" /> Write a reply
        </Button>
      )}
      {/* While it is closed, the button of the team below is in sight. */}
      {open && props.onClaim && (
        <div className="flex flex-wrap items-center gap-2">
          <p className="text-muted text-sm">Nobody has claimed this lead.</p>
          <Button size="small" onClick={props.onClaim}>
            <Icon name="people" /> Claim
          </Button>
        </div>
      )}
      {open && error && <p className="text-danger text-sm">{messageOf(error)}</p>}
      {open && !error && !context && <div aria-busy="true" className="h-40 rounded-lg bg-sunken" />}
      {open && context && <Opened {...props} context={context} reply={{ ...written, write }} />}
    </section>
  )
}

function Opened({ context, ...props }: ReplyPanelProps & { context: ReplyContext; reply: ReplyInProgress }) {
  return (
    <>
      <Facts projectId={props.projectId} leadId={props.lead.id} context={context} />
      <EarlierReplies subreddit={props.lead.subreddit} context={context} now={props.now} />
      <ReplyEditor {...props} context={context} />
    </>
  )
}
