import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { redditUrl } from '#engine/reddit/reddit-url.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Disclosure } from '#platform/ui/disclosure.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import type { PostThreadProps } from '#platform/web/feature.ts'
import { PostBody } from '#platform/web/post/post-body.tsx'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import type { AuthorFacts, Thread, ThreadComment } from '../../contract.ts'
import { call } from '../api.ts'
import { withDepths } from './depths.ts'

/** How long what was read is shown without asking Reddit again. It is kept only in this page. */
const freshMs = 5 * 60_000

/** The comments of a post's thread and its author, read from Reddit when they are opened. */
export function PostThread({ projectId, post, now }: PostThreadProps) {
  const [open, setOpen] = useState(false)
  return (
    <section aria-label="Thread">
      <Disclosure
        title={post.kind === 'comment' ? 'Thread and author' : `${commentsText(post.numComments)} and the author`}
        onOpenChange={setOpen}
      >
        {open && <Contents projectId={projectId} post={post} now={now} />}
      </Disclosure>
    </section>
  )
}

function commentsText(count: number | null): string {
  if (count === null) return 'Comments'
  return count === 1 ? '1 comment' : `${count.toLocaleString('en')} comments`
}

function Contents({ projectId, post, now }: PostThreadProps) {
  const query = useQuery({
    queryKey: ['thread', projectId, post.id],
    queryFn: async ({ signal }) =>
      (await call('threadReadingsCreate', { id: projectId, body: { data: { post: post.id } }, signal })).data,
    staleTime: freshMs,
    gcTime: freshMs,
  })
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load the thread" />
  if (query.data === undefined) {
    return (
      <div role="status" aria-label="Loading the thread" className="mt-3 flex flex-col gap-3">
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-11/12" />
      </div>
    )
  }
  const { author, trouble } = query.data
  return (
    <div className="mt-3 flex flex-col gap-4 text-base">
      {author && <Author author={author} />}
      {trouble === null ? (
        <Comments thread={query.data} post={post} now={now} />
      ) : (
        <p className="text-muted text-sm">
          Comments can't be shown: {trouble}. <OnReddit permalink={post.permalink}>Read them on Reddit</OnReddit>
        </p>
      )}
    </div>
  )
}

const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' })
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** The public facts about the author. They aren't stored, so they are as new as the thread. */
function Author({ author: { name, joinedAt, karma, isSuspended } }: { author: AuthorFacts }) {
  const facts = [
    joinedAt !== null && `on Reddit since ${month.format(new Date(joinedAt))}`,
    karma !== null && `${compact.format(karma)} karma`,
    isSuspended && 'suspended by Reddit',
  ].filter((fact) => fact !== false)
  return (
    <p className="text-sm">
      <a
        href={redditUrl(`/user/${encodeURIComponent(name)}/`)}
        target="_blank"
        rel="noopener noreferrer"
        className="wrap-anywhere rounded font-medium hover:underline"
      >
        u/{name}
      </a>
      {facts.length > 0 && <span className="text-muted"> · {facts.join(' · ')}</span>}
      <span className="block text-muted text-xs">Read from Reddit just now and not stored.</span>
    </p>
  )
}

/** Comments shown at first. */
const shownAtOnce = 20

function Comments({ thread, post, now }: Pick<PostThreadProps, 'post' | 'now'> & { thread: Thread }) {
  const all = withDepths(thread.comments)
  const asked = all.findIndex(({ comment }) => comment.isAsked)
  const [most, setMost] = useState(Math.max(shownAtOnce, asked + 1))
  const hidden = Math.max(0, all.length - most)
  if (all.length === 0 && thread.left === 0) return <p className="text-muted text-sm">No comments yet.</p>
  return (
    <>
      <ol aria-label="Comments" className="flex flex-col gap-4">
        {all.slice(0, most).map(({ comment, depth }) => (
          <Comment key={comment.id} comment={comment} depth={depth} now={now} />
        ))}
      </ol>
      {hidden > 0 ? (
        <Button look="outline" size="small" className="self-start" onClick={() => setMost(all.length)}>
          Show {hidden === 1 ? '1 more comment' : `${hidden} more comments`}
        </Button>
      ) : (
        thread.left > 0 && (
          <p className="text-muted text-sm">
            <OnReddit permalink={post.permalink}>
              {thread.left === 1 ? '1 more comment' : `${thread.left.toLocaleString('en')} more comments`} on Reddit
            </OnReddit>
          </p>
        )
      )}
    </>
  )
}

const indents = ['', 'ml-3 sm:ml-5', 'ml-6 sm:ml-10', 'ml-9 sm:ml-15', 'ml-12 sm:ml-20']

function Comment({ comment, depth, now }: { comment: ThreadComment; depth: number; now: number }) {
  const { author, body, score, postedAt, permalink, isByPoster, isAsked } = comment
  return (
    <li className={classes('border-l-2 pl-3', isAsked ? 'border-accent' : 'border-line', indents[depth])}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
        <span className="wrap-anywhere font-medium text-ink">
          {author === null ? 'Deleted account' : `u/${author}`}
        </span>
        {isByPoster && <Badge>Author of the post</Badge>}
        {isAsked && <Badge look="accent">This comment</Badge>}
        <OnReddit permalink={permalink}>
          <time dateTime={postedAt ?? undefined} title={postedAt ? exactTime(postedAt) : undefined}>
            {ageText(postedAt, now)}
          </time>
        </OnReddit>
        {score !== null && (
          <span className="tabular">{score === 1 ? '1 vote' : `${score.toLocaleString('en')} votes`}</span>
        )}
      </p>
      <div dir="auto" className="strangers-text mt-1 text-sm">
        <PostBody source={body} marks={[]} />
      </div>
    </li>
  )
}

function OnReddit({ permalink, children }: { permalink: string; children: ReactNode }) {
  return (
    <a
      href={redditUrl(permalink)}
      target="_blank"
      rel="noopener noreferrer"
      className="rounded underline decoration-line underline-offset-2 hover:decoration-current"
    >
      {children}
    </a>
  )
}
