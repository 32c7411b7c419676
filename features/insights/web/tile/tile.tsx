import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { CurrentProject } from '#platform/contract/session.ts'
import type { Day } from '#platform/ui/charts/days.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { useMay } from '#platform/web/session/role.ts'
import type { InsightAnnotation } from '../../contract-annotations.ts'
import type { Tile as TileRow } from '../../contract-boards.ts'
import { type Scope, type SeriesQuery, seriesQuery, seriesQueryOf } from '../queries.ts'
import { listOf } from './lists.ts'
import { sampleSeries } from './sample.ts'
import { TileMenu } from './tile-menu.tsx'
import { TileView } from './tile-view.tsx'

export interface TileProps {
  project: CurrentProject
  tile: TileRow
  scope: Scope
  today: Day
  annotations?: readonly InsightAnnotation[]
  /** Adds a note to a day; null if the user may not. */
  onAnnotate?: (() => void) | null
  /** Opens the chart as a new report; null if the user may not. */
  onReport?: (() => void) | null
  /** Shows made-up numbers, since the project has none yet. */
  isSample?: boolean
  /** In place of the menu, such as the buttons of the working copy. */
  controls?: ReactNode
}

/** A chart of a project, with its menu. */
export function Tile({ project, tile, scope, today, isSample = false, controls, ...rest }: TileProps) {
  const { annotations, onAnnotate = null, onReport = null } = rest
  const mayReadOutreach = useMay('readOutreach')
  const [asTable, setAsTable] = useState(false)
  const key = JSON.stringify(seriesQueryOf(tile.definition, scope))
  // Charts are drawn again only for other numbers.
  const query = useMemo((): SeriesQuery => JSON.parse(key), [key])
  const answer = useQuery({ ...seriesQuery(project.id, query), enabled: !isSample })
  const series = useMemo(() => (isSample ? sampleSeries(query) : answer.data), [isSample, query, answer.data])
  const range = { from: query.from, to: query.to }
  return (
    <TileView
      id={tile.id}
      title={tile.title}
      chart={tile.definition.chart}
      query={query}
      series={series}
      failure={hasFailed(answer) ? <FetchFailure query={answer} title="Couldn't load this chart" /> : null}
      isBusy={answer.isPlaceholderData}
      isSample={isSample}
      asTable={asTable}
      {...(annotations && { annotations })}
      listOf={(...parts) => {
        if (isSample) return null
        const list = listOf(project, { metric: query.metric, range, communities: query.subreddits, parts }, today)
        return list?.isOutreach && !mayReadOutreach ? null : list
      }}
      controls={
        controls ??
        (series && (
          <TileMenu
            {...{ project, tile, query, series, asTable, isSample, onAnnotate, onReport }}
            onTable={setAsTable}
          />
        ))
      }
    />
  )
}
