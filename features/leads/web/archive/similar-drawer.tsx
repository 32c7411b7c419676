import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { placeName } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import { defaultView, viewParams } from '#engine/rules/lead-view.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Drawer } from '#platform/ui/overlays/dialog.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { nameOf } from '#platform/web/post/shown-post.ts'
import { ageText } from '#platform/web/text/age.ts'
import type { Opportunity, SimilarPost, SimilarPosts } from '../../contract.ts'
import { count } from '../labels.ts'
import { nameOfLead } from './columns.tsx'
import { similarQuery } from './queries.ts'

/** The posts like a lead, and how they were found. */
export function SimilarDrawer({ lead, onClose }: { lead: Opportunity; onClose: () => void }) {
  const query = useQuery(similarQuery(lead.id))
  return (
    <Drawer side="end" open onOpenChange={onClose} title="Similar posts">
      <p className="wrap-anywhere -mt-4 mb-5 text-muted">{nameOfLead(lead)}</p>
      {query.data ? (
        <Found found={query.data} />
      ) : hasFailed(query) ? (
        <FetchFailure query={query} title="Couldn't find similar posts" />
      ) : (
        <div role="status" aria-label="Loading" className="flex flex-col gap-5">
          {['w-4/5', 'w-full', 'w-3/5'].map((width) => (
            <Skeleton key={width} className={`h-5 ${width}`} />
          ))}
        </div>
      )}
    </Drawer>
  )
}

function Found({ found: { data, meta } }: { found: SimilarPosts }) {
  const [now] = useState(Date.now)
  const words = meta.words.join(', ')
  return (
    <div className="flex flex-col gap-4">
      <p className="text-pretty text-sm">
        {words === ''
          ? 'This post has no rare words to search for.'
          : `Searched ${count(meta.compared)} of your newest leads and dropped posts for the rarest words of this one: ${words}.`}
      </p>
      {data.length === 0 ? (
        <p className="font-medium">No similar posts.</p>
      ) : (
        <ul aria-label="Similar posts" className="divide-y divide-line border-line border-y">
          {data.map((similar) => (
            <li key={similar.post.id} className="flex flex-col gap-1 py-3">
              <Title similar={similar} />
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
                <Badge look={similar.lead?.state === 'new' ? 'accent' : 'gray'}>{stateText(similar)}</Badge>
                <span>{placeName(similar.post.subreddit)}</span>
                <span>{ageText(similar.post.postedAt, now)}</span>
              </p>
              <p className="wrap-anywhere text-muted text-sm">Also mentions {similar.words.join(', ')}</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const states = { new: 'New lead', replied: 'Replied', rejected: 'Rejected' } as const

function stateText({ lead }: SimilarPost): string {
  return lead ? states[lead.state] : 'Dropped'
}

/** A lead opens here, a dropped post on Reddit. */
function Title({ similar: { post, lead } }: { similar: SimilarPost }) {
  const looks = 'wrap-anywhere font-medium hover:underline'
  if (lead) {
    const params = viewParams({ ...defaultView, tab: lead.state }, lead.id)
    return (
      <Link to={`${paths.opportunities}?${params}`} className={looks}>
        {nameOf(post)}
      </Link>
    )
  }
  return (
    <a href={postUrl(post.permalink)} target="_blank" rel="noopener noreferrer" className={looks}>
      {nameOf(post)} <Icon name="external" className="size-3.5 align-middle" />
    </a>
  )
}
