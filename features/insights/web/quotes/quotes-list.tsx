import { useState } from 'react'
import { Link } from 'react-router'
import type { QuoteKind } from '#engine/insights/quote-kinds.ts'
import { placeName, siteName } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import { Button } from '#platform/ui/button.tsx'
import { valueText } from '#platform/ui/charts/chart-data.ts'
import { dayText } from '#platform/ui/charts/days.ts'
import { Disclosure } from '#platform/ui/disclosure.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { Marked } from '#platform/web/text/marked.tsx'
import type { InsightQuotes, InsightTopic } from '../../contract-quotes.ts'

interface QuotesListProps {
  kind: QuoteKind
  quotes: InsightQuotes
  /** Links quotes to Reddit instead of the leads, for readers without an account. */
  isPublic?: boolean
}

const shownFirst: Readonly<Record<QuoteKind, number>> = { pains: 5, objections: 5, requests: 5, phrases: 8 }

/** What authors say, by topic, with how many of them say it and their words. */
export function QuotesList({
  kind,
  quotes: { topics, leadsRead, capped, otherLanguages },
  isPublic = false,
}: QuotesListProps) {
  const [all, setAll] = useState(false)
  const shown = all ? topics : topics.slice(0, shownFirst[kind])
  const most = Math.max(1, ...topics.map(({ authors }) => authors))
  const leftOut = `${valueText(otherLanguages)} in ${otherLanguages === 1 ? 'a language' : 'languages'} other than English ${otherLanguages === 1 ? 'was' : 'were'} left out.`
  return (
    <>
      {topics.length === 0 ? (
        <p className="py-8 text-center text-muted text-sm">
          {leadsRead === 0 ? 'No leads in this period.' : nothingSaid[kind]}
        </p>
      ) : (
        <ol className="flex flex-col gap-5">
          {shown.map((topic) => (
            <TopicRow key={topic.topic} topic={topic} most={most} isOpen={kind !== 'phrases'} isPublic={isPublic} />
          ))}
        </ol>
      )}
      {shown.length < topics.length && (
        <Button look="ghost" size="small" className="self-start print:hidden" onClick={() => setAll(true)}>
          Show {topics.length - shown.length} more
        </Button>
      )}
      {leadsRead > 0 && (
        <p className="text-muted text-sm">
          Based on {capped && 'the newest '}
          {leadsText(leadsRead)}. {otherLanguages > 0 && leftOut}
        </p>
      )}
    </>
  )
}

const nothingSaid: Readonly<Record<QuoteKind, string>> = {
  pains: 'No problems were described in these leads.',
  objections: 'No objections were raised in these leads.',
  requests: 'Nothing was requested in these leads.',
  phrases: 'Too few leads to tell which words stand out.',
}

interface TopicRowProps {
  topic: InsightTopic
  /** The authors of the longest bar. */
  most: number
  /** Whether the first quote is always shown. */
  isOpen: boolean
  isPublic: boolean
}

function TopicRow({ topic: { topic, authors, quotes }, most, isOpen, isPublic }: TopicRowProps) {
  const first = isOpen ? quotes.slice(0, 1) : []
  const more = quotes.slice(first.length)
  return (
    <li className="flex break-inside-avoid flex-col gap-2">
      <div>
        <p className="flex items-baseline justify-between gap-3">
          <span className="wrap-anywhere font-medium">{topic}</span>
          <span className="tabular shrink-0 text-muted text-sm">{peopleText(authors)}</span>
        </p>
        <div aria-hidden="true" className="mt-1 h-2 rounded-sm bg-shade">
          <div className="h-full min-w-1 rounded-sm bg-accent" style={{ width: `${(authors / most) * 100}%` }} />
        </div>
      </div>
      {first.map((quote) => (
        <Quote key={quote.opportunity} quote={quote} isPublic={isPublic} />
      ))}
      {more.length > 0 && (
        <Disclosure title={quotesText(more.length, isOpen)}>
          <div className="flex flex-col gap-3">
            {more.map((quote) => (
              <Quote key={quote.opportunity} quote={quote} isPublic={isPublic} />
            ))}
          </div>
        </Disclosure>
      )}
    </li>
  )
}

interface QuoteProps {
  quote: InsightTopic['quotes'][number]
  isPublic: boolean
}

function Quote({ quote: { text, marks, opportunity, subreddit, postedAt, permalink }, isPublic }: QuoteProps) {
  const look = 'font-medium underline decoration-line underline-offset-4 hover:text-ink'
  return (
    <figure className="border-line border-l-2 pl-3 text-sm">
      <blockquote className="wrap-anywhere text-pretty">
        <Marked text={text} marks={marks} />
      </blockquote>
      <figcaption className="mt-1 flex flex-wrap gap-x-2 text-muted">
        <span>{placeName(subreddit)}</span>
        {postedAt !== null && <span>{dayText(postedAt.slice(0, 10))}</span>}
        {isPublic ? (
          <a href={postUrl(permalink)} target="_blank" rel="noopener noreferrer" className={look}>
            Open on {siteName(subreddit)}
          </a>
        ) : (
          <Link to={`${paths.opportunities}?tab=all&lead=${opportunity}`} className={look}>
            Open lead
          </Link>
        )}
      </figcaption>
    </figure>
  )
}

function leadsText(count: number): string {
  return `${valueText(count)} ${count === 1 ? 'lead' : 'leads'}`
}

function peopleText(count: number): string {
  return `${valueText(count)} ${count === 1 ? 'person' : 'people'}`
}

function quotesText(count: number, isMore: boolean): string {
  return `${count} ${isMore ? 'more ' : ''}${count === 1 ? 'quote' : 'quotes'}`
}
