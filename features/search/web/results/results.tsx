import { Button } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { More } from '#platform/ui/more.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { count } from '#platform/web/text/units.ts'
import type { SearchState } from '../use-search.ts'
import { isFiltered, noFilters } from '../view.ts'
import { MatchList, ResultsSkeleton } from './match-list.tsx'

/** The stored posts that match a search, or why there are none. */
export function Results({ search, now }: { search: SearchState; now: number }) {
  const { view, list, facets, found, go, choosePart } = search
  if (hasFailed(list)) return <FetchFailure query={list} title="Couldn't search" />
  if (!list.data) return <ResultsSkeleton label="Searching" />
  const isCapped = list.data.pages[0]?.meta.capped ?? false
  if (found.length === 0 && (list.hasNextPage || isCapped)) {
    const loading = list.isFetchingNextPage
    // Only the newest first goes on to older posts.
    const searchOlder = () => (isCapped ? go({ ...view, sort: 'newest' }) : void list.fetchNextPage())
    return (
      <EmptyState
        title="No matches among the newest posts"
        action={
          <Button busy={loading} onClick={() => !loading && searchOlder()}>
            {loading ? 'Searching…' : 'Search older posts'}
          </Button>
        }
      >
        This query is slow. Add a word or a community to make it faster.
      </EmptyState>
    )
  }
  if (found.length === 0) {
    return (
      <EmptyState
        title="No matches"
        action={
          <span className="flex flex-wrap justify-center gap-2">
            {isFiltered(view) && <Button onClick={() => go({ ...view, ...noFilters })}>Clear filters</Button>}
            <Button onClick={() => choosePart('live')}>Search Reddit instead</Button>
          </span>
        }
      >
        Try fewer words, OR between words, or a word that ends in a star, such as invoic*.
      </EmptyState>
    )
  }
  return (
    <>
      <p aria-live="polite" className="tabular px-4 pt-3 pb-1 text-muted text-sm sm:px-6">
        {facets.data ? totalText(facets.data.posts, facets.data.capped) : 'Counting matches…'}
        {isCapped && ' Sorted among the newest 1,000.'}
      </p>
      <MatchList search={search} now={now} />
      {list.hasNextPage && (
        <More
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </>
  )
}

function totalText(posts: number, isCapped: boolean): string {
  return `${count(posts)}${isCapped ? ' or more' : ''} ${posts === 1 && !isCapped ? 'match' : 'matches'}.`
}
