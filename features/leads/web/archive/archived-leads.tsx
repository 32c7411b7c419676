import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#platform/ui/button.tsx'
import { rangeText } from '#platform/ui/charts/days.ts'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Table } from '#platform/ui/lists/table.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { useSettled } from '#platform/web/api/use-settled.ts'
import { useMay } from '#platform/web/session/role.ts'
import type { Opportunity } from '../../contract.ts'
import { count, plural, rejectionKeys, rejections } from '../labels.ts'
import { useChangedRows } from '../list/use-changed-leads.ts'
import { leadsOf } from '../pages.ts'
import { type Act, archiveColumns, nameOfLead } from './columns.tsx'
import { archiveListQuery } from './queries.ts'
import { ReplyDialog } from './reply-dialog.tsx'
import { SimilarDrawer } from './similar-drawer.tsx'
import { useRestore } from './use-restore.ts'
import {
  type ArchivedProject,
  type ArchiveState,
  type ArchiveView,
  archiveParams,
  periods,
  readArchiveView,
  visibilities,
} from './view.ts'

interface ArchivedLeadsProps {
  project: ArchivedProject
  state: ArchiveState
}

/** The decided leads of a project: searched, filtered, restored one by one or many at once. */
export function ArchivedLeads({ project, state }: ArchivedLeadsProps) {
  const projectId = project.id
  const { view, setView, typed, setTyped, clear } = useArchiveView()
  const list = useInfiniteQuery(archiveListQuery(project, state, view))
  useChangedRows(projectId, archiveListQuery(project, state, view).queryKey)
  const { restore, isRestored } = useRestore(projectId, state)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<{ lead: Opportunity; as: 'similar' | 'reply' } | null>(null)
  const act = useRef<Act>(() => {})
  const mayDecide = useMay('decide') === true
  const mayCompare = useMay('readWatchlist') === true
  const [now] = useState(Date.now)
  const leads = leadsOf(list.data).filter(({ id }) => !isRestored(id))
  const pagination = list.data?.pages[0]?.meta.pagination
  const total = (pagination?.total ?? 0) - (leadsOf(list.data).length - leads.length)
  const chosen = leads.filter(({ id }) => selected.has(id))
  const isFiltered = archiveParams(view).size > 0
  const restoreAll = (some: readonly Opportunity[]) => {
    restore(some)
    setSelected(new Set())
  }
  useEffect(() => {
    act.current = (lead, as) => (as === 'restore' ? restoreAll([lead]) : setOpened({ lead, as }))
  })
  // Other columns would replace the cells, and close an open menu whenever the list is fetched again.
  const columns = useMemo(
    () => archiveColumns({ state, now, mayDecide, mayCompare, act: (lead, as) => act.current(lead, as) }),
    [state, now, mayDecide, mayCompare],
  )
  if (hasFailed(list)) return <FetchFailure query={list} title="Couldn't load the archive" />
  return (
    <div className="flex flex-col gap-3">
      <Filters state={state} view={view} onView={setView} typed={typed} onType={setTyped} />
      <p role="status" className="tabular text-muted text-sm">
        {pagination && `${plural(total, 'lead')}${pagination.totalCapped ? ' or more' : ''}`}
      </p>
      {chosen.length > 0 && (
        <section
          aria-label="Selection"
          className="sticky top-2 z-10 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-raised p-2 pl-4 shadow-lift"
        >
          <p role="status" className="tabular mr-auto font-medium">
            {count(chosen.length)} selected
          </p>
          <Button size="small" onClick={() => restoreAll(chosen)}>
            <Icon name="undo" /> Move {plural(chosen.length, 'lead')} back to new
          </Button>
          <Button size="small" look="ghost" onClick={() => setSelected(new Set())}>
            Clear
          </Button>
        </section>
      )}
      <Table
        label={state === 'replied' ? 'Replied leads' : 'Rejected leads'}
        columns={columns}
        rows={list.data ? leads : null}
        rowId={({ id }) => id}
        rowName={nameOfLead}
        sort={null}
        onSort={() => {}}
        sorted
        {...(mayDecide && { selected, onSelect: setSelected })}
        empty={<Empty state={state} isFiltered={isFiltered} onClear={clear} />}
      />
      {list.hasNextPage && (
        <Button
          look="ghost"
          size="small"
          className="self-center"
          busy={list.isFetchingNextPage}
          onClick={() => !list.isFetchingNextPage && void list.fetchNextPage()}
        >
          {list.isFetchNextPageError ? "Couldn't load more. Try again" : 'Load more'}
        </Button>
      )}
      {opened?.as === 'similar' && <SimilarDrawer lead={opened.lead} onClose={() => setOpened(null)} />}
      {opened?.as === 'reply' && (
        <ReplyDialog projectId={projectId} lead={opened.lead} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}

const noFilters: ArchiveView = { text: '', period: 'any', range: null, visibility: 'any', reason: 'any' }
/** How long typing pauses before a search starts (SPEC 9). */
const pauseMs = 300

/** Returns the view in the address, and the text of the search as typed, which gets there once typing pauses. */
function useArchiveView() {
  const [params, setParams] = useSearchParams()
  const view = readArchiveView(params)
  const [typed, setTyped] = useState(view.text)
  const settled = useSettled(typed.trim(), pauseMs)
  const setView = (next: ArchiveView) => setParams(archiveParams(next), { replace: true, preventScrollReset: true })
  const search = useEffectEvent((text: string) => {
    if (text !== view.text) setView({ ...view, text })
  })
  useEffect(() => search(settled), [settled])
  const clear = () => {
    setTyped('')
    setView(noFilters)
  }
  return { view, setView, typed, setTyped, clear }
}

interface FiltersProps {
  state: ArchiveState
  view: ArchiveView
  onView: (view: ArchiveView) => void
  typed: string
  onType: (text: string) => void
}

function Filters({ state, view, onView, typed, onType }: FiltersProps) {
  return (
    <search className="flex flex-wrap gap-2">
      <Input
        type="search"
        aria-label="Search the archive"
        placeholder={state === 'replied' ? 'Search posts, replies, people' : 'Search posts and people'}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        className="min-w-52 flex-1"
      />
      <Select
        aria-label="Filter by time"
        narrow
        value={view.range ? 'range' : view.period}
        onChange={(period) => period !== 'range' && onView({ ...view, period, range: null })}
        options={view.range ? [{ value: 'range', label: rangeText(view.range) }, ...periods] : periods}
      />
      {state === 'replied' && (
        <Select
          aria-label="Filter by visibility"
          narrow
          value={view.visibility}
          onChange={(visibility) => onView({ ...view, visibility })}
          options={visibilities}
        />
      )}
      {state === 'rejected' && (
        <Select
          aria-label="Filter by reason"
          narrow
          value={view.reason}
          onChange={(reason) => onView({ ...view, reason })}
          options={[
            { value: 'any', label: 'All reasons' },
            ...rejectionKeys.map((value) => ({ value, label: rejections[value] })),
          ]}
        />
      )}
    </search>
  )
}

function Empty({ state, isFiltered, onClear }: { state: ArchiveState; isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState title="No matches" action={<Button onClick={onClear}>Clear filters</Button>}>
        Try fewer words or another period.
      </EmptyState>
    )
  }
  return state === 'replied' ? (
    <EmptyState title="No replies yet">
      Leads appear here when you mark them as replied. You can then add the text and the link of your reply.
    </EmptyState>
  ) : (
    <EmptyState title="No rejected leads">Leads appear here when you reject them, with the reason.</EmptyState>
  )
}
