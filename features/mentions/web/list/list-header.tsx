import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { TimeFilter } from '#platform/ui/charts/time-filter.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import { setOpenDialog } from '#platform/web/commands/open-dialog.ts'
import { SearchField } from '#platform/web/forms/search-field.tsx'
import { SampleBadge } from '#platform/web/page/sample-badge.tsx'
import { todayIn } from '#platform/web/text/today.ts'
import { count } from '#platform/web/text/units.ts'
import { mentionsText } from '../labels.ts'
import { countsQuery, csvUrl } from '../queries.ts'
import type { MentionsState } from '../use-mentions.ts'
import { searchId } from './element-ids.ts'
import { FilterChips } from './filter-chips.tsx'

/** Loaded when it is opened. */
const Mutes = lazy(async () => ({ default: (await loadPart(() => import('./mutes.tsx'))).Mutes }))

interface ListHeaderProps {
  project: CurrentProject
  state: MentionsState
  /** Opens the overview on narrow screens. */
  onOverview: () => void
}

/** The title, the search, and the filters. */
export function ListHeader({ project, state, onOverview }: ListHeaderProps) {
  const { view, go, wide } = state
  const { data: totals } = useQuery(countsQuery(project, view))
  const [today] = useState(() => todayIn(project.timeZone, new Date()))
  return (
    <header className="shrink-0">
      <div className="flex h-14 items-center gap-1 pr-2 pl-4">
        <h1 className="font-semibold text-lg">Mentions</h1>
        <div className="flex min-w-0 flex-1 items-center gap-2 pl-2">
          {project.realm === 'sandbox' && <SampleBadge of="posts" />}
          {totals && (
            <p aria-live="polite" className="tabular min-w-0 truncate text-muted text-sm">
              {count(totals.counted)}
              <span className="max-sm:sr-only">{totals.counted === 1 ? ' mention' : ' mentions'}</span>
              {totals.capped && ' or more'}
            </p>
          )}
        </div>
        {!wide && (
          <Button look="ghost" size="small" onClick={onOverview}>
            <Icon name="chart" /> Overview
          </Button>
        )}
        <MoreActions project={project} state={state} />
      </div>
      <div className="flex gap-2 px-4">
        <div className="min-w-0 flex-1">
          <SearchField
            id={searchId}
            label="Search mentions"
            text={view.text}
            onSearch={(text) => go({ ...view, text }, null, true)}
          />
        </div>
        <div className="w-40 shrink-0 max-sm:w-36">
          <TimeFilter range={view.range} today={today} onChange={(range) => go({ ...view, range }, null, false)} />
        </div>
      </div>
      <FilterChips project={project} view={view} onView={(next) => go(next, null, false)} />
    </header>
  )
}

function MoreActions({ project, state }: Pick<ListHeaderProps, 'project' | 'state'>) {
  const { view, mentions, mayDecide, handleAll, unmute } = state
  const [mutesOpen, setMutesOpen] = useState(false)
  const handling = view.status !== 'handled'
  const changed = mentions.filter(({ handled }) => handled !== handling)
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button look="ghost" size="icon" aria-label="More actions">
            <Icon name="more" />
          </Button>
        }
      >
        {mayDecide && (
          <MenuItem
            icon={<Icon name="through" />}
            disabled={changed.length === 0}
            detail={changed.length === 0 ? 'None to mark' : `${mentionsText(changed.length)} in the list`}
            onClick={() => handleAll(changed, handling)}
          >
            {handling ? 'Mark all shown as handled' : 'Mark all shown as not handled'}
          </MenuItem>
        )}
        <MenuItem icon={<Icon name="hidden" />} onClick={() => setMutesOpen(true)}>
          Manage mutes
        </MenuItem>
        <MenuItem icon={<Icon name="table" />} render={<a href={csvUrl(project, view)} download />}>
          Export CSV
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Icon name="keyboard" />} onClick={() => setOpenDialog('shortcuts')}>
          Keyboard shortcuts
        </MenuItem>
      </Menu>
      {mutesOpen && (
        <Suspense>
          <Mutes projectId={project.id} onClose={() => setMutesOpen(false)} unmute={mayDecide ? unmute : null} />
        </Suspense>
      )}
    </>
  )
}
