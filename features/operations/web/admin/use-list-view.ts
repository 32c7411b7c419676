import { useSearchParams } from 'react-router'
import type { Sort } from '#platform/ui/lists/table-model.ts'
import type { AdminSort } from '../../contract-admin.ts'
import type { ListView } from './queries.ts'

/** The parameters of the address that a list keeps, by what they are for. */
const names = { search: 'q', state: 'state', plan: 'plan', sort: 'sort' } as const

/** The order without one in the address. */
const usual: AdminSort = 'created:desc'

/** Returns what a list shows, which is part of the address, and what changes it. Unknown values show everything. */
export function useListView<State extends string, Plan extends string = never>({
  states,
  plans = [],
}: {
  states: readonly (State | 'all')[]
  plans?: readonly (Plan | 'all')[]
}) {
  const [params, setParams] = useSearchParams()
  const known = <Value extends string>(name: string, values: readonly (Value | 'all')[]): Value | '' =>
    values.find((each): each is Value => each !== 'all' && each === params.get(name)) ?? ''
  const view: ListView<State, Plan> = {
    search: params.get(names.search) ?? '',
    state: known(names.state, states),
    plan: known(names.plan, plans),
    sort: sortIn(params.get(names.sort)),
  }
  const change = (changes: Partial<ListView<State, Plan>>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        for (const [field, value] of Object.entries(changes)) put(next, names[field as keyof typeof names], value)
        return next
      },
      { replace: true },
    )
  return { view, change }
}

function put(params: URLSearchParams, name: string, value: string): void {
  if (value === '' || (name === names.sort && value === usual)) params.delete(name)
  else params.set(name, value)
}

/** The orders that a list has besides the usual one. */
const sorts: readonly AdminSort[] = ['created:asc', 'name:asc', 'name:desc', 'seen:desc', 'seen:asc']

export function sortIn(text: string | null): AdminSort {
  return sorts.find((each) => each === text) ?? usual
}

/** Returns the order as a table shows it. */
export function tableSort(sort: AdminSort): Sort {
  const [id = '', direction] = sort.split(':')
  return { id, desc: direction === 'desc' }
}

/** Returns the order that a table asks for. A column of times begins with the latest. */
export function sortOf(next: Sort | null, current: AdminSort): AdminSort {
  if (!next) return usual
  const falls = tableSort(current).id === next.id ? next.desc : next.id !== 'name'
  return sortIn(`${next.id}:${falls ? 'desc' : 'asc'}`)
}
