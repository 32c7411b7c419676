import { useCallback, useEffect, useRef, useState } from 'react'

/** The rows chosen for one action, and the one chosen last, from which a range extends. */
interface Choice {
  ids: ReadonlySet<string>
  last: string | null
}

const nothing: Choice = { ids: new Set(), last: null }

/** Returns the choice after a click on a row; with `range`, all from the last one on become as it does. */
export function toggled({ ids, last }: Choice, order: readonly string[], id: string, range: boolean): Choice {
  const on = !ids.has(id)
  const [from, to] = [order.indexOf(last ?? id), order.indexOf(id)].toSorted((a, b) => a - b)
  const changed = range && from !== -1 ? order.slice(from, to! + 1) : [id]
  const next = new Set(ids)
  for (const each of changed) {
    if (on) next.add(each)
    else next.delete(each)
  }
  return { ids: next, last: id }
}

/** Returns the chosen rows of a list, which are forgotten with it. */
export function useChosen<Row extends { id: string }>(listKey: string, rows: readonly Row[]) {
  const [choice, setChoice] = useState(nothing)
  const [chosenIn, setChosenIn] = useState(listKey)
  if (chosenIn !== listKey) {
    setChosenIn(listKey)
    setChoice(nothing)
  }
  const shown = useRef(rows)
  useEffect(() => {
    shown.current = rows
  })
  const idsShown = useCallback(() => shown.current.map(({ id }) => id), [])
  return {
    chosen: choice.ids.size === 0 ? [] : rows.filter(({ id }) => choice.ids.has(id)),
    isChosen: (id: string) => choice.ids.has(id),
    choose: useCallback(
      (id: string, range: boolean) => setChoice((now) => toggled(now, idsShown(), id, range)),
      [idsShown],
    ),
    chooseAll: useCallback(() => setChoice({ ids: new Set(idsShown()), last: null }), [idsShown]),
    clear: useCallback(() => setChoice(nothing), []),
  }
}
