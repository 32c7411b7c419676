import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Project } from '#features/projects/contract.ts'
import { classes } from '#platform/ui/classes.ts'
import { hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { useMay } from '#platform/web/api/role.ts'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { useWide } from '#platform/web/page/wide.ts'
import { Actions } from './actions.tsx'
import { leadCommands, readerCommands, viewCommands } from './commands.ts'
import type { Decision } from './decisions.ts'
import { ListHeader } from './list/list-header.tsx'
import { ListPane } from './list/list-pane.tsx'
import { rowId } from './list/row.tsx'
import { useChangedLeads } from './list/use-changed-leads.ts'
import { leadsOf, neighbour } from './pages.ts'
import { Panel } from './panel/panel.tsx'
import { leadQuery, leadsQuery } from './queries.ts'
import { useDecisions } from './use-decisions.ts'
import { useOpenLead } from './use-open-lead.ts'
import type { View } from './view.ts'
import { belongs, readView, viewParams } from './view.ts'
import { nameOf } from './words.ts'

/** Going through the leads of one project, by pointer or by key. */
export function Triage({ project }: { project: Project }) {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const wide = useWide()
  const mayDecide = useMay('decide') !== false
  const view = readView(params)
  const list = useInfiniteQuery(leadsQuery(project.id, view))
  const leads = leadsOf(list.data)
  const [openId, setOpenId] = useOpenLead(params.get('lead'))
  // Beside the list the first lead is open by itself.
  const selectedId = openId ?? (wide ? (leads[0]?.id ?? null) : null)
  const listed = leads.find((lead) => lead.id === selectedId)
  const single = useQuery({ ...leadQuery(selectedId ?? ''), enabled: selectedId !== null && list.isFetched && !listed })
  const selected = listed ?? (selectedId === null ? undefined : single.data)

  /** The lead after the one that was just decided about. */
  const after = useRef<string | null>(null)
  const [rejecting, setRejecting] = useState(false)
  const [said, setSaid] = useState('')
  const [now] = useState(Date.now)

  const go = (next: View, lead: string | null, replace: boolean) => {
    setOpenId(lead)
    setParams(viewParams(next, lead), { replace, preventScrollReset: true })
  }

  const { decide, undoLast, left } = useDecisions(project.id, view, (lead) => {
    if (wide && belongs(lead, view.tab)) go(view, lead.id, true)
    setSaid('Undone')
  })
  useChangedLeads(project.id, view)

  function decideSelected(decision: Decision) {
    if (!selected) return
    setRejecting(false)
    const next = neighbour(leads, selected.id)
    const stays = decide(selected, decision)
    if (stays) return
    go(view, wide ? (next?.id ?? null) : null, true)
    after.current = next?.id ?? null
    setSaid(next?.post ? `Next: ${nameOf(next.post)}` : 'No lead left')
  }

  function move(step: 1 | -1) {
    const index = leads.findIndex((lead) => lead.id === selectedId)
    const next = leads[index === -1 ? 0 : index + step]
    if (!next) return
    go(view, next.id, true)
    const row = document.getElementById(rowId(next.id))
    row?.focus({ preventScroll: true })
    row?.closest('li')?.scrollIntoView({ block: 'nearest' })
  }

  useCommands(
    'Lead',
    leadCommands(selected, { move, decide: decideSelected, reject: () => setRejecting(true), undo: undoLast }).filter(
      ({ id }) => mayDecide || readerCommands.includes(id),
    ),
  )
  useCommands(
    'View',
    viewCommands(view, (next) => go(next, null, false)),
  )

  // Nothing to read beside the list: it has the whole screen.
  const bare = selectedId === null && (!list.isPending || hasFailed(list))
  const pagination = list.data?.pages[0]?.meta.pagination

  return (
    <div className="flex h-full">
      <section
        aria-label="List"
        className={classes('flex min-w-0 flex-1 flex-col border-line', !bare && 'lg:max-w-md lg:border-r')}
      >
        <ListHeader
          view={view}
          project={project}
          total={pagination?.total ?? 0}
          totalCapped={pagination?.totalCapped ?? false}
          onView={(next) => go(next, null, false)}
        />
        <ListPane
          project={project}
          view={view}
          list={list}
          selectedId={selectedId}
          now={now}
          left={left}
          onView={(next, replace) => go(next, null, replace)}
          onOpen={setOpenId}
        />
      </section>
      {(!wide || !bare) && (
        <Panel
          wide={wide}
          selectedId={selectedId}
          loading={list.isPending}
          lead={selected}
          error={single.error}
          // From the list one goes back; from an address of its own, to the list.
          onClose={() => (state === 'from list' ? void navigate(-1) : go(view, null, true))}
          rowAfter={() => {
            const row = document.getElementById(rowId(after.current ?? ''))
            after.current = null
            return row
          }}
          now={now}
          actions={(side) =>
            selected &&
            mayDecide && (
              <Actions
                lead={selected}
                decide={decideSelected}
                rejecting={rejecting}
                onRejecting={setRejecting}
                side={side}
              />
            )
          }
        />
      )}
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
    </div>
  )
}
