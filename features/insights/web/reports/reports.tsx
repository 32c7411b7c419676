import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { ListSkeleton } from '#platform/ui/lists/list-skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { Locked } from '#platform/web/forms/section.tsx'
import { reportsQuery } from '../queries.ts'
import type { InsightsState, ReportDraft } from '../use-insights.ts'
import { ReportEditor } from './report-editor.tsx'
import { ReportList } from './report-list.tsx'

/** The saved reports, or the one that is made, edited, or read. */
export function Reports({ state }: { state: InsightsState }) {
  const { project, view, go, mayChange } = state
  const reports = useQuery(reportsQuery(project.id))
  const draft: ReportDraft | null = useLocation().state
  const back = () => go({ ...view, report: null })
  if (view.report === 'new') {
    return mayChange ? (
      <ReportEditor state={state} report={null} draft={draft} onClose={back} />
    ) : (
      <div className="max-w-3xl p-4">
        <Locked>Clients can read reports. Ask a team member to create one.</Locked>
      </div>
    )
  }
  if (!reports.data) {
    return hasFailed(reports) ? (
      <FetchFailure query={reports} title="Couldn't load the reports" />
    ) : (
      <ListSkeleton label="Loading reports" />
    )
  }
  const report = reports.data.find(({ id }) => id === view.report)
  if (report) return <ReportEditor key={report.id} state={state} report={report} draft={null} onClose={back} />
  return <ReportList state={state} reports={reports.data} isMissing={view.report !== null} />
}
