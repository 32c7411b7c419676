import { Suspense } from 'react'
import { Link } from 'react-router'
import { authorName, isOnReddit } from '#engine/places/places.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Kbd } from '#platform/ui/kbd.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { MarkedText } from '#platform/web/post/highlight.tsx'
import { LastChecked } from '#platform/web/post/last-checked.tsx'
import { OpenOnReddit } from '#platform/web/post/open-on-reddit.tsx'
import { PostFacts } from '#platform/web/post/post-facts.tsx'
import { PostText } from '#platform/web/post/post-text.tsx'
import { nameOf } from '#platform/web/post/shown-post.ts'
import { useSlot } from '#platform/web/slots.ts'
import type { Match } from '../match.ts'
import { lensNames } from '../view.ts'
import { leadNames, marksIn } from './labels.ts'

interface FoundPanelProps {
  projectId: string
  match: Match
  now: number
  /** Whether it is being added. */
  busy: boolean
  /** Adds it to the leads, and returns the lead's ID or null if that failed. Null: the user may not decide. */
  onAdd: (() => Promise<string | null>) | null
}

/** A match in full, with its actions. */
export function FoundPanel({ projectId, match, now, busy, onAdd }: FoundPanelProps) {
  const CommunityFacts = useSlot('communityFacts')
  const PostThread = useSlot('postThread')
  const { Author } = useSlot('addToCrm')
  const { post, spans, lenses, lead, storedId, isLive } = match
  const isKept = storedId !== null || lead !== null
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div
        role="group"
        aria-label="Post actions"
        className="flex min-h-14 shrink-0 flex-wrap items-center gap-2 border-line border-b px-4 py-2 sm:px-8"
      >
        <LeadAction match={match} busy={busy} onAdd={onAdd} />
        {post.author !== null && onAdd && isOnReddit(post.subreddit) && (
          <Suspense>
            <Author
              key={post.author}
              projectId={projectId}
              author={post.author}
              lead={() => (lead ? Promise.resolve(lead.id) : onAdd())}
            />
          </Suspense>
        )}
        <OpenOnReddit post={post} />
      </div>
      <div className="mb-(--notices,0px) min-h-0 flex-1 overflow-y-auto">
        <article className="mx-auto flex max-w-2xl flex-col gap-5 px-4 pt-5 pb-16 sm:px-8">
          <header>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
              <PostFacts subreddit={post.subreddit} postedAt={post.postedAt} post={post} now={now} />
              {post.author && <span className="max-w-full truncate">{authorName(post.author)}</span>}
            </div>
            <h2 dir="auto" className="wrap-anywhere mt-2 font-semibold text-xl tracking-tight sm:text-2xl sm:leading-8">
              <MarkedText text={nameOf(post)} marks={post.title.trim() === '' ? [] : marksIn(spans, 'title')} />
            </h2>
            {lenses.length > 0 && (
              <p className="mt-3 flex flex-wrap gap-1.5">
                {lenses.map((lens) => (
                  <Badge key={lens}>{lensNames[lens]}</Badge>
                ))}
              </p>
            )}
          </header>
          <PostText post={post} marks={marksIn(spans, 'body')} />
          <footer className="text-muted text-sm">
            {isLive ? <p>Live from Reddit{isKept ? '' : ', not stored'}</p> : <LastChecked post={post} now={now} />}
          </footer>
          {storedId !== null && isOnReddit(post.subreddit) && (
            <Suspense>
              <PostThread key={storedId} projectId={projectId} post={{ ...post, id: storedId }} now={now} />
            </Suspense>
          )}
          {isOnReddit(post.subreddit) && (
            <Suspense>
              <CommunityFacts name={post.subreddit} />
            </Suspense>
          )}
        </article>
      </div>
    </>
  )
}

function LeadAction({ match: { lead }, busy, onAdd }: Pick<FoundPanelProps, 'match' | 'busy' | 'onAdd'>) {
  if (lead) {
    return (
      <>
        <Badge look="accent">{leadNames[lead.state]}</Badge>
        <Link to={`${paths.opportunities}?lead=${lead.id}`} className={buttonClasses({ look: 'ghost', size: 'small' })}>
          Show lead
        </Link>
      </>
    )
  }
  if (!onAdd) return null
  return (
    <Button size="small" busy={busy} onClick={() => !busy && void onAdd()}>
      <Icon name="add" /> Add to opportunities <Kbd className="pointer-coarse:hidden">s</Kbd>
    </Button>
  )
}
