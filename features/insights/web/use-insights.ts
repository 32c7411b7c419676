import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { addDays, type Day } from '#platform/ui/charts/days.ts'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { paths } from '#platform/web/page/paths.ts'
import { useMay } from '#platform/web/session/role.ts'
import type { ReportDefinition } from '../contract.ts'
import { boardsQuery, brandQuery, hasDataQuery, type Scope } from './queries.ts'
import { daysMost, rangeOf, readView, type View, viewParams } from './view.ts'

export type InsightsState = ReturnType<typeof useInsights>

/** What a new report begins with, passed along by the chart that it is opened from. */
export interface ReportDraft {
  name: string
  definition: ReportDefinition
}

/** Returns the state of the insights screen: the boards, what of them is shown, and how to move. */
export function useInsights(project: CurrentProject, today: Day) {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const mayChange = useMay('changeReports') === true
  const view = readView(params)
  const boards = useQuery(boardsQuery(project.id, 'published'))
  const hasData = useQuery(hasDataQuery(project.id, today, addDays(today, 1 - daysMost)))
  const { data: brand = null } = useQuery({ ...brandQuery(project.id), enabled: project.isAgencyProject })
  const board = boards.data?.boards.find(({ id }) => id === view.board) ?? boards.data?.boards[0]
  const range = rangeOf(view.period, today)
  const key = JSON.stringify([range, view.compare, view.communities])
  const scope = useMemo((): Scope => {
    const [shown, compare, communities] = JSON.parse(key)
    return { range: shown, compare, communities }
  }, [key])

  const go = (next: View, replace = false) => setParams(viewParams(next), { replace, preventScrollReset: true })
  const openReport = (draft: ReportDraft | null) =>
    void navigate(`${paths.insights}?${viewParams({ ...view, page: 'reports', report: 'new' })}`, { state: draft })
  const step = (by: 1 | -1) => {
    const list = boards.data?.boards ?? []
    const next = list[list.findIndex(({ id }) => id === board?.id) + by]
    return view.page === 'board' && next ? () => go({ ...view, board: next.id }) : null
  }

  useCommands('Insights', [
    { id: 'insights next', label: 'Next board', icon: 'chevronRight', keys: ']', run: step(1) },
    { id: 'insights previous', label: 'Previous board', icon: 'chevronLeft', keys: '[', run: step(-1) },
    {
      id: 'insights report',
      label: 'New report',
      icon: 'add',
      keys: 'c',
      run: mayChange ? () => openReport(null) : null,
    },
    {
      id: 'insights print',
      label: 'Print report',
      icon: 'download',
      words: 'pdf paper',
      keys: 'p',
      run: view.page === 'board' && board ? () => window.print() : null,
    },
    {
      id: 'insights edit',
      label: 'Edit boards',
      icon: 'edit',
      words: 'working copy publish',
      keys: 'e',
      run: mayChange ? () => void navigate(paths.insightsCopy) : null,
      focus: 'page',
    },
  ])
  return {
    ...{ project, today, view, go, openReport, mayChange, boards, board, scope },
    /** The agency's brand on reports; null for Earshot's, or while it is unknown. */
    brand,
    /** Whether the project has counted anything at all; true until that is known. */
    hasData: hasData.data !== false,
  }
}
