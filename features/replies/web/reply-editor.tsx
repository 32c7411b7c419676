import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { isOnReddit, siteName } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import { commentLinkFault, commentPath } from '#engine/reddit/comment-path.ts'
import { replyChecker } from '#engine/replies/check.ts'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import type { ReplyPanelProps } from '#platform/web/feature.ts'
import { useSlot } from '#platform/web/slots.ts'
import { checkContextOf } from '../contract-check.ts'
import type { ReplyContext, ReplyDraft } from '../contract-drafts.ts'
import { CheckedText } from './checked-text.tsx'
import { marksOf } from './checks.ts'
import { Findings } from './findings.tsx'
import { History } from './history.tsx'
import { replyDraftsQuery } from './queries.ts'
import { SecondOpinion } from './second-opinion.tsx'
import { Suggestion } from './suggestion.tsx'
import { CannedMenu } from './team/canned-menu.tsx'
import type { ReplyInProgress } from './use-reply-text.ts'

interface ReplyEditorProps extends ReplyPanelProps {
  context: ReplyContext
  reply: ReplyInProgress
}

/** A reply from the first suggestion to the copied text: its field, the rule check, and what comes after posting. */
export function ReplyEditor({ projectId, lead, context, reply, onReplied, now }: ReplyEditorProps) {
  const { text, isSaved, failure, write } = reply
  const { data: drafts = [] } = useQuery(replyDraftsQuery(lead.id))
  const [draft, setDraft] = useState<ReplyDraft | null>(null)
  const unedited = draft?.text === text ? draft : null
  const check = useMemo(() => replyChecker(checkContextOf(context, unedited)), [context, unedited])
  const findings = useMemo(() => check(text), [check, text])
  return (
    <>
      <Suggestion
        projectId={projectId}
        leadId={lead.id}
        context={context}
        draft={draft}
        onDraft={(next) => {
          setDraft(next)
          if (next.text !== null) write(next.text)
        }}
      />
      <CannedMenu
        channel="reddit"
        projectId={projectId}
        lead={lead}
        product={context.product}
        onInsert={(inserted) => write(text.trim() === '' ? inserted : `${text.trimEnd()}\n\n${inserted}`)}
      />
      <div className="flex flex-col gap-1">
        <CheckedText label="Your reply" value={text} onChange={write} marks={marksOf(findings)} />
        <p aria-live="polite" className={classes('min-h-5 text-sm', failure === null ? 'text-muted' : 'text-danger')}>
          {failure ?? (text !== '' && isSaved && 'Saved as your draft.')}
        </p>
      </div>
      {text.trim() !== '' && (
        <>
          <Findings text={text} findings={findings} onChange={write} />
          <SecondOpinion leadId={lead.id} text={text} context={context} />
          <Posting text={text} lead={lead} onReplied={onReplied} now={now} />
        </>
      )}
      <History drafts={drafts} text={text} onUse={write} now={now} />
    </>
  )
}

interface PostingProps {
  text: string
  lead: ReplyPanelProps['lead']
  onReplied: ReplyPanelProps['onReplied']
  now: number
}

/**
 * Posts the reply with the connected account, or copies it and opens the post; afterwards records the reply with the link
 * of the comment.
 */
function Posting({ text, lead, onReplied, now }: PostingProps) {
  const PublicReply = useSlot('publicReply')
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  const [link, setLink] = useState('')
  const [isTried, setIsTried] = useState(false)
  const linkFault = link.trim() === '' ? null : commentLinkFault(link, lead.threads)
  const copy = () => {
    navigator.clipboard.writeText(text.trim()).then(
      () => setCopied('yes'),
      () => setCopied('no'),
    )
    window.open(postUrl(lead.permalink), '_blank', 'noopener,noreferrer')
  }
  // Earshot can post and check replies only on Reddit.
  const isHere = isOnReddit(lead.subreddit)
  const renderCopy = (isMain: boolean) => (
    <>
      <Button look={isMain ? 'primary' : 'outline'} onClick={copy}>
        <Icon name="copy" /> Copy and open on {siteName(lead.subreddit)}
      </Button>
      <p aria-live="polite" className="text-muted text-sm">
        {copied === 'yes' && 'Copied to your clipboard.'}
        {copied === 'no' && 'Your browser blocked copying. Select the text and copy it.'}
      </p>
    </>
  )
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (linkFault === null)
          onReplied({ text: text.trim(), permalink: link.trim() === '' ? null : commentPath(link) })
      }}
    >
      {isHere ? (
        <Suspense>
          <PublicReply leadId={lead.id} text={text} now={now} renderCopy={renderCopy} />
        </Suspense>
      ) : (
        renderCopy(true)
      )}
      {copied !== null && !isHere && (
        <Button type="submit" className="self-start">
          Save as replied
        </Button>
      )}
      {copied !== null && isHere && (
        <Field
          label="Link to your comment"
          aside="Optional"
          hint="Earshot then checks whether your comment stays visible."
          error={(isTried && linkFault) || undefined}
        >
          {(control) => (
            <div className="flex gap-2">
              <Input
                {...control}
                value={link}
                onChange={(event) => setLink(event.target.value)}
                className="min-w-0 flex-1"
              />
              <Button type="submit" className="h-10">
                Save as replied
              </Button>
            </div>
          )}
        </Field>
      )}
    </form>
  )
}
