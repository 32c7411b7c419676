import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { siteName } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import { parseQuery } from '#engine/query/parse.ts'
import type { LiveSearch } from '#features/reddit/contract.ts'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import type { Command } from '#platform/web/commands/command.ts'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { focusRow } from '#platform/web/lists/row-in-sight.ts'
import { useOpenRow } from '#platform/web/page/open-row.ts'
import { useIsWide } from '#platform/web/page/wide.ts'
import { useUser } from '#platform/web/session/project.ts'
import { useMay } from '#platform/web/session/role.ts'
import type { FoundPost, FoundPosts } from '../contract.ts'
import { call } from './api.ts'
import { rememberSearch } from './history.ts'
import { liveMatch, type Match, storedMatch } from './match.ts'
import { facetsQuery, foundQuery, liveQuery } from './queries.ts'
import { isSearch, readView, type View, viewParams } from './view.ts'

export const searchInputId = 'search-posts'

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

  useCommands('Search', searchCommands(selected, { move, add: mayDecide ? (match) => void add(match) : null }))
  return {
    ...{ view, isFaulty, wide, list, live, facets, part, choosePart },
    ...{ found, selectedId, selected, go, open, add, adding, mayDecide },
  }
}

/** Returns the element ID of a match's row, which gets the focus on moves by key. */
export function foundRowId(id: string): string {
  return `found-${id}`
}

function useAdding(projectId: string) {
  const queryClient = useQueryClient()
  const [adding, setAdding] = useState<string | null>(null)
  /** Returns the ID of the lead; null if it couldn't be added. */
  async function add({ id, post, storedId }: Match): Promise<string | null> {
    if (adding !== null) return null
    let added: string | null = null
    setAdding(id)
    await withErrorToast(async () => {
      const { data: lead } =
        storedId === null
          ? await call('liveLeadPut', { id: projectId, body: { data: { outsideId: post.outsideId } } })
          : await call('foundLeadPut', { id: projectId, body: { data: { post: storedId } } })
      queryClient.setQueriesData<{ pages: FoundPosts[]; pageParams: unknown[] }>(
        { queryKey: ['found-posts', projectId] },
        (pages) => pages && { ...pages, pages: pages.pages.map((page) => withLead(page, 'data', post, lead)) },
      )
      queryClient.setQueriesData<LiveSearch>(
        { queryKey: ['live-search', projectId] },
        (answer) => answer && withLead(answer, 'matches', post, lead),
      )
      await queryClient.invalidateQueries({ queryKey: ['opportunities', projectId], refetchType: 'none' })
      notify({ title: 'Added to opportunities, under Saved' })
      added = lead.id
    })
    setAdding(null)
    return added
  }
  return { add, adding }
}

interface Matched {
  post: Pick<Match['post'], 'kind' | 'outsideId'>
  lead: FoundPost['lead']
}

/** Returns an answer in which a post is a lead. */
function withLead<Key extends string, Each extends Matched, Answer extends Record<Key, Each[]>>(
  answer: Answer,
  key: Key,
  { kind, outsideId }: Matched['post'],
  { id, state }: NonNullable<Matched['lead']>,
): Answer {
  const isIt = ({ post }: Each) => post.kind === kind && post.outsideId === outsideId
  return { ...answer, [key]: answer[key].map((match) => (isIt(match) ? { ...match, lead: { id, state } } : match)) }
}

interface SearchActions {
  move: (step: 1 | -1) => void
  /** Null: the user may not decide. */
  add: ((match: Match) => void) | null
}

function searchCommands(match: Match | undefined, { move, add }: SearchActions): Command[] {
  const walk = { keysOnly: true, repeats: true } as const
  const post = match?.post

  return [
    {
      id: 'search focus',
      label: 'Edit query',
      icon: 'search',
      keys: '/',
      run: () => {
        const input = document.getElementById(searchInputId)
        if (input instanceof HTMLInputElement) input.select()
      },
      focus: 'own',
    },
    { id: 'search next', label: 'Next match', icon: 'arrowDown', keys: 'j', run: () => move(1), ...walk },
    { id: 'search previous', label: 'Previous match', icon: 'arrowUp', keys: 'k', run: () => move(-1), ...walk },
    // Handled by the browser, since the match is a link.
    { id: 'search open', label: 'Open match', icon: 'inbox', keys: 'Enter', run: null },
    {
      id: 'search add',
      label: 'Add to opportunities',
      icon: 'add',
      keys: 's',
      run: match && add && !match.lead ? () => add(match) : null,
    },
    {
      id: 'search reddit',
      label: `Open on ${post ? siteName(post.subreddit) : 'Reddit'}`,
      icon: 'external',
      keys: 'o',
      run: post ? () => void window.open(postUrl(post.permalink), '_blank', 'noopener,noreferrer') : null,
    },
  ]
}
