import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { PeopleSort, PeopleSortKey } from '#engine/crm/people-view.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { ListSkeleton } from '#platform/ui/lists/list-skeleton.tsx'
import { More } from '#platform/ui/more.tsx'
import { useHeightProperty } from '#platform/ui/overlays/height-property.ts'
import { loadOptional } from '#platform/ui/parts.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { useChosen } from '#platform/web/lists/chosen.ts'
import { ListTable, type TableColumn, type TableSort } from '#platform/web/lists/list-table.tsx'
import { focusRow } from '#platform/web/lists/row-in-sight.ts'
import type { RedditPerson } from '../../contract.ts'
import { personCommands } from '../people/commands.ts'
import { personId } from '../people/element-ids.ts'
import { viewKey } from '../people/filters.ts'
import { peopleOf } from '../people/pages.ts'
import { peopleQuery } from '../people/queries.ts'
import type { CrmState } from '../people/use-crm.ts'
import { choiceCommands } from './choice-commands.ts'
import { columnsOf } from './columns.tsx'

/** Loaded once a person is chosen. */
const BulkBar = lazy(() => loadOptional(async () => (await import('./bulk-bar.tsx')).BulkBar))

/** The people of a view as a table, to sort, and to change several at once. */
export function PeopleTable({ state }: { state: CrmState }) {
  const { project, reader, view, mayChange, go, undoLast, me, moveTo, assign } = state
  const stages = state.stages.data ?? []
  const measureBar = useHeightProperty('--action-bar')
  const list = useInfiniteQuery(peopleQuery(reader, view, stages, null))
  const people = peopleOf(list.data)
  const listKey = `${project.id} table ${viewKey(view)}`
  const choice = useChosen(listKey, people)
  const [activeId, setActiveId] = useState<string | null>(null)
  const [moving, setMoving] = useState(false)
  const active = people.find(({ id }) => id === activeId)

  function move(step: 1 | -1): void {
    const next = people[active ? people.indexOf(active) + step : 0]
    if (!next) return
    // The row of the active person is in the document, however far away it is.
    flushSync(() => setActiveId(next.id))
    focusRow(personId(next.id))
  }
  function shift(step: 1 | -1): (() => void) | null {
    const next = active && stages[stages.findIndex(({ key }) => key === active.stage) + step]
    return active && next ? () => moveTo([active], next.key) : null
  }
  const chosen = choice.chosen.length > 0 ? choice.chosen : active ? [active] : []
  useCommands(
    'Person',
    personCommands(
      active,
      {
        ...{ move, across: null, shift: { 1: shift(1), [-1]: shift(-1) }, undo: undoLast },
        openStages: () => {
          if (choice.chosen.length === 0 && active) choice.choose(active.id, false)
          setMoving(true)
        },
        claim: () => me && assign(chosen, me),
      },
      mayChange,
    ),
  )
  useCommands(
    'Selection',
    choiceCommands(active, choice.chosen.length, {
      choose: (id) => choice.choose(id, false),
      chooseAll: choice.chooseAll,
      clear: choice.clear,
    }),
  )
  if (hasFailed(list)) return <FetchFailure query={list} title="Couldn't load people" />
  if (!list.data) return <ListSkeleton label="Loading people" />
  return (
    <>
      <div key={listKey} className="@container relative min-h-0 flex-1 overflow-y-auto short:min-h-56">
        <Rows
          state={state}
          people={people}
          listKey={listKey}
          total={list.hasNextPage ? -1 : people.length}
          activeId={activeId}
          onActive={setActiveId}
          isChosen={choice.isChosen}
          onChoose={choice.choose}
          onSort={(sort) => go({ ...view, sort }, true)}
        />
        {list.hasNextPage && (
          <More
            loading={list.isFetchingNextPage}
            failed={list.isFetchNextPageError}
            onMore={() => void list.fetchNextPage()}
          />
        )}
      </div>
      {choice.chosen.length > 0 && (
        <div ref={measureBar}>
          <Suspense>
            <BulkBar
              state={state}
              chosen={choice.chosen}
              shown={people.length}
              moving={moving}
              onMoving={setMoving}
              onChooseAll={choice.chooseAll}
              onClear={choice.clear}
            />
          </Suspense>
        </div>
      )}
    </>
  )
}

interface RowsProps {
  state: CrmState
  people: readonly RedditPerson[]
  listKey: string
  /** How many the table has with those that aren't loaded; -1 if that is unknown. */
  total: number
  activeId: string | null
  onActive: (id: string) => void
  isChosen: (id: string) => boolean
  onChoose: (id: string, range: boolean) => void
  onSort: (sort: PeopleSort) => void
}

function Rows({ state, people, listKey, total, activeId, onActive, isChosen, onChoose, onSort }: RowsProps) {
  const { view, reader, stages, hrefOf } = state
  const { by: current, desc } = view.sort
  const sortBy = (by: PeopleSortKey): TableSort => {
    const isSorted = by === current
    return {
      ...{ isSorted, falls: isSorted && desc },
      // Values are wanted largest first, everything else in its natural order.
      onSort: () => onSort({ by, desc: isSorted ? !desc : by === 'value' }),
    }
  }
  const name: TableColumn<RedditPerson> = {
    label: 'Person',
    sort: sortBy('handle'),
    className: 'w-52 @max-2xl:w-auto',
    strong: true,
    cell: (person) => (
      <span className="flex items-center gap-1.5">
        {/* The link covers the whole row, but only the name is its name. */}
        <Link
          to={hrefOf(person.id)}
          state="from list"
          id={personId(person.id)}
          onFocus={() => onActive(person.id)}
          className="min-w-0 truncate font-medium outline-none after:absolute after:inset-0"
        >
          u/{person.handle}
        </Link>
        {person.doNotContact && (
          <span title="Do not contact" className="relative flex text-danger">
            <Icon name="reject" className="size-3.5" />
            <span className="sr-only">Do not contact</span>
          </span>
        )}
      </span>
    ),
  }
  return (
    <ListTable
      label="People"
      rows={people}
      columns={[name, ...columnsOf({ stages: stages.data ?? [], me: reader.me, now: reader.now, sortBy })]}
      total={total}
      tall
      listKey={listKey}
      keptId={activeId}
      isChosen={isChosen}
      onChoose={onChoose}
      nameOf={({ handle }) => `u/${handle}`}
    />
  )
}
