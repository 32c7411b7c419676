import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { placeName } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import type { SampleHit } from '#features/projects/contract.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { messageOf } from '#platform/web/api/call-error.ts'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import { Marked } from '#platform/web/text/marked.tsx'
import type { Exclusion, KeywordPreview } from '../../contract.ts'
import { call } from '../api.ts'
import { Exclusions } from '../health/figures.tsx'
import { coverageText, dayText, estimateText, hitsText, shareText } from './preview-text.ts'

interface Previewed {
  query: string
  subredditsIn: string[]
  subredditsOut: string[]
  language: string | null
  minScore: number | null
  insteadOf: string | null
}

interface PreviewProps {
  projectId: string
  /** Debounced, so that not every keystroke sends a request. */
  wanted: Previewed
  onLeaveOut: (subreddit: string) => void
  /** Words that the query could exclude, based on decisions about its earlier matches. */
  exclusions: readonly Exclusion[]
  onLeaveOutWord: (word: string) => void
}

/** A preview of a keyword's matches before it is saved. */
export function Preview({ projectId, wanted, onLeaveOut, exclusions, onLeaveOutWord }: PreviewProps) {
  const query = useQuery({
    queryKey: ['keyword-preview', projectId, wanted],
    queryFn: async ({ signal }) =>
      (await call('keywordPreviewsCreate', { id: projectId, body: { data: wanted }, signal })).data,
    placeholderData: keepPreviousData,
    enabled: wanted.query !== '',
    retry: false,
    staleTime: 60_000,
    gcTime: 0,
  })
  const { data, error } = query
  return (
    <section aria-label="Preview" aria-busy={query.isFetching} className="rounded-xl border border-line p-4">
      <h3 className="font-semibold">Preview</h3>
      {wanted.query === '' ? (
        <p className="mt-1 text-muted text-sm">Enter a query to see what it would have found.</p>
      ) : error ? (
        <p role="alert" className="mt-1 flex flex-wrap items-center gap-2 text-danger text-sm">
          {messageOf(error)}
          <Button size="small" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </p>
      ) : data ? (
        <Found preview={data} onLeaveOut={onLeaveOut} />
      ) : (
        <Skeleton className="mt-3 h-24 w-full" />
      )}
      {exclusions.length > 0 && (
        <div className="mt-3 flex flex-col gap-1 text-muted text-sm">
          <h4 className="font-medium">Suggested</h4>
          <Exclusions exclusions={exclusions} onLeaveOut={onLeaveOutWord} />
        </div>
      )}
    </section>
  )
}

function Found({ preview, onLeaveOut }: { preview: KeywordPreview; onLeaveOut: (subreddit: string) => void }) {
  const { found, alone, overlap, subreddits, samples } = preview
  return (
    <div className="mt-1 flex flex-col gap-3 text-sm">
      <p aria-live="polite">{estimateText(preview)}</p>
      {preview.covered > 0 && <Days days={preview.days} />}
      <p className="text-muted">{coverageText(preview)}</p>
      {preview.covered > 0 && <DaysRead days={preview.days} />}
      {overlap.length > 0 && (
        <div>
          <h4 className="font-medium text-muted">Overlap</h4>
          <ul aria-label="Overlap">
            {overlap.map(({ kind, phrase, hits }) => (
              <li key={`${kind} ${phrase}`} className="wrap-anywhere">
                <span className="tabular">{shareText(hits, found)}</span> also match “{phrase}”
                {kind === 'competitor' && ' (competitor)'}
              </li>
            ))}
            <li className="text-muted">
              <span className="tabular">{shareText(alone, found)}</span> match no other keyword
            </li>
          </ul>
        </div>
      )}
      {subreddits.length > 0 && (
        <div>
          <h4 className="font-medium text-muted">Communities</h4>
          <ul aria-label="Communities with matches" className="divide-y divide-line">
            {subreddits.map(({ name, hits }) => (
              <li key={name} className="flex items-center gap-2">
                <span className="min-w-0 flex-1 truncate">
                  r/{name} <span className="tabular text-muted">{shareText(hits, found)}</span>
                </span>
                <Button size="small" look="ghost" onClick={() => onLeaveOut(name)}>
                  Exclude<span className="sr-only"> r/{name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {samples.length > 0 && (
        <ul aria-label="Samples" className="flex flex-col gap-3">
          {samples.map((sample) => (
            <Sample key={sample.permalink} sample={sample} />
          ))}
        </ul>
      )}
    </div>
  )
}

const chart = { bar: 7, gap: 2, height: 40 } as const

/** A bar per day, today last; days without posts read have none. */
function Days({ days }: { days: KeywordPreview['days'] }) {
  const most = Math.max(1, ...days.map(({ hits }) => hits))
  const width = days.length * (chart.bar + chart.gap)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${chart.height}`}
      className="h-10 w-full fill-accent"
      preserveAspectRatio="none"
    >
      {days.map(({ day, hits, read }, index) => {
        const height = hits === 0 ? 1 : Math.max(2, (hits / most) * chart.height)
        const bar = { x: index * (chart.bar + chart.gap), y: chart.height - height, width: chart.bar, height }
        return read > 0 && <rect key={day} {...bar} {...(hits === 0 && { className: 'fill-edge' })} />
      })}
    </svg>
  )
}

/** The numbers behind the bars: posts read per day and estimated matches. */
function DaysRead({ days }: { days: KeywordPreview['days'] }) {
  const first = days.findIndex(({ read }) => read > 0)
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-md text-muted hover:text-ink">Posts by day</summary>
      <table className="tabular mt-2 w-full">
        <thead>
          <tr className="border-line border-b text-left text-muted">
            <th scope="col" className="py-1 font-medium">
              Day (UTC)
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Posts checked
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Matches
            </th>
          </tr>
        </thead>
        <tbody>
          {days
            .slice(first)
            .reverse()
            .map(({ day, hits, read }) => (
              <tr key={day} className="border-line border-b last:border-b-0">
                <th scope="row" className="py-1 text-left font-normal">
                  {dayText(day)}
                </th>
                <td className="py-1 text-right">{read === 0 ? 'None' : count.format(read)}</td>
                <td className="py-1 text-right">{read === 0 ? 'Unknown' : hitsText(hits)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {first > 0 && (
        <p className="mt-1 text-muted">No posts are stored for the {first === 1 ? 'day' : `${first} days`} before.</p>
      )}
    </details>
  )
}

const count = new Intl.NumberFormat('en')

function Sample({ sample }: { sample: SampleHit }) {
  const { isLead, title, titleMarks, snippet, subreddit, kind, postedAt, permalink } = sample
  return (
    <li className="border-line border-t pt-3">
      {title !== '' && (
        <a
          href={postUrl(permalink)}
          target="_blank"
          rel="noopener noreferrer"
          className="wrap-anywhere line-clamp-2 font-medium hover:underline"
        >
          <Marked text={title} marks={titleMarks} />
        </a>
      )}
      {snippet.text !== '' && (
        <p className="wrap-anywhere mt-1 line-clamp-3 text-muted">
          <Marked text={snippet.text} marks={snippet.marks} />
        </p>
      )}
      <p className="mt-1 flex flex-wrap items-center gap-2 text-muted text-xs">
        <span className="font-medium text-ink">{placeName(subreddit)}</span>
        {isLead && <Badge look="good">lead</Badge>}
        {kind === 'comment' && <span>comment</span>}
        <time dateTime={postedAt ?? undefined} title={postedAt ? exactTime(postedAt) : undefined}>
          {ageText(postedAt, Date.now())}
        </time>
      </p>
    </li>
  )
}
