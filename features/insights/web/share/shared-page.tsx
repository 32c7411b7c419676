import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { isQuoteKind, type QuoteKind } from '#engine/insights/quote-kinds.ts'
import { Button } from '#platform/ui/button.tsx'
import { rangeText } from '#platform/ui/charts/days.ts'
import { ErrorPage } from '#platform/ui/error-page.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Wordmark } from '#platform/ui/signal.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { BrandBand } from '#platform/web/page/brand-band.tsx'
import { paths } from '#platform/web/page/paths.ts'
import type { Tile } from '../../contract-boards.ts'
import type { SharedInsights } from '../../contract-shared.ts'
import { type SeriesQuery, seriesQueryOf } from '../queries.ts'
import { QuotesList } from '../quotes/quotes-list.tsx'
import { QuotesFrame } from '../quotes/quotes-tile.tsx'
import { isEmpty } from '../tile/model.ts'
import { TileSkeleton, TileView } from '../tile/tile-view.tsx'
import { isGone, sharedQuery, sharedQuotesQuery, sharedSeriesQuery } from './shared-queries.ts'

/** The page of a link: the charts of a board or report, for people without an account. */
export function SharedPage() {
  const { token = '' } = useParams()
  const answer = useQuery(sharedQuery(token))
  if (isGone(answer.error)) {
    return (
      <ErrorPage
        message="This link has expired or was revoked. Ask for a new one."
        home={
          <Button look="primary" onClick={() => window.location.assign(paths.home)}>
            Go back home
          </Button>
        }
      />
    )
  }
  return (
    <main className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 pt-6 pb-16 sm:px-8 print:p-0">
      {answer.data ? (
        <Shared token={token} shared={answer.data} />
      ) : hasFailed(answer) ? (
        <FetchFailure query={answer} title="Couldn't load these charts" />
      ) : (
        <div role="status" aria-label="Loading charts" className="flex flex-col gap-6">
          <Skeleton className="h-16 w-80 max-w-full" />
          <div className="grid gap-4 lg:grid-cols-2">
            {[0, 1, 2, 3].map((index) => (
              <Skeleton key={index} className="h-80 w-full rounded-xl" />
            ))}
          </div>
        </div>
      )}
    </main>
  )
}

function Shared({ token, shared }: { token: string; shared: SharedInsights }) {
  const { name, project, brand, tiles, from, to, expiresAt } = shared
  const expires = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: project.timeZone })
  return (
    <>
      <title>{name}</title>
      {brand && <BrandBand brand={brand} />}
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <p className="wrap-anywhere font-medium text-muted">{project.name}</p>
          <h1 className="wrap-anywhere font-semibold text-2xl tracking-tight">{name}</h1>
          <p className="text-muted">{rangeText({ from, to })}</p>
        </div>
        {tiles.length > 0 && (
          <Button className="print:hidden" onClick={() => window.print()}>
            Print
          </Button>
        )}
      </header>
      {tiles.length === 0 && <p className="text-muted">There are no charts here yet.</p>}
      <h2 className="sr-only print:hidden">Charts</h2>
      <div className={tiles.length === 1 ? 'grid' : 'grid gap-4 lg:grid-cols-2 print:block print:space-y-4'}>
        {tiles.map((tile) => (
          <SharedTile key={tile.id} token={token} tile={tile} from={from} to={to} />
        ))}
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t pt-4 text-muted text-sm">
        <p>
          Days are in {zoneText(project.timeZone)} time. This link works until {expires.format(new Date(expiresAt))}.
        </p>
        {brand ? (
          <p>Report by {brand.name}</p>
        ) : (
          <a href={paths.home} className="rounded">
            <Wordmark />
          </a>
        )}
      </footer>
    </>
  )
}

interface SharedTileProps {
  token: string
  tile: Tile
  from: string
  to: string
}

function SharedTile(props: SharedTileProps) {
  const { metric } = props.tile.definition
  return isQuoteKind(metric) ? <SharedQuotes {...props} kind={metric} /> : <SharedChart {...props} />
}

function SharedQuotes({ token, tile, from, kind }: SharedTileProps & { kind: QuoteKind }) {
  const answer = useQuery(sharedQuotesQuery(token, tile.id, from))
  return (
    <QuotesFrame kind={kind} title={tile.title}>
      {answer.data ? (
        <QuotesList kind={kind} quotes={answer.data} isPublic />
      ) : hasFailed(answer) ? (
        <FetchFailure query={answer} title="Couldn't load the quotes" />
      ) : (
        <TileSkeleton title={tile.title} />
      )}
    </QuotesFrame>
  )
}

function SharedChart({ token, tile, from, to }: SharedTileProps) {
  const { id, title, definition } = tile
  const [asTable, setAsTable] = useState(false)
  const answer = useQuery(sharedSeriesQuery(token, id, from))
  const key = JSON.stringify(
    seriesQueryOf(definition, { range: { from, to }, compare: definition.compare, communities: [] }),
  )
  // Charts are drawn again only for other numbers.
  const query = useMemo((): SeriesQuery => JSON.parse(key), [key])
  return (
    <TileView
      {...{ id, title, query, asTable, chart: definition.chart, series: answer.data }}
      failure={hasFailed(answer) && <FetchFailure query={answer} title="Couldn't load this chart" />}
      // Lists are for members only.
      listOf={() => null}
      controls={
        answer.data &&
        !isEmpty(answer.data) &&
        definition.chart !== 'table' && (
          <Button
            look="ghost"
            size="icon"
            aria-pressed={asTable}
            aria-label={`Show ${title} as a table`}
            className="print:hidden"
            onClick={() => setAsTable(!asTable)}
          >
            <Icon name={asTable ? 'chart' : 'table'} />
          </Button>
        )
      }
    />
  )
}

function zoneText(timeZone: string): string {
  return timeZone === 'UTC' ? timeZone : (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}
