import { Suspense, useMemo } from 'react'
import { Link } from 'react-router'
import { authorName, isOnReddit } from '#engine/places/places.ts'
import type { Post } from '#features/posts/contract.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { buttonClasses } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { Count } from '#platform/web/post/count.tsx'
import { MarkedText } from '#platform/web/post/highlight.tsx'
import { LastChecked } from '#platform/web/post/last-checked.tsx'
import { PlaceLink } from '#platform/web/post/place-link.tsx'
import { PostSkeleton } from '#platform/web/post/post-skeleton.tsx'
import { PostText } from '#platform/web/post/post-text.tsx'
import { isGone, nameOf } from '#platform/web/post/shown-post.ts'
import { useProject } from '#platform/web/session/project.ts'
import { useMay } from '#platform/web/session/role.ts'
import { useSlot } from '#platform/web/slots.ts'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import type { Mention } from '../../contract.ts'
import { FeelingBadge } from '../feeling.tsx'
import { feelingOf, kindNames } from '../labels.ts'
import { QuotedSentence } from '../quoted-sentence.tsx'
import { sentenceMarks } from '../sentence.ts'

/** A mention in full: the sentence and everything it names, the post, its thread, and its community. */
export function Detail({ projectId, mention, now }: { projectId: string; mention: Mention; now: number }) {
  const CommunityFacts = useSlot('communityFacts')
  const PostThread = useSlot('postThread')
  const mayFollowUp = useMay('changeOutreach')
  const { post, sentence, spans } = mention
  const marks = useMemo(() => sentenceMarks(post?.body ?? '', { sentence, spans }), [post?.body, sentence, spans])
  if (!post) return <PostSkeleton card="h-20" />
  return (
    <article
      aria-labelledby="detail-title"
      className="mx-auto flex max-w-2xl flex-col gap-6 px-4 pt-4 pb-16 sm:px-8 sm:pt-6"
    >
      <header>
        <Meta mention={mention} post={post} now={now} />
        <h2
          id="detail-title"
          dir="auto"
          className="wrap-anywhere mt-2 font-semibold text-xl tracking-tight sm:text-2xl sm:leading-8"
        >
          <MarkedText text={nameOf(post)} marks={isGone(post) ? [] : sentenceMarks(post.title, mention)} />
        </h2>
      </header>
      <Said mention={mention} />
      <PostText post={post} marks={marks} />
      <footer className="text-muted text-sm">
        <LastChecked post={post} now={now} />
      </footer>
      {!isGone(post) && isOnReddit(post.subreddit) && (
        <Suspense>
          <PostThread key={post.id} projectId={projectId} post={post} now={now} />
        </Suspense>
      )}
      {mayFollowUp && isOnReddit(post.subreddit) && (
        <Suspense>
          <CommunityFacts name={post.subreddit} />
        </Suspense>
      )}
    </article>
  )
}

/** The sentence, its sentiment, and every name in the post. */
function Said({ mention }: { mention: Mention }) {
  const { named, opportunityId } = mention
  return (
    <section aria-label="Mentioned" className="flex flex-col gap-3 rounded-xl border border-line bg-raised p-4">
      <blockquote dir="auto" className="wrap-anywhere text-pretty">
        <QuotedSentence mention={mention} />
      </blockquote>
      <ul className="flex flex-col gap-1.5 text-sm">
        {named.map(({ id, kind, phrase, sentiment }) => (
          <li key={`${id} ${phrase}`} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <FeelingBadge feeling={feelingOf({ sentiment })} />
            <span className="wrap-anywhere min-w-0 font-medium">{phrase}</span>
            <span className="text-muted">{kindNames[kind]}</span>
          </li>
        ))}
      </ul>
      {opportunityId !== null && (
        <Link
          to={`${paths.opportunities}?lead=${opportunityId}`}
          className={buttonClasses({ size: 'small' }, 'self-start')}
        >
          <Icon name="inbox" /> See the lead and its score
        </Link>
      )}
    </section>
  )
}

function Meta({ mention, post, now }: { mention: Mention; post: Post; now: number }) {
  const isSample = useProject()?.realm === 'sandbox'
  const { postedAt, handled, muted } = mention
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
      <PlaceLink place={post.subreddit} />
      {post.author && <span className="max-w-full truncate">{authorName(post.author)}</span>}
      <time
        dateTime={postedAt ?? undefined}
        title={postedAt ? exactTime(postedAt) : undefined}
        className="tabular whitespace-nowrap"
      >
        {ageText(postedAt, now)}
      </time>
      <Count icon="vote" value={post.score} />
      <Count icon="comment" value={post.numComments} />
      {isSample && <Badge>Sample</Badge>}
      {post.kind === 'comment' && <Badge>Comment</Badge>}
      {post.flair && <Badge>{post.flair}</Badge>}
      {handled && <Badge look="good">Handled</Badge>}
      {muted && <Badge>Muted</Badge>}
    </div>
  )
}
