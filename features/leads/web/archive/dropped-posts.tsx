import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { placeName } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import { defaultView, viewParams } from '#engine/rules/lead-view.ts'
import { plainText } from '#engine/text/plain-text.ts'
import { Button } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { paths } from '#platform/web/page/paths.ts'
import { nameOf } from '#platform/web/post/shown-post.ts'
import { useMay } from '#platform/web/session/role.ts'
import { ageText } from '#platform/web/text/age.ts'
import type { AuditReview, DroppedPost } from '../../contract.ts'
import { plural } from '../labels.ts'
import { call } from './api.ts'
import { LongText } from './long-text.tsx'
import { MissRates } from './miss-rates.tsx'
import { droppedPostsQuery } from './queries.ts'

/** The audit: a sample of posts that Earshot dropped, to review, and the share of leads among those reviewed. */
export function DroppedPosts({ projectId }: { projectId: string }) {
  const query = useQuery(droppedPostsQuery(projectId))
  const { review, isReviewed } = useReviews(projectId)
  const mayReview = useMay('decide') === true
  const [now] = useState(Date.now)
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load the dropped posts" />
  if (!query.data) {
    return (
      <div role="status" aria-label="Loading" className="flex flex-col gap-4">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-32 w-full" />
      </div>
    )
  }
  const dropped = query.data.dropped.filter(({ post }) => !isReviewed(post.id))
  return (
    <div className="flex flex-col gap-6">
      <MissRates audit={query.data} />
      {dropped.length === 0 ? (
        <EmptyState title="No posts to review">
          {query.data.missRates.candidate.reviewed > 0
            ? 'You have reviewed the whole sample. New posts will appear here as more are dropped.'
            : '2% of the posts that match your watchlist but score too low will appear here.'}
        </EmptyState>
      ) : (
        <>
          <p role="status" className="font-medium">
            {plural(dropped.length, 'post')} to review
          </p>
          <ul aria-label="Dropped posts" className="flex flex-col gap-3">
            {dropped.map((each) => (
              <Dropped key={each.post.id} dropped={each} now={now} onReview={mayReview ? review : null} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

type Verdict = AuditReview['verdict']

interface DroppedProps {
  dropped: DroppedPost
  now: number
  onReview: ((dropped: DroppedPost, verdict: Verdict) => void) | null
}

function Dropped({ dropped, now, onReview }: DroppedProps) {
  const { post, kind } = dropped
  const body = plainText(post.body).text
  return (
    <li className="flex flex-col gap-2 rounded-xl border border-line p-4">
      <h2 className="wrap-anywhere text-pretty font-semibold">
        <a href={postUrl(post.permalink)} target="_blank" rel="noopener noreferrer" className="hover:underline">
          {nameOf(post)} <Icon name="external" className="size-3.5 align-middle text-faint" />
        </a>
      </h2>
      <p className="flex flex-wrap gap-x-2 text-muted text-sm">
        <span>{placeName(post.subreddit)}</span>
        <span>{ageText(post.postedAt, now)}</span>
        <span>{kind === 'candidate' ? 'Matched your watchlist' : 'Matched nothing'}</span>
      </p>
      {body !== '' && <LongText text={body} />}
      {onReview && (
        <div className="flex flex-wrap gap-2 pt-1">
          <Button size="small" onClick={() => onReview(dropped, 'notLead')}>
            <Icon name="check" /> Right to drop
          </Button>
          <Button size="small" onClick={() => onReview(dropped, 'lead')}>
            <Icon name="inbox" /> This is a lead
          </Button>
        </div>
      )}
    </li>
  )
}

/** Sends verdicts: posts are hidden at once, and shown again if the server refuses or the verdict is undone. */
function useReviews(projectId: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [reviewed, setReviewed] = useState<ReadonlySet<string>>(new Set())
  const mark = (id: string, isReviewed: boolean) =>
    setReviewed((ids) => new Set(isReviewed ? [...ids, id] : [...ids].filter((each) => each !== id)))
  const refetch = () => {
    queryClient.removeQueries({ queryKey: ['opportunities', projectId], type: 'inactive' })
    return queryClient.invalidateQueries({ queryKey: droppedPostsQuery(projectId).queryKey })
  }

  async function review({ post }: DroppedPost, verdict: Verdict): Promise<void> {
    mark(post.id, true)
    const sent = await withErrorToast(async () => {
      const { data } = await call('auditReviewsCreate', {
        body: { data: { project: projectId, post: post.id, verdict } },
      })
      notify({
        title: verdict === 'lead' ? 'Added to your leads' : 'Right to drop',
        ...(verdict === 'lead' && {
          actions: [{ label: 'View leads', onClick: () => void navigate(leadsPath) }],
        }),
        undo: () => void undo(post.id, data.id),
      })
    })
    await refetch()
    if (!sent) mark(post.id, false)
  }

  async function undo(postId: string, id: string): Promise<void> {
    await withErrorToast(() => call('auditReviewsDelete', { id }))
    await refetch()
    mark(postId, false)
  }

  return {
    review: (dropped: DroppedPost, verdict: Verdict) => void review(dropped, verdict),
    isReviewed: (postId: string) => reviewed.has(postId),
  }
}

const leadsPath = `${paths.opportunities}?${viewParams({ ...defaultView, sort: 'newest' }, null)}`
