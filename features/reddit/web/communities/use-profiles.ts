import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/api/api.ts'
import type { CommunityProfile } from '../../contract.ts'
import { closedText } from './words.ts'

/**
 * While some are being read they are asked for again every second; after so many times they are shown as unknown, and
 * asked for less and less urgently until nobody expects an answer any more.
 */
const againMs = 1_000
const patience = 20
const laterMs = 10_000
const enough = 60
/** As many as are told of at once, which is as many as a project may list. */
const most = 50

const key = 'communities'

interface Profiles {
  /** By name; without those of which nothing was told yet. */
  known: ReadonlyMap<string, CommunityProfile>
  /** Whether more may come by itself. */
  isWaiting: boolean
  error: Error | null
  retry: () => void
}

/** What is known of communities. Nothing waits for it: without an answer they are shown by their names. */
export function useProfiles(names: readonly string[]): Profiles {
  const queryClient = useQueryClient()
  const asked = names.slice(0, most).toSorted()
  const queryKey = [key, ...asked]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await call('communityProfilesCreate', { body: { data: { names: asked } }, signal })).data,
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchInterval: ({ state }) => isPending(state.data) && intervalAfter(state.dataUpdateCount),
  })
  const { data = [], error, isFetching } = query
  return {
    known: new Map(data.map((profile) => [profile.name, profile])),
    isWaiting: isFetching || (error === null && isPending(data) && !isOut(queryClient.getQueryState(queryKey))),
    error,
    retry: () => void query.refetch(),
  }
}

/** Those of which it is known by now that nothing is to be heard there. */
export function closedCommunities(queryClient: QueryClient): ReadonlySet<string> {
  const told = queryClient.getQueriesData<CommunityProfile[]>({ queryKey: [key] }).flatMap(([, data]) => data ?? [])
  return new Set(told.filter((profile) => closedText(profile) !== null).map(({ name }) => name))
}

function isPending(profiles: readonly CommunityProfile[] = []): boolean {
  return profiles.some((profile) => profile.isPending)
}

function intervalAfter(asks: number): number | false {
  if (asks < patience) return againMs
  return asks < enough && laterMs
}

/** Whether it was asked for so often that nobody should wait for more. */
function isOut(state: { dataUpdateCount: number } | undefined): boolean {
  return state !== undefined && state.dataUpdateCount >= patience
}
