import { Suspense, useMemo, useRef, useState } from 'react'
import type { Post, PostStanding } from '#features/posts/contract.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Tooltip } from '#platform/ui/overlays/tooltip.tsx'
import { redditUrl } from '#platform/web/page/paths.ts'
import { ActiveReason, MarkedText } from '#platform/web/post/highlight.tsx'
import { PostBody } from '#platform/web/post/post-body.tsx'
import { useProject, useUser } from '#platform/web/session/project.ts'
import { useMay } from '#platform/web/session/role.ts'
import { useSlot } from '#platform/web/slots.ts'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import type { Opportunity } from '../../contract.ts'
import type { Decision } from '../decisions.ts'
import { claimText, isGone, nameOf, rejections, windowHints, windowNames, windowOf } from '../labels.ts'
import { Count } from '../list/row.tsx'
import { marksOf } from '../marks.ts'
import { DetailSkeleton } from './detail-skeleton.tsx'
import { Duplicates } from './duplicates.tsx'
import { FollowUp } from './follow-up.tsx'
import { Headline } from './headline.tsx'
import { Why } from './why.tsx'

interface DetailProps {
  projectId: string
  lead: Opportunity
  /** The leads of the list. */
  others: readonly Opportunity[]
  decide: (decision: Decision) => void
  now: number
}

/** A lead in full: its text with the main reason above, and the breakdown of its score below. */
export function Detail({ projectId, lead, others, decide, now }: DetailProps) {
  const [active, setActive] = useState<number | null>(null)
  const text = useRef<HTMLElement>(null)
  const CommunityFacts = useSlot('communityFacts')
  const mayFollowUp = useMay('changeOutreach')
  const { post } = lead
  if (!post) return <DetailSkeleton />

  const showReason = (reason: number) => {
    const word = text.current?.querySelector(`mark[data-reasons~="${reason}"]`)
    word?.scrollIntoView({ block: 'center', behavior: 'smooth' })
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
        {isGone(post) ? <p className="text-muted">{goneTexts[post.standing]}</p> : <Body lead={lead} post={post} />}
        <footer className="text-muted text-sm">
          <Checked post={post} now={now} />
          <Duplicates lead={lead} now={now} />
        </footer>
        {!isGone(post) && <Why lead={lead} others={others} active={active} onActive={setActive} onShow={showReason} />}
        {mayFollowUp && <FollowUp projectId={projectId} lead={lead} decide={decide} now={now} />}
        {mayFollowUp && (
          <Suspense>
            <CommunityFacts name={post.subreddit} />
          </Suspense>
        )}
      </article>
    </ActiveReason>
  )
}

function Meta({ lead, post, now }: { lead: Opportunity; post: Post; now: number }) {
  const window = windowOf(lead, now)
  const isSample = useProject()?.realm === 'sandbox'
  const me = useUser()?.id
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
      <a
        href={redditUrl(`/r/${encodeURIComponent(post.subreddit)}/`)}
        target="_blank"
        rel="noopener noreferrer"
        className="wrap-anywhere rounded font-medium text-ink hover:underline"
      >
        r/{post.subreddit}
      </a>
      {post.author && <span className="max-w-full truncate">u/{post.author}</span>}
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

/** How long ago the post was last checked on Reddit. */
function Checked({ post: { checkedAt }, now }: { post: Post; now: number }) {
  if (checkedAt === null) return <p>Not verified since import</p>
  const age = ageText(checkedAt, now)
  return (
    <p>
      <time dateTime={checkedAt}>{age === 'just now' ? 'Verified just now' : `Verified ${age} ago`}</time>
    </p>
  )
}

/** Shown in place of a deleted text; the team's own notes stay. */
const goneTexts: Record<PostStanding, string> = {
  there: '',
  reduced: "This came from RSS and couldn't be verified in time, so only words from its title are kept.",
  deleted: 'The author deleted this on Reddit, so Earshot deleted its copy. Your notes are kept.',
  removed: 'This was removed on Reddit, so Earshot deleted its copy. Your notes are kept.',
  absent: 'This is no longer on Reddit, so Earshot deleted its copy. Your notes are kept.',
  authorless: 'The author left Reddit, so Earshot deleted its copy. Your notes are kept.',
}

function Body({ lead, post }: { lead: Opportunity; post: Post }) {
  const marks = useMemo(() => marksOf(lead.components, 'body', lead.sentence?.span), [lead.components, lead.sentence])
  const gone = ['[removed]', '[deleted]'].includes(post.body.trim())
  if (gone) return <p className="text-muted">The text was {post.body.trim().slice(1, -1)} on Reddit.</p>
  if (post.standing === 'reduced') return <p className="text-muted text-sm">{goneTexts.reduced}</p>
  return (
    <div>
      {post.body.trim() !== '' && (
        <div dir="auto" className="strangers-text">
          <PostBody source={post.body} marks={marks} />
        </div>
      )}
      {post.bodyTruncated && (
        <p className="mt-4 border-line border-t pt-4 text-muted text-sm">
          {post.body.trim() === ''
            ? 'The archive contains only the title.'
            : 'The archive contains only the start of this text.'}{' '}
          Read the rest on Reddit.
        </p>
      )}
      {post.body.trim() === '' && !post.bodyTruncated && <p className="text-muted text-sm">This post has no text.</p>}
    </div>
  )
}
