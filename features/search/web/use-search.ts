import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { parseQuery } from '#engine/query/parse.ts'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { useChosen } from '#platform/web/lists/chosen.ts'
import { focusRow } from '#platform/web/lists/row-in-sight.ts'
import { useOpenRow } from '#platform/web/page/open-row.ts'
import { useIsWide } from '#platform/web/page/wide.ts'
import { useUser } from '#platform/web/session/project.ts'
import { useMay } from '#platform/web/session/role.ts'
import { searchCommands } from './commands.ts'
import { rememberSearch } from './history.ts'
import { liveMatch, storedMatch } from './match.ts'
import { facetsQuery, foundQuery, liveQuery } from './queries.ts'
import { useAdding } from './use-adding.ts'
import { isSearch, readView, type View, viewParams } from './view.ts'

/** Where matches are from. */
export type Part = 'stored' | 'live'

export type SearchState = ReturnType<typeof useSearch>

/** Returns the search in the address, its matches, the open one, and the actions by pointer or key. */
export function useSearch(projectId: string) {
  const [params, setParams] = useSearchParams()
  const view = readView(params)
  const wide = useIsWide()
  const userId = useUser()?.id
  // The box explains an error, so that nothing is asked of the server.
  const isFaulty = view.query !== '' && parseQuery(view.query, 'search').state === 'faulty'
  const enabled = isSearch(view) && !isFaulty
  const list = useInfiniteQuery({ ...foundQuery(projectId, view), enabled })
  const facets = useQuery({ ...facetsQuery(projectId, view), enabled })
  const live = useQuery(liveQuery(projectId, view))
  const [part, setPart] = useState<Part>('stored')
  const stored = useMemo(() => list.data?.pages.flatMap(({ data }) => data.map(storedMatch)) ?? [], [list.data])
  const liveFound = useMemo(() => live.data?.matches.map(liveMatch) ?? [], [live.data])
  const found = part === 'live' ? liveFound : stored
  const [openId, setOpenId] = useOpenRow(params.get('post'))
  // Beside the list, the first match is open by default.
  const selectedId = openId ?? (wide ? (found[0]?.id ?? null) : null)
  const selected = found.find(({ id }) => id === selectedId)
  const { add, adding } = useAdding(projectId)
  const mayDecide = useMay('decide') !== false
  const choice = useChosen(`${part} ${viewParams(view)}`, found)

  /** Starts a search, which enters the history of the browser and of the user. */
  const go = (next: View) => {
    if (isSearch(next) && userId !== undefined) rememberSearch(userId, projectId, next)
    setParams(viewParams(next), { preventScrollReset: true })
  }
  const open = (post: string | null, replace: boolean) => {
    setOpenId(post)
    setParams(viewParams(view, post), { replace, preventScrollReset: true })
  }

  const choosePart = (next: Part) => {
    setPart(next)
    open(null, true)
  }

  function move(step: 1 | -1) {
    const index = found.findIndex(({ id }) => id === selectedId)
    const next = found[index === -1 ? 0 : index + step]
    if (!next) return
    open(next.id, true)
    focusRow(foundRowId(next.id))
  }

  const about = choice.chosen.length > 0 ? choice.chosen : selected ? [selected] : []
  const canAdd = mayDecide && about.some(({ lead }) => lead === null)
  /** Adds the chosen matches, or else the open one, to the leads. */
  const addAll = async () => {
    if ((await add(about)) !== null) choice.clear()
  }
  useCommands(
    'Search',
    searchCommands(selected, {
      move,
      add: canAdd ? () => void addAll() : null,
      choose: mayDecide ? (id) => choice.choose(id, false) : null,
      chooseAll: choice.chooseAll,
      clearChoice: choice.chosen.length > 0 ? choice.clear : null,
    }),
  )
  return {
    ...{ view, isFaulty, wide, list, live, facets, part, choosePart },
    ...{ found, selectedId, selected, go, open, add, addAll, adding, mayDecide, choice },
  }
}

/** Returns the element ID of a match's row, which gets the focus on moves by key. */
export function foundRowId(id: string): string {
  return `found-${id}`
}
