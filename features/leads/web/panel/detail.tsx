import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { authorName, isOnReddit, placeName } from '#engine/places/places.ts'
import type { Post } from '#features/posts/contract.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Tooltip } from '#platform/ui/overlays/tooltip.tsx'
import { loadOptional } from '#platform/ui/parts.ts'
import { usePlaybookLink } from '#platform/web/page/playbook-address.ts'
import { Count } from '#platform/web/post/count.tsx'
import { ActiveReason, MarkedText } from '#platform/web/post/highlight.tsx'
import { LastChecked } from '#platform/web/post/last-checked.tsx'
import { PlaceLink } from '#platform/web/post/place-link.tsx'
import { PostSkeleton } from '#platform/web/post/post-skeleton.tsx'
import { PostText } from '#platform/web/post/post-text.tsx'
import { isGone, nameOf } from '#platform/web/post/shown-post.ts'
import { useProject, useUser } from '#platform/web/session/project.ts'
import { useMay } from '#platform/web/session/role.ts'
import { useSlot } from '#platform/web/slots.ts'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import type { Opportunity } from '../../contract.ts'
import type { Decision } from '../decisions.ts'
import { claimText, rejections, threadsOf, windowHints, windowNames, windowOf } from '../labels.ts'
import { marksOf } from '../marks.ts'
import { Duplicates } from './duplicates.tsx'
import { FollowUp } from './follow-up.tsx'
import { Headline } from './headline.tsx'
import { Why } from './why.tsx'

const RecordedReply = lazy(() => loadOptional(async () => (await import('./recorded-reply.tsx')).RecordedReply))

interface DetailProps {
  projectId: string
  lead: Opportunity
  /** The leads of the list. */
  others: readonly Opportunity[]
  decide: (decision: Decision) => void
  /** True for a post that was found but is no lead yet: there is nothing to follow up. */
  isOnlyFound?: boolean
  now: number
}

