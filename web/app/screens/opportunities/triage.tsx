import type { Project } from '@earshot/contract/entities'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { messageOf } from '../../call-error.ts'
import { redditUrl } from '../../paths.ts'
import { useWide } from '../../wide.ts'
import { Actions } from './actions.tsx'
import type { Decision } from './decisions.ts'
import { decisionText } from './decisions.ts'
import { Empty } from './empty.tsx'
import { List, ListSkeleton } from './list.tsx'
import { NewLeads } from './new-leads.tsx'
import { leadsOf, neighbour } from './pages.ts'
import { Panel } from './panel.tsx'
import { anyLeadQuery, leadQuery, leadsQuery } from './queries.ts'
import { rowId } from './row.tsx'
import { ShortcutsSheet } from './shortcuts-sheet.tsx'
import { useDecisions } from './use-decisions.ts'
import { useShortcuts } from './use-shortcuts.ts'
import type { View } from './view.ts'
import { belongs, readView, sorts, tabs, viewParams } from './view.ts'
import { plural } from './words.ts'

/** Going through the leads of one project, by pointer or by key. */
export function Triage({ project }: { project: Project }) {
  const [params, setParams] = useSearchParams()
  const wide = useWide()
  const view = readView(params)
  const list = useInfiniteQuery(leadsQuery(project.id, view))
  const leads = leadsOf(list.data)
  const asked = params.get('lead')
  const selectedId = asked ?? (wide ? (leads[0]?.id ?? null) : null)
  const listed = leads.find((lead) => lead.id === selectedId)
  const single = useQuery({ ...leadQuery(selectedId ?? ''), enabled: selectedId !== null && list.isFetched && !listed })
  const selected = listed ?? (selectedId === null ? undefined : single.data)

  const [rejecting, setRejecting] = useState(false)
  const [helping, setHelping] = useState(false)
  const [said, setSaid] = useState('')
  const [now] = useState(Date.now)
  const scroller = useRef<HTMLDivElement>(null)
  const processing = project.status === 'processing'
  // Nothing to read beside the list: it has the whole screen.
  const bare = selectedId === null && !list.isPending
  const total = list.data?.pages[0]?.meta.pagination

  const go = (next: View, lead: string | null, replace: boolean) =>
    setParams(viewParams(next, lead), { replace, preventScrollReset: true })

  const { decide, undoLast } = useDecisions(project.id, view, (lead) => {
    if (wide && belongs(lead, view.tab)) go(view, lead.id, true)
    setSaid('Undone')
  })

  function decideSelected(decision: Decision) {
    if (!selected) return
    setRejecting(false)
    const leaves = listed && view.tab !== 'saved' ? decision.kind !== 'save' : decision.kind === 'save' && !decision.on
    const next = leaves && listed ? neighbour(leads, selected.id) : null
    decide(selected, decision)
    if (leaves) go(view, wide ? (next?.id ?? null) : null, true)
    setSaid(`${decisionText(decision)}. ${leaves && next?.post ? `Next: ${next.post.title}` : ''}`)
  }

  function move(step: 1 | -1) {
    const index = leads.findIndex((lead) => lead.id === selectedId)
    const next = leads[index === -1 ? 0 : index + step]
    if (!next) return
    go(view, next.id, true)
    const row = document.getElementById(rowId(next.id))
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }

  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    r: () => selected?.state === 'new' && decideSelected({ kind: 'reply', on: true }),
    s: () => selected && decideSelected({ kind: 'save', on: !selected.saved }),
    x: () => selected?.state === 'new' && setRejecting(true),
    o: () => selected?.post && window.open(redditUrl(selected.post.permalink), '_blank', 'noopener,noreferrer'),
    u: undoLast,
    '?': () => setHelping(true),
  })

  // A list of another view starts at its top.
  const viewKey = `${view.tab} ${view.sort}`
  useEffect(() => {
    if (viewKey) scroller.current?.scrollTo({ top: 0 })
  }, [viewKey])

  const actions = (side: 'top' | 'bottom') =>
    selected && (
      <Actions lead={selected} decide={decideSelected} rejecting={rejecting} onRejecting={setRejecting} side={side} />
    )

  return (
    <div className="flex h-full">
      <section
        aria-label="List"
        className={classes('flex min-w-0 flex-1 flex-col border-line', !bare && 'lg:max-w-md lg:border-r')}
      >
        <header className="flex h-14 shrink-0 items-center gap-3 px-4">
          <h1 className="font-semibold text-lg">Opportunities</h1>
          <p aria-live="polite" className="tabular min-w-0 flex-1 truncate text-muted text-sm">
            {processing
              ? 'Looking through posts…'
              : total && `${plural(total.total, 'lead')}${total.totalCapped ? ' or more' : ''}`}
          </p>
          <Button
            look="ghost"
            size="icon"
            aria-label="Keyboard shortcuts"
            onClick={() => setHelping(true)}
            className="max-lg:hidden"
          >
            <Icon name="keyboard" />
          </Button>
        </header>
        <Tabs
          label="Which leads"
          tabs={tabs}
          value={view.tab}
          onValueChange={(tab) => go({ ...view, tab }, null, false)}
          className="flex min-h-0 flex-1 flex-col"
          aside={<SortMenu view={view} onChange={(next) => go(next, null, false)} />}
        >
          <div ref={scroller} className="relative min-h-0 flex-1 overflow-y-auto">
            {list.isPending && <ListSkeleton />}
            {list.isError && leads.length === 0 && (
              <ErrorState
                title="The leads could not be fetched"
                message={messageOf(list.error)}
                onRetry={() => void list.refetch()}
                retrying={list.isFetching}
              />
            )}
            {list.isSuccess && (
              <NewLeads
                projectId={project.id}
                view={view}
                leads={leads}
                total={total?.total ?? 0}
                processing={processing}
                onShown={() => go(view, null, true)}
              />
            )}
            {list.isSuccess && leads.length === 0 && <EmptyTab project={project} view={view} />}
            <List
              leads={leads}
              selectedId={selectedId}
              hrefOf={(id) => `?${viewParams(view, id)}`}
              now={now}
              more={list.hasNextPage}
              loadingMore={list.isFetchingNextPage}
              onMore={() => void list.fetchNextPage()}
            />
          </div>
        </Tabs>
      </section>
      {!(wide && bare) && (
        <Panel
          wide={wide}
          selectedId={selectedId}
          lead={selected}
          error={single.error}
          onClose={() => go(view, null, false)}
          now={now}
          actions={actions}
        />
      )}
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
      <ShortcutsSheet open={helping} onOpenChange={setHelping} />
    </div>
  )
}

function EmptyTab({ project, view }: { project: Project; view: View }) {
  const { data: ever, isPending } = useQuery(anyLeadQuery(project.id))
  if (isPending) return <ListSkeleton />
  return <Empty tab={view.tab} ever={ever ?? false} processing={project.status === 'processing'} />
}

function SortMenu({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const current = sorts.find(({ value }) => value === view.sort)
  return (
    <Menu
      align="end"
      trigger={
        <Button look="ghost" size="small" aria-label={`Sort: ${current?.label}`}>
          {current?.label} <Icon name="chevronDown" />
        </Button>
      }
    >
      {sorts.map(({ value, label }) => (
        <MenuItem
          key={value}
          icon={<Icon name="check" className={value === view.sort ? '' : 'invisible'} />}
          onClick={() => onChange({ ...view, sort: value })}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
