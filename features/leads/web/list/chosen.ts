import { useCallback, useEffect, useRef, useState } from 'react'
import type { Opportunity } from '../../contract.ts'
import type { Decision } from '../decisions.ts'

/** The leads chosen for one decision, and the one chosen last, from which a range extends. */
interface Choice {
  ids: ReadonlySet<string>
  last: string | null
}

const nothing: Choice = { ids: new Set(), last: null }

/** Returns the choice after a click on a lead; with `range`, all from the last one on become as it does. */
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

/** Returns whether a decision changes a lead: only new ones are marked as replied or rejected. */
export function changes(lead: Opportunity, decision: Decision): boolean {
  if (decision.kind === 'claim' || decision.kind === 'assignment') return true
  if (decision.kind === 'save') return lead.saved !== decision.on
  if (decision.on) return lead.state === 'new'
  return lead.state === (decision.kind === 'reply' ? 'replied' : 'rejected')
}

/** Returns the chosen leads of a list, which are forgotten with it. */
export function useChosen(listKey: string, leads: readonly Opportunity[]) {
  const [choice, setChoice] = useState(nothing)
  const [chosenIn, setChosenIn] = useState(listKey)
  if (chosenIn !== listKey) {
    setChosenIn(listKey)
    setChoice(nothing)
  }
  const shown = useRef(leads)
  useEffect(() => {
    shown.current = leads
  })
  const idsShown = useCallback(() => shown.current.map(({ id }) => id), [])
  return {
    chosen: choice.ids.size === 0 ? [] : leads.filter(({ id }) => choice.ids.has(id)),
    isChosen: (id: string) => choice.ids.has(id),
    choose: useCallback(
      (id: string, range: boolean) => setChoice((now) => toggled(now, idsShown(), id, range)),
      [idsShown],
    ),
    chooseAll: useCallback(() => setChoice({ ids: new Set(idsShown()), last: null }), [idsShown]),
    clear: useCallback(() => setChoice(nothing), []),
  }
}
