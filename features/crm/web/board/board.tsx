import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { peopleParams } from '#engine/crm/people-view.ts'
import { chipClasses } from '#platform/ui/filter-chip.tsx'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { focusRow } from '#platform/web/lists/row-in-sight.ts'
import { count } from '#platform/web/text/units.ts'
import type { RedditPerson } from '../../contract.ts'
import type { PersonStage } from '../../contract-stages.ts'
import { personCommands } from '../people/commands.ts'
import { personId } from '../people/element-ids.ts'
import { peopleOf } from '../people/pages.ts'
import { peopleQuery } from '../people/queries.ts'
import type { CrmState } from '../people/use-crm.ts'
import { Column } from './column.tsx'

/** The people of a view in one column for each stage; on narrow screens, one stage at a time. */
export function Board({ state }: { state: CrmState }) {
  const { view, wide, totals } = state
  const stages = shownStages(state)
  const current = stages.find(({ key }) => key === view.at) ?? stages[0]
  const board = useBoard(state, stages)
  if (wide) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
      <div role="group" aria-label="Board" className="relative flex min-h-0 flex-1 gap-2 overflow-x-auto bg-sunken p-3">
        {stages.map((stage) => (
          <Column key={stage.key} state={state} board={board} stage={stage} />
        ))}
      </div>
    )
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-sunken short:flex-none">
      <nav
        aria-label="Stages"
        className="flex shrink-0 gap-1.5 overflow-x-auto border-line border-b bg-canvas px-4 py-2"
      >
        {stages.map(({ key, name }) => (
          <Link
            key={key}
            to={`?${peopleParams({ ...view, at: key }, null)}`}
            replace
            aria-current={key === current?.key ? 'true' : undefined}
            className={chipClasses(key === current?.key)}
          >
            {name}
            <span className="tabular font-normal opacity-80">
              {count(totals.data?.find(({ stage }) => stage === key)?.people ?? 0)}
            </span>
          </Link>
        ))}
      </nav>
      <div className="flex min-h-0 flex-1 p-3">
        {current && <Column key={current.key} state={state} board={board} stage={current} />}
      </div>
    </div>
  )
}

/** Returns the stages that the view shows, in order. */
function shownStages({ stages, view }: CrmState): PersonStage[] {
  const all = stages.data ?? []
  return view.stages.length === 0 ? all : all.filter(({ key }) => view.stages.includes(key))
}

export type BoardState = ReturnType<typeof useBoard>

/** Returns who has the focus, whose menu is open, who is dragged, and what keys do. */
function useBoard(state: CrmState, stages: readonly PersonStage[]) {
  const { reader, view, mayChange, moveTo, assign, undoLast, me } = state
  const all = state.stages.data ?? []
  const queryClient = useQueryClient()
  const [activeId, setActiveId] = useState<string | null>(null)
  const [menuId, setMenuId] = useState<string | null>(null)
  const [dragged, setDragged] = useState<RedditPerson | null>(null)
  /** The person who gets the focus again once they are in their new column. */
  const moved = useRef<string | null>(null)
  const peopleIn = (stage: string) => peopleOf(queryClient.getQueryData(peopleQuery(reader, view, all, stage).queryKey))
  /** Read when a key is pressed: a column may have changed without the board. */
  const columnsNow = () => stages.map(({ key }) => peopleIn(key))
  const active = columnsNow()
    .flat()
    .find(({ id }) => id === activeId)

  useEffect(() => {
    if (moved.current === null) return
    const id = moved.current
    moved.current = null
    if (document.getElementById(personId(id))) focusRow(personId(id))
  })

  function focus(person: RedditPerson | undefined): void {
    if (!person) return
    // The card of the active person is in the document, however far away it is.
    flushSync(() => setActiveId(person.id))
    focusRow(personId(person.id))
  }
  /** Where the active person is: the column, and the place in it. */
  function place(columns: readonly RedditPerson[][]): [column: number, row: number] {
    const column = columns.findIndex((people) => people.some(({ id }) => id === activeId))
    return [column, column === -1 ? -1 : columns[column]!.findIndex(({ id }) => id === activeId)]
  }
  function move(step: 1 | -1): void {
    const columns = columnsNow()
    const [column, row] = place(columns)
    focus(column === -1 ? columns.find((people) => people.length > 0)?.[0] : columns[column]![row + step])
  }
  function across(step: 1 | -1): void {
    const columns = columnsNow()
    const [column, row] = place(columns)
    if (column === -1) {
      move(1)
      return
    }
    for (let next = column + step; columns[next]; next += step) {
      const people = columns[next]!
      if (people.length > 0) {
        focus(people[Math.min(row, people.length - 1)])
        return
      }
    }
  }
  /** Moves a person to a stage, and keeps the focus on them. */
  function moveAlong(person: RedditPerson, stage: string): void {
    moved.current = person.id
    setActiveId(person.id)
    moveTo([person], stage)
  }
  /** Returns what moves the active person to the stage before or after theirs. */
  function shift(step: 1 | -1): (() => void) | null {
    const next = active && all[all.findIndex(({ key }) => key === active.stage) + step]
    return active && next ? () => moveAlong(active, next.key) : null
  }

  useCommands(
    'Person',
    personCommands(
      active,
      {
        ...{ move, across: state.wide ? across : null, shift: { 1: shift(1), [-1]: shift(-1) }, undo: undoLast },
        openStages: () => setMenuId(activeId),
        claim: () => active && me && assign([active], me),
      },
      mayChange,
    ),
  )
  return { activeId, setActiveId, menuId, setMenuId, dragged, setDragged, moveAlong }
}
