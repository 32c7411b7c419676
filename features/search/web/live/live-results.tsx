import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { LiveSearch } from '#features/reddit/contract.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { configQuery } from '#platform/web/api/config.ts'
import { FetchFailure } from '#platform/web/api/fetch-failure.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { count, spanText } from '#platform/web/text/units.ts'
import { MatchList, ResultsSkeleton } from '../results/match-list.tsx'
import type { SearchState } from '../use-search.ts'
import { whyNotLive } from './availability.ts'

interface LiveResultsProps {
  project: CurrentProject
  search: SearchState
  now: number
}

/** The matches that Reddit returned when the user asked for them, or why there are none. */
export function LiveResults({ project, search, now }: LiveResultsProps) {
  const { live } = search
  const { data: config } = useQuery(configQuery)
  const reason = config && whyNotLive(project, config.sources)
  const ask = () => void live.refetch()
  if (reason) {
    return (
      <EmptyState
        title="Live search isn't available"
        action={
          <Link to={paths.projectSources} className="text-accent-ink underline underline-offset-3">
            See sources
          </Link>
        }
      >
        {reason}
      </EmptyState>
    )
  }
  if (live.isFetching) return <ResultsSkeleton label="Searching Reddit" />
  if (live.error) return <FetchFailure query={live} title="Couldn't search Reddit" />
  if (!live.data) {
    return (
      <EmptyState
        title="Search Reddit itself"
        action={
          <Button look="primary" onClick={ask}>
            <Icon name="search" /> Search Reddit
          </Button>
        }
      >
        This asks Reddit once, for posts that Earshot hasn't stored. Nothing is kept unless you add it.
      </EmptyState>
    )
  }
  return <Answer answer={live.data} search={search} now={now} onAsk={ask} />
}

interface AnswerProps {
  answer: LiveSearch
  search: SearchState
  now: number
  onAsk: () => void
}

function Answer({ answer, search, now, onAsk }: AnswerProps) {
  const { matches, asked, posts, capped, readAt, trouble } = answer
  const again = (
    <Button size="small" onClick={onAsk}>
      Search Reddit again
    </Button>
  )
  const problem = trouble && `${trouble.text}.${waitText(trouble.retryAt, readAt)}`
  if (matches.length === 0 && problem) {
    return (
      <EmptyState title={asked ? "Reddit couldn't be searched" : "This can't be searched live"} action={asked && again}>
        {problem}
      </EmptyState>
    )
  }
  const question = asked && `“${asked.query}”${asked.subreddit === null ? '' : ` in r/${asked.subreddit}`}`
  if (matches.length === 0) {
    return (
      <EmptyState title="No live matches" action={again}>
        {posts === 0
          ? `Reddit found nothing for ${question}.`
          : `Reddit returned ${postsText(posts)} for ${question}, but none match the whole query.`}
      </EmptyState>
    )
  }
  return (
    <>
      <div className="flex items-start justify-between gap-3 px-4 pt-3 pb-2 sm:px-6">
        <p role="status" className="tabular wrap-anywhere text-muted text-sm">
          {count(matches.length)} of {postsText(posts)} that Reddit returned for {question}.
          {capped && ' Reddit may have more.'}
          {problem && ` ${problem}`}
        </p>
        {again}
      </div>
      <MatchList search={search} now={now} />
    </>
  )
}

function postsText(posts: number): string {
  return `${count(posts)} ${posts === 1 ? 'post' : 'posts'}`
}

/** Returns how long to wait, by the clock of the server. */
function waitText(retryAt: string | null, readAt: string): string {
  if (retryAt === null) return ''
  return ` Try again in ${spanText(Math.max(1, (Date.parse(retryAt) - Date.parse(readAt)) / 1000))}.`
}
