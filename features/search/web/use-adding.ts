import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LiveSearch } from '#features/reddit/contract.ts'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { count } from '#platform/web/text/units.ts'
import type { FoundPost, FoundPosts } from '../contract.ts'
import { call } from './api.ts'
import type { Match } from './match.ts'

/** Returns what adds matches to the leads, and those that it is adding. */
export function useAdding(projectId: string) {
  const queryClient = useQueryClient()
  const [adding, setAdding] = useState<ReadonlySet<string>>(new Set())

  async function addOne({ post, storedId }: Match): Promise<string> {
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
    return lead.id
  }

  /**
   * Adds matches that aren't leads yet, one by one. Returns the IDs of the leads of all matches; null if one couldn't be
   * added, which leaves the earlier ones added.
   */
  async function add(matches: readonly Match[]): Promise<string[] | null> {
    if (adding.size > 0) return null
    const fresh = matches.filter(({ lead }) => lead === null)
    const added: string[] = []
    setAdding(new Set(fresh.map(({ id }) => id)))
    const done = await withErrorToast(async () => {
      for (const match of fresh) added.push(await addOne(match))
    })
    if (added.length > 0) {
      await queryClient.invalidateQueries({ queryKey: ['opportunities', projectId], refetchType: 'none' })
      const what = matches.length === 1 ? '' : `${count(added.length)} ${added.length === 1 ? 'post' : 'posts'} `
      notify({ title: `Added ${what}to opportunities, under Saved` })
    }
    setAdding(new Set())
    return done ? [...matches.flatMap(({ lead }) => lead?.id ?? []), ...added] : null
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
