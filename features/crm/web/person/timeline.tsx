import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { redditUrl } from '#engine/reddit/reddit-url.ts'
import { Button } from '#platform/ui/button.tsx'
import { chipClasses } from '#platform/ui/filter-chip.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { agoText, exactTime } from '#platform/web/text/age.ts'
import type { RedditPerson } from '../../contract.ts'
import type { PersonStage } from '../../contract-stages.ts'
import type { TimelineEntry } from '../../contract-timeline.ts'
import { shortName } from '../people/labels.ts'
import type { CrmState } from '../people/use-crm.ts'
import { conversationPath } from './conversation-path.ts'
import { timelineQuery } from './queries.ts'
import { entryIcons, entryText, filterNames, type TimelineFilter, timelineFilters } from './timeline-text.ts'

interface TimelineProps {
  state: CrmState
  person: RedditPerson
  now: number
}

/** Everything that happened with a person, the newest first. */
export function Timeline({ state, person, now }: TimelineProps) {
  const [filter, setFilter] = useState<TimelineFilter>('all')
  const query = useInfiniteQuery(timelineQuery(person.id, filter))
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <section aria-label="Timeline">
      <h2 className="font-semibold">Timeline</h2>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div role="group" aria-label="Filter the timeline" className="mt-2 flex flex-wrap gap-1.5">
        {timelineFilters.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === filter}
            onClick={() => setFilter(each)}
            className={chipClasses(each === filter)}
          >
            {filterNames[each]}
          </button>
        ))}
      </div>
      {hasFailed(query) ? (
        <FetchFailure query={query} title="Couldn't load the timeline" />
      ) : query.isPending ? (
        <div role="status" aria-label="Loading the timeline" className="mt-4 flex flex-col gap-3">
          <Skeleton className="h-5 w-64" />
          <Skeleton className="h-5 w-48" />
        </div>
      ) : entries.length === 0 ? (
        <p className="mt-3 text-muted">{filter === 'all' ? 'No activity yet.' : 'No activity of this kind yet.'}</p>
      ) : (
        <ol aria-label="Timeline" className="mt-4 flex flex-col">
          {entries.map((entry) => (
            <li key={`${entry.kind} ${entry.id}`} className="group relative flex gap-3 pb-5 last:pb-0">
              <span aria-hidden="true" className="absolute top-7 bottom-0 left-3.5 w-px bg-line group-last:hidden" />
              <span className="grid size-7 shrink-0 place-items-center rounded-full bg-hover text-muted">
                <Icon name={entryIcons[entry.kind]} className="size-3.5" />
              </span>
              <Entry entry={entry} stages={state.stages.data ?? []} handle={person.handle} now={now} />
            </li>
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button
            look="ghost"
            size="small"
            busy={query.isFetchingNextPage}
            onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
          >
            {query.isFetchingNextPage ? 'Loading…' : 'Show earlier'}
          </Button>
        </div>
      )}
    </section>
  )
}

interface EntryProps {
  entry: TimelineEntry
  stages: readonly PersonStage[]
  handle: string
  now: number
}

function Entry({ entry, stages, handle, now }: EntryProps) {
  const { title, quote } = entryText(entry, stages, handle)
  const link = linkOf(entry)
  return (
    <div className="min-w-0 flex-1 pt-0.5">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span dir="auto" className="wrap-anywhere font-medium">
          {link ? (
            <Link to={link} className="rounded hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </span>
        <span className="text-muted text-sm">
          {entry.by !== null && `${shortName(entry.by)} · `}
          <time dateTime={entry.at} title={exactTime(entry.at)}>
            {agoText(entry.at, now)}
          </time>
        </span>
        {'permalink' in entry && entry.permalink !== null && (
          <a
            href={redditUrl(entry.permalink)}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex items-center gap-0.5 rounded text-muted text-sm hover:text-ink"
          >
            Reddit <Icon name="external" className="size-3.5" />
          </a>
        )}
      </p>
      {quote !== undefined && (
        <p dir="auto" className="wrap-anywhere mt-0.5 line-clamp-4 whitespace-pre-line text-muted">
          {quote}
        </p>
      )}
    </div>
  )
}

/** Returns where an entry's own page is. */
function linkOf(entry: TimelineEntry): string | null {
  if (entry.kind === 'message') return conversationPath({ id: entry.conversation, channel: entry.channel })
  if (entry.kind === 'lead' || entry.kind === 'reply') return `${paths.opportunities}?tab=all&lead=${entry.lead}`
  return null
}
