import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { isQuoteKind } from '#engine/insights/quote-kinds.ts'
import { buttonClasses } from '#platform/ui/button.tsx'
import { type Day, rangeText } from '#platform/ui/charts/days.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import { paths } from '#platform/web/page/paths.ts'
import { useMay } from '#platform/web/session/role.ts'
import type { InsightAnnotation } from '../../contract-annotations.ts'
import type { Board } from '../../contract-boards.ts'
import { annotationsQuery } from '../queries.ts'
import { periodOf } from '../tile/model.ts'
import type { InsightsState } from '../use-insights.ts'
import { Annotations } from './annotations.tsx'
import { PrintHead } from './print-head.tsx'
import { Tiles } from './tiles.tsx'

/** Loaded when it is opened. */
const AnnotationDialog = lazy(async () => ({
  default: (await loadPart(() => import('./annotation-dialog.tsx'))).AnnotationDialog,
}))

const none: InsightAnnotation[] = []

/** A board with its charts and the notes on their days. */
export function BoardPage({ state, board }: { state: InsightsState; board: Board }) {
  const { project, today, scope, mayChange, hasData, openReport, brand } = state
  const { data: annotations = none } = useQuery(annotationsQuery(project.id, scope.range))
  const [editing, setEditing] = useState<InsightAnnotation | { day: Day } | null>(null)
  const isTimed = board.tiles.some(({ definition }) => periodOf(definition.groupBy) !== null)
  const annotate = () => setEditing({ day: scope.range.to })
  return (
    <div className="flex flex-col gap-4 px-4 pb-16 print:block print:p-0">
      <h2 className="sr-only print:hidden">{board.name}</h2>
      <PrintHead project={project.name} board={board.name} scope={scope} today={today} brand={brand} />
      {!hasData && (
        <NoData
          isOfQuotes={board.tiles.length > 0 && board.tiles.every(({ definition }) => isQuoteKind(definition.metric))}
        />
      )}
      <Tiles
        tiles={board.tiles}
        propsOf={(tile) => ({
          ...{ project, tile, scope, today, annotations, isSample: !hasData },
          onAnnotate: mayChange ? annotate : null,
          onReport: mayChange ? () => openReport({ name: tile.title, definition: tile.definition }) : null,
        })}
      />
      {board.tiles.length === 0 && (
        <p className="py-16 text-center text-muted">This board has no charts yet. To add some, choose “Edit boards”.</p>
      )}
      {isTimed && hasData && (
        <Annotations
          projectId={project.id}
          annotations={annotations}
          range={rangeText(scope.range)}
          onEdit={mayChange ? setEditing : null}
          onAdd={mayChange ? annotate : null}
        />
      )}
      {editing && (
        <Suspense>
          <AnnotationDialog
            projectId={project.id}
            annotation={editing}
            today={today}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Shown above sample charts: what is missing, and the next step. */
function NoData({ isOfQuotes }: { isOfQuotes: boolean }) {
  const mayEdit = useMay('changeWatchlist')
  return (
    <section
      aria-label="No data yet"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-accent-soft p-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-semibold">Nothing to count yet</h2>
        <p className="text-pretty text-muted text-sm">
          {isOfQuotes
            ? 'Quotes appear here once leads arrive.'
            : 'Charts show sample data until your first lead or mention arrives.'}
        </p>
      </div>
      {mayEdit && (
        <Link to={paths.projectKeywords} className={buttonClasses({ look: 'primary', size: 'small' })}>
          <Icon name="keyword" /> Check keywords
        </Link>
      )}
    </section>
  )
}
