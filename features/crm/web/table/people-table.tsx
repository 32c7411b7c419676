import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, lazy, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { PeopleSort } from '#engine/crm/people-view.ts'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { ListSkeleton } from '#platform/ui/lists/list-skeleton.tsx'
import { More } from '#platform/ui/more.tsx'
import { useHeightProperty } from '#platform/ui/overlays/height-property.ts'
import { loadOptional } from '#platform/ui/parts.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { ChooseBox } from '#platform/web/lists/choose-box.tsx'
import { useChosen } from '#platform/web/lists/chosen.ts'
import { focusRow } from '#platform/web/lists/row-in-sight.ts'
import { useRowsInSight } from '#platform/web/lists/use-rows-in-sight.ts'
import type { RedditPerson } from '../../contract.ts'
import { personCommands } from '../people/commands.ts'
import { personId } from '../people/element-ids.ts'
import { viewKey } from '../people/filters.ts'
import { peopleOf } from '../people/pages.ts'
import { peopleQuery } from '../people/queries.ts'
import type { CrmState } from '../people/use-crm.ts'
import { choiceCommands } from './choice-commands.ts'
import { type Column, columnsOf } from './columns.tsx'

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

/** Only the rows in sight are in the document, unless they are few. */
function Rows({ state, people, listKey, total, activeId, onActive, isChosen, onChoose, onSort }: RowsProps) {
  const { view, reader, stages, hrefOf } = state
  const table = useRef<HTMLTableElement>(null)
  const { rows, rest, measure, onFocus } = useRowsInSight(people, {
    listKey,
    list: table,
    height: 45,
    keptId: activeId,
  })
  const columns = columnsOf({ stages: stages.data ?? [], me: reader.me, now: reader.now })
  return (
    <table
      ref={table}
      aria-label="People"
      aria-rowcount={total === -1 ? -1 : total + 1}
      onFocus={onFocus}
      className="w-full table-fixed border-separate border-spacing-0 text-left text-sm"
    >
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" className={classes(headClasses, 'w-10 pr-0')}>
            <span className="sr-only">Select</span>
          </th>
          <Head
            column={{ label: 'Person', sort: 'handle', className: 'w-52 @max-2xl:w-auto' }}
            sort={view.sort}
            onSort={onSort}
          />
          {columns.map((column) => (
            <Head key={column.label} column={column} sort={view.sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row: person, index, gap }) => (
          <Fragment key={person.id}>
            {gap > 0 && <Gap height={gap} />}
            <tr
              ref={measure}
              data-index={index}
              aria-rowindex={index + 2}
              className={classes(
                'relative scroll-mt-10',
                'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus',
                isChosen(person.id) ? 'bg-hover' : 'hover:bg-sunken',
              )}
            >
              <td className={classes(cellClasses, 'pr-0')}>
                <ChooseBox
                  id={person.id}
                  name={`u/${person.handle}`}
                  chosen={isChosen(person.id)}
                  onChoose={onChoose}
                  className="-ml-2"
                />
              </td>
              <td className={cellClasses}>
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
              </td>
              {columns.map(({ label, className, cell }) => (
                <td key={label} className={classes(cellClasses, 'text-muted', className)}>
                  {cell(person)}
                </td>
              ))}
            </tr>
          </Fragment>
        ))}
        {rest > 0 && <Gap height={rest} />}
      </tbody>
    </table>
  )
}

const headClasses =
  'sticky top-0 z-2 h-9 border-line border-b bg-sunken px-2 font-medium text-muted first:pl-4 last:pr-4'
const cellClasses = 'h-11 truncate border-line border-b px-2 py-0 first:pl-4 last:pr-4'

interface HeadProps {
  column: Pick<Column, 'label' | 'sort' | 'className'>
  sort: PeopleSort
  onSort: (sort: PeopleSort) => void
}

function Head({ column: { label, sort: by, className }, sort, onSort }: HeadProps) {
  const isSorted = by === sort.by
  return (
    <th
      scope="col"
      aria-sort={by && (isSorted ? (sort.desc ? 'descending' : 'ascending') : 'none')}
      className={classes(headClasses, className)}
    >
      {by ? (
        <button
          type="button"
          // Values are wanted largest first, everything else in its natural order.
          onClick={() => onSort({ by, desc: isSorted ? !sort.desc : by === 'value' })}
          className={classes(
            'group/sort -mx-1 inline-flex h-7 items-center gap-0.5 rounded-md px-1 font-medium hover:text-ink',
            isSorted && 'text-ink',
            // The numbers and their label end at the same place, with or without an arrow.
            className.includes('text-right') && 'flex-row-reverse',
          )}
        >
          {label}
          <Icon
            name={isSorted && sort.desc ? 'arrowDown' : 'arrowUp'}
            className={classes('size-3.5', !isSorted && 'opacity-0 group-hover/sort:opacity-50')}
          />
        </button>
      ) : (
        label
      )}
    </th>
  )
}

/** Stands for the rows that are left out. */
function Gap({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it can't get the focus
    <tr aria-hidden="true">
      <td colSpan={99} style={{ height }} className="p-0" />
    </tr>
  )
}
