import { Fragment } from 'react'
import type { FeedHealth } from '#platform/contract/source-health.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Paged } from '#platform/web/api/paged.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { sourceName } from '#platform/web/text/source-names.ts'
import { count, rateText, spanText } from '#platform/web/text/units.ts'
import {
  agoText,
  feedName,
  feedsText,
  gapsSummary,
  gapText,
  isLost,
  isOpen,
  needsAttention,
  otherRealmText,
  pollIntervalSeconds,
  sortByAttention,
} from './states.ts'

interface FeedsProps {
  feeds: readonly FeedHealth[]
  now: number
}

/** The project's feeds with their status, those with problems first. */
export function Feeds({ feeds, now }: FeedsProps) {
  const withProblems = feeds.filter(needsAttention).length
  const hint =
    feeds.length === 0
      ? "Earshot polls communities, searches, or all of Reddit, depending on the project's communities and keywords."
      : `${feedsText(feeds.length)}, ${withProblems === 0 ? 'all working' : `${count(withProblems)} with problems`}. Earshot retries failing feeds at least once a day. A gap is a period in which posts may be missing.`
  return (
    <Section title="Feeds" hint={hint}>
      {feeds.length === 0 ? (
        <p className="text-muted">No feeds yet.</p>
      ) : (
        <Paged label="Feeds" rows={sortByAttention(feeds)} pageSize={20}>
          {(feed) => <FeedRow key={keyOf(feed)} feed={feed} now={now} />}
        </Paged>
      )}
    </Section>
  )
}

function keyOf({ source, kind, stream, name }: FeedHealth): string {
  return `${source} ${kind} ${stream} ${name}`
}

function FeedRow({ feed, now }: { feed: FeedHealth; now: number }) {
  const { stream, error, lastSuccessAt, nextTryAt, gaps } = feed
  const next = (Date.parse(nextTryAt) - now) / 1000
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="wrap-anywhere min-w-0 font-medium">
          {feedName(feed)} <span className="font-normal text-muted">{stream}</span>
        </h3>
        <FeedBadge feed={feed} />
      </div>
      <p className="tabular text-pretty text-muted text-sm">
        {factsOf(feed, now).map((fact, index) => (
          <Fragment key={fact}>
            {index > 0 && ' · '}
            <span className="whitespace-nowrap">{fact}</span>
          </Fragment>
        ))}
      </p>
      {error !== null && (
        <p className="wrap-anywhere text-pretty text-danger text-sm">
          {error}.{' '}
          <span className="tabular text-muted">
            {next > 0 ? `Retrying in ${spanText(next)}.` : 'Retrying now.'}
            {lastSuccessAt === null && ' It has never responded.'}
          </span>
        </p>
      )}
      {feed.isOfOtherRealm && <p className="text-pretty text-muted text-sm">{otherRealmText(feed)}</p>}
      {gaps.length > 0 && <Gaps gaps={gaps} now={now} />}
    </li>
  )
}

function FeedBadge({ feed: { source, error, gaps, isOfOtherRealm, lastSuccessAt } }: { feed: FeedHealth }) {
  if (error !== null) return <Badge look="danger">Failing</Badge>
  if (isOfOtherRealm) return <Badge>{source === 'sandbox' ? 'Not in sample data' : 'Sample data only'}</Badge>
  if (gaps.some(isOpen)) return <Badge look="warn">Catching up</Badge>
  if (gaps.some(isLost)) return <Badge look="warn">Gaps</Badge>
  return lastSuccessAt === null ? <Badge>Not polled yet</Badge> : null
}

function factsOf(feed: FeedHealth, now: number): string[] {
  const { source, itemsPerMinute, lastSuccessAt, lagSeconds } = feed
  const rhythm = pollIntervalSeconds(feed)
  return [
    sourceName(source),
    rateText(itemsPerMinute),
    rhythm !== null && `polled every ${spanText(rhythm)}`,
    lastSuccessAt !== null && `last response ${agoText(lastSuccessAt, now)}`,
    lagSeconds !== null && `${spanText(lagSeconds)} delay`,
  ].filter((fact) => fact !== false)
}

function Gaps({ gaps, now }: { gaps: FeedHealth['gaps']; now: number }) {
  return (
    <details className="text-sm">
      <summary className="tabular w-fit cursor-pointer rounded-md text-muted hover:text-ink">
        {gapsSummary(gaps)}
      </summary>
      <ol className="mt-2 flex flex-col gap-2 rounded-lg bg-sunken p-3">
        {gaps.map((gap) => (
          <li key={`${gap.openedAt} ${gap.from}`}>
            <p className="tabular">
              {instants.formatRange(new Date(gap.from), new Date(gap.to))}{' '}
              <span className="text-muted">({spanText((Date.parse(gap.to) - Date.parse(gap.from)) / 1000)})</span>
            </p>
            <p className="wrap-anywhere text-pretty text-muted">{gapText(gap, now)}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}

const instants = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