/** A lead in full: its text with the main reason above, and the breakdown of its score below. */
export function Detail({ projectId, lead, others, decide, isOnlyFound = false, now }: DetailProps) {
  const [active, setActive] = useState<number | null>(null)
  const text = useRef<HTMLElement>(null)
  const CommunityFacts = useSlot('communityFacts')
  const CommunityPlaybook = useSlot('communityPlaybook')
  const PostThread = useSlot('postThread')
  const ReplyPanel = useSlot('replyPanel')
  const seo = useSlot('seo')
  const mayDecide = useMay('decide')
  const mayFollowUp = useMay('changeOutreach')
  const { post, components, sentence } = lead
  const marks = useMemo(() => marksOf(components, 'body', sentence?.span), [components, sentence])
  if (!post) return <PostSkeleton card="h-56" />

  const showReason = (reason: number) => {
    const word = text.current?.querySelector(`mark[data-reasons~="${reason}"]`)
    word?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }

  const mayReply = mayDecide && !isOnlyFound && !isGone(post) && lead.state === 'new'
  const showReply = () => {
    const panel = text.current?.querySelector('section[aria-label="Reply"]')
    panel?.scrollIntoView({ block: 'start', behavior: 'smooth' })
    return panel?.querySelector('textarea') ?? panel?.querySelector('button') ?? null
  }

  return (
    <ActiveReason value={active}>
      <article
        ref={text}
        aria-labelledby="detail-title"
        className="mx-auto flex max-w-2xl flex-col gap-6 px-4 pt-4 pb-16 sm:px-8 sm:pt-6"
      >
        <header>
          <Meta lead={lead} post={post} now={now} />
          <h2
            id="detail-title"
            dir="auto"
            className="wrap-anywhere mt-2 font-semibold text-xl tracking-tight sm:text-2xl sm:leading-8"
          >
            <MarkedText text={nameOf(post)} marks={marksOf(lead.components, 'title')} />
          </h2>
          {!isGone(post) && <Headline lead={lead} onActive={setActive} onShow={showReason} />}
        </header>
        <PostText post={post} marks={marks} />
        <footer className="text-muted text-sm">
          <LastChecked post={post} now={now} />
          <Duplicates lead={lead} now={now} />
        </footer>
        {!isOnlyFound && (
          <Suspense>
            <seo.Receipts projectId={projectId} leadId={lead.id} />
          </Suspense>
        )}
        {!isGone(post) && <Why lead={lead} others={others} active={active} onActive={setActive} onShow={showReason} />}
        {!isGone(post) && isOnReddit(post.subreddit) && (
          <Suspense>
            <PostThread key={post.id} projectId={projectId} post={post} now={now} />
          </Suspense>
        )}
        {mayReply && (
          <Suspense>
            <ReplyPanel
              projectId={projectId}
              lead={{
                id: lead.id,
                permalink: post.permalink,
                subreddit: post.subreddit,
                author: post.author,
                threads: threadsOf(lead),
              }}
              onReplied={(reply) => decide({ kind: 'reply', on: true, ...reply })}
              onClaim={mayFollowUp && !lead.claim ? () => decide({ kind: 'claim' }) : null}
              now={now}
            />
          </Suspense>
        )}
        {lead.reply && (
          <Suspense>
            <RecordedReply
              projectId={projectId}
              lead={lead}
              reply={lead.reply}
              mayDecide={mayDecide === true}
              now={now}
            />
          </Suspense>
        )}
        {mayFollowUp && !isOnlyFound && (
          <FollowUp
            projectId={projectId}
            lead={lead}
            decide={decide}
            showReply={mayReply ? showReply : null}
            now={now}
          />
        )}
        {mayFollowUp && isOnReddit(post.subreddit) && (
          <Suspense>
            <CommunityFacts name={post.subreddit} />
            <CommunityPlaybook projectId={projectId} now={now} />
          </Suspense>
        )}
      </article>
    </ActiveReason>
  )
}

function Meta({ lead, post, now }: { lead: Opportunity; post: Post; now: number }) {
  const window = windowOf(lead, now)
  const mayFollowUp = useMay('changeOutreach')
  const playbook = usePlaybookLink(post.subreddit)
  const isSample = useProject()?.realm === 'sandbox'
  const me = useUser()?.id
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
      <PlaceLink place={post.subreddit} />
      {mayFollowUp && isOnReddit(post.subreddit) && (
        <Link
          {...playbook}
          aria-label={`Playbook of ${placeName(post.subreddit)}`}
          className="rounded underline decoration-line underline-offset-2 hover:decoration-current"
        >
          Playbook
        </Link>
      )}
      {post.author && <span className="max-w-full truncate">{authorName(post.author)}</span>}
      {lead.postedAt ? (
        <Tooltip label={exactTime(lead.postedAt)} onPress>
          <button type="button" className="tabular cursor-default rounded">
            <time dateTime={lead.postedAt}>{ageText(lead.postedAt, now)}</time>
          </button>
        </Tooltip>
      ) : (
        <span>{ageText(null, now)}</span>
      )}
      <Tooltip label={windowHints[window]} onPress>
        <button type="button" className="cursor-default rounded">
          {windowNames[window]}
        </button>
      </Tooltip>
      <Count icon="vote" value={post.score} />
      <Count icon="comment" value={post.numComments} />
      {isSample && <Badge>Sample</Badge>}
      {post.kind === 'comment' && <Badge>Comment</Badge>}
      {post.flair && <Badge>{post.flair}</Badge>}
      {lead.claim && <Badge>{claimText(lead.claim, me)}</Badge>}
      {lead.state === 'replied' && <Badge look="accent">Replied</Badge>}
      {lead.rejection && <Badge>Rejected: {rejections[lead.rejection.reason].toLowerCase()}</Badge>}
    </div>
  )
}
