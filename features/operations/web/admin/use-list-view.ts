import { useSearchParams } from 'react-router'
import type { ListView } from './queries.ts'

/** Returns the search and the state of a list, which are part of the address, and what changes them. */
export function useListView<State extends string>(states: readonly (State | 'all')[]) {
  const [params, setParams] = useSearchParams()
  const known = states.find((each): each is State => each !== 'all' && each === params.get('state'))
  const view: ListView<State> = { search: params.get('q') ?? '', state: known ?? '' }
  const change = ({ search, state }: Partial<ListView<State>>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (search !== undefined) put(next, 'q', search)
        if (state !== undefined) put(next, 'state', state)
        return next
      },
      { replace: true },
    )
  return { view, change }
}

function put(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name)
  else params.set(name, value)
}
