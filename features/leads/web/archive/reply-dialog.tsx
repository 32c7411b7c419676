import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isOnReddit } from '#engine/places/places.ts'
import { commentLinkFault } from '#engine/reddit/comment-path.ts'
import { redditUrl } from '#engine/reddit/reddit-url.ts'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input, Textarea } from '#platform/ui/fields/input.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { Opportunity } from '../../contract.ts'
import { threadsOf } from '../labels.ts'
import { type Pages, withDecisions } from '../pages.ts'
import { leadQuery } from '../queries.ts'
import { call } from './api.ts'

interface ReplyDialogProps {
  projectId: string
  lead: Opportunity
  onClose: () => void
}

/** The form for the reply to a lead as it was posted: its text and its link. */
export function ReplyDialog({ projectId, lead, onClose }: ReplyDialogProps) {
  const queryClient = useQueryClient()
  const { busy, error, send } = useSubmission()
  const [text, setText] = useState(lead.reply?.text ?? '')
  const [link, setLink] = useState(lead.reply?.permalink ? redditUrl(lead.reply.permalink) : '')
  const [isChecked, setIsChecked] = useState(false)
  const linkFault = link.trim() === '' ? null : commentLinkFault(link, threadsOf(lead))
  const save = async () => {
    const data = { text: text.trim() || null, permalink: link.trim() || null }
    const answer = await call('replyPut', { id: lead.id, body: { data } })
    queryClient.setQueriesData<Pages>({ queryKey: ['opportunities', projectId] }, (pages) => {
      return pages && withDecisions(pages, [answer.data])
    })
    await queryClient.invalidateQueries({ queryKey: leadQuery(lead.id).queryKey, exact: true })
    await queryClient.invalidateQueries({ queryKey: ['archive', projectId] })
    notify({ title: 'Reply saved' })
    onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title="Your reply">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsChecked(true)
          if (linkFault === null) void send(save)
        }}
        className="flex flex-col gap-5"
      >
        <Field label="Text" aside="Optional" hint="As you posted it.">
          {(control) => (
            <Textarea {...control} value={text} maxLength={10_000} onChange={(event) => setText(event.target.value)} />
          )}
        </Field>
        {(!lead.post || isOnReddit(lead.post.subreddit)) && (
          <Field
            label="Link"
            aside="Optional"
            hint="The address of your comment on Reddit. Earshot then checks whether it stays visible."
            error={(isChecked && linkFault) || undefined}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="url"
                value={link}
                maxLength={2000}
                onChange={(event) => setLink(event.target.value)}
              />
            )}
          </Field>
        )}
        <FormEnd error={error} busy={busy} onCancel={onClose}>
          Save reply
        </FormEnd>
      </form>
    </Dialog>
  )
}
