import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import { classes } from '#platform/ui/classes.ts'
import { More } from '#platform/ui/more.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { useRowsInSight } from '#platform/web/lists/use-rows-in-sight.ts'
import { count } from '#platform/web/text/units.ts'
import type { PersonStage } from '../../contract-stages.ts'
import { viewKey } from '../people/filters.ts'
import { moneyText } from '../people/money.ts'
import { type Pages, peopleOf } from '../people/pages.ts'
import { peopleQuery } from '../people/queries.ts'
import type { CrmState } from '../people/use-crm.ts'
import type { BoardState } from './board.tsx'
import { Card } from './card.tsx'

interface ColumnProps {
  state: CrmState
  board: BoardState
  stage: PersonStage
}

/** The people in one stage, with how many they are and what they are worth. A card that is dropped here moves here. */
export function Column({ state, board, stage }: ColumnProps) {
  const { reader, view, stages, totals, mayChange } = state
  const { dragged, moveAlong, setDragged } = board
  const [over, setOver] = useState(false)
  const total = totals.data?.find((each) => each.stage === stage.key)
  const isAnyoneWorth = totals.data?.some(({ values }) => values.length > 0)
  const isTarget = dragged !== null && dragged.stage !== stage.key
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!isTarget) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!isTarget) return
      event.preventDefault()
      setDragged(null)
      moveAlong(dragged, stage.key)
    },
  }
  const list = useInfiniteQuery(peopleQuery(reader, view, stages.data ?? [], stage.key))
  return (
    <section
      aria-label={stage.name}
      {...(mayChange && drop)}
      className={classes(
        'flex min-h-0 min-w-60 max-w-md flex-1 flex-col rounded-xl border border-transparent max-lg:max-w-none',
        isTarget && 'border-edge border-dashed',
        isTarget && over && 'bg-accent-soft',
      )}
    >
      <header className="shrink-0 px-2 pt-1 pb-2">
        <div className="flex items-baseline gap-2">
          <h2 className="min-w-0 truncate font-semibold">{stage.name}</h2>
          <span className="tabular text-muted text-sm">
            {count(total?.people ?? 0)}
            <span className="sr-only">{total?.people === 1 ? ' person' : ' people'}</span>
          </span>
        </div>
        {isAnyoneWorth && (
          // As high in all columns, so that their cards begin at the same height.
          <p className="tabular min-h-5 truncate text-muted text-sm">
            {total?.values.map(({ currency, sum }) => moneyText({ value: sum, currency })).join(' · ')}
          </p>
        )}
      </header>
      {hasFailed(list) ? (
        <FetchFailure query={list} title="Couldn't load people" />
      ) : list.data ? (
        <Cards state={state} board={board} stage={stage} list={list} />
      ) : (
        <div role="status" aria-label={`Loading ${stage.name}`} className="flex flex-col gap-2 px-1">
          <Skeleton className="h-24 rounded-xl" />
          <Skeleton className="h-20 rounded-xl" />
        </div>
      )}
    </section>
  )
}

interface CardsProps extends ColumnProps {
  list: UseInfiniteQueryResult<Pages>
}

/** The cards of a column. Only those in sight are in the document, unless they are few. */
function Cards({ state, board, stage, list }: CardsProps) {
  const { project, view, reader, mayChange, hrefOf, stages } = state
  const { activeId, menuId, dragged } = board
  const people = peopleOf(list.data)
  const box = useRef<HTMLUListElement>(null)
  const { rows, rest, measure, onFocus } = useRowsInSight(people, {
    listKey: `${project.id} board ${viewKey(view)} ${stage.key}`,
    list: box,
    height: 112,
    // A card that leaves the document while it is dragged would end the drag.
    keptId: dragged?.stage === stage.key ? dragged.id : activeId,
  })
  return (
    <div className="relative min-h-0 flex-1 overflow-y-auto px-1 pt-0.5 pb-(--notices,0px)">
      <ul ref={box} aria-label={stage.name} className="flow-root empty:hidden" onFocus={onFocus}>
        {rows.map(({ row: person, index, gap }) => (
          <li
            key={person.id}
            ref={measure}
            data-index={index}
            aria-setsize={list.hasNextPage ? -1 : people.length}
            aria-posinset={index + 1}
            style={gap > 0 ? { marginTop: gap } : undefined}
            className="scroll-my-2 pb-2"
          >
            <Card
              person={person}
              stages={stages.data ?? []}
              href={hrefOf(person.id)}
              me={reader.me}
              now={reader.now}
              mayChange={mayChange}
              isMenuOpen={menuId === person.id}
              isDragged={dragged?.id === person.id}
              onActive={board.setActiveId}
              onMenu={board.setMenuId}
              onDrag={board.setDragged}
              onMove={board.moveAlong}
            />
          </li>
        ))}
      </ul>
      {rest > 0 && <div style={{ height: rest }} />}
      {people.length === 0 && !list.hasNextPage && (
        <p className="rounded-xl border border-line border-dashed px-3 py-6 text-center text-muted text-sm">
          {mayChange ? 'Nobody here. Drag people here, or use Move on their card.' : 'Nobody here.'}
        </p>
      )}
      {list.hasNextPage && (
        <More
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </div>
  )
}
