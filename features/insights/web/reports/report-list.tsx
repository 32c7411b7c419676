import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isQuoteKind } from '#engine/insights/quote-kinds.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { useDeferred } from '#platform/web/api/use-deferred.ts'
import type { Report } from '../../contract.ts'
import { call } from '../api.ts'
import { groupingNames, metricNames } from '../labels.ts'
import type { InsightsState } from '../use-insights.ts'
import { viewParams } from '../view.ts'
import { scheduleNames } from './schedules.ts'

interface ReportListProps {
  state: InsightsState
  reports: readonly Report[]
  /** Whether the address names a report that doesn't exist. */
  isMissing: boolean
}

/** The saved reports by name. */
export function ReportList({ state, reports, isMissing }: ReportListProps) {
  const { project, view, mayChange, openReport } = state
  const queryClient = useQueryClient()
  const { defer, isHidden } = useDeferred()
  const remove = ({ id, name }: Report) =>
    defer({
      id,
      title: `Deleted “${name}”`,
      work: () => call('reportsDelete', { id, keepalive: true }),
      after: () => queryClient.invalidateQueries({ queryKey: ['reports', project.id] }),
    })
  const shown = reports.filter(({ id }) => !isHidden(id))
  if (shown.length === 0) {
    return (
      <EmptyState
        figure={<Icon name="chart" className="size-10" />}
        title="No saved reports"
        action={
          mayChange && (
            <Button look="primary" onClick={() => openReport(null)}>
              New report
            </Button>
          )
        }
      >
        A report is one chart with its own days. It can be sent by email every day, week, or month.
      </EmptyState>
    )
  }
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-3 p-4 pb-16">
      {isMissing && <p className="text-muted">This report doesn't exist anymore.</p>}
      <ul aria-label="Reports" className="divide-y divide-line rounded-xl border border-line bg-raised">
        {shown.map((report) => (
          <li key={report.id} className="flex items-center gap-3 px-4 py-3">
            <div className="min-w-0 flex-1">
              <Link
                to={`?${viewParams({ ...view, page: 'reports', report: report.id })}`}
                className="wrap-anywhere rounded font-medium hover:underline"
              >
                {report.name}
              </Link>
              <p className="text-muted text-sm">{reportText(report)}</p>
            </div>
            {report.schedule && <Badge look="accent">{scheduleNames[report.schedule]}</Badge>}
            {mayChange && (
              <Button look="ghost" size="icon" aria-label={`Delete “${report.name}”`} onClick={() => remove(report)}>
                <Icon name="remove" />
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function reportText({ definition, recipients = [] }: Report): string {
  const { metric, groupBy, breakdown, days } = definition
  const by = [groupBy, breakdown]
    .flatMap((each) => (each === null ? [] : groupingNames[each].toLowerCase()))
    .join(' and ')
  const what = isQuoteKind(metric) || metric === 'funnel' ? metricNames[metric] : `${metricNames[metric]} by ${by}`
  const to =
    recipients.length === 0 ? '' : recipients.length === 1 ? ', 1 recipient' : `, ${recipients.length} recipients`
  return `${what}, ${days} days${to}`
}
