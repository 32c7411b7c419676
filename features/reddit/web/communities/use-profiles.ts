import { keepPreviousData, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Realm } from '#engine/sources.ts'
import type { CommunityProfile } from '../../contract.ts'
import { call } from '../api.ts'
import { closedText } from './labels.ts'

/** While some are being read, the profiles are fetched every second, later every ten seconds, then no longer. */
const fastMs = 1_000
const fastTries = 20
const slowMs = 10_000
const mostTries = 60
/** The maximum of one call, which is also the maximum per project. */
const most = 50

const key = 'communities'

interface Profiles {
  /** By name, without communities that nothing is known about yet. */
  known: ReadonlyMap<string, CommunityProfile>
  /** Whether more may arrive without a retry. */
  isWaiting: boolean
  error: Error | null
  retry: () => void
}

/** Loads the profiles of communities. Nothing waits for them: without a response, communities are shown by name. */
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
    isWaiting: isFetching || (error === null && isPending(data) && !isOverdue(queryClient.getQueryState(queryKey))),
    error,
    retry: () => void query.refetch(),
  }
}

/** The profile of one community of a realm with its rules, fetched again while it is being read. */
export function communityQuery(subreddit: string, realm: Realm | undefined) {
  const name = subreddit.toLowerCase()
  return queryOptions({
    queryKey: ['community', realm, name],
    staleTime: 10 * 60_000,
    queryFn: async ({ signal }): Promise<CommunityProfile | null> => {
      const body = { data: { names: [name], rules: true, realm } }
      return (await call('communityProfilesCreate', { body, signal })).data[0] ?? null
    },
    refetchInterval: ({ state }) => state.data?.isPending === true && intervalAfter(state.dataUpdateCount),
  })
}

/** Returns the communities that turned out to be unreadable. */
export function unreadableCommunities(queryClient: QueryClient): ReadonlySet<string> {
  const known = queryClient.getQueriesData<CommunityProfile[]>({ queryKey: [key] }).flatMap(([, data]) => data ?? [])
  return new Set(known.filter((profile) => closedText(profile) !== null).map(({ name }) => name))
}

function isPending(profiles: readonly CommunityProfile[] = []): boolean {
  return profiles.some((profile) => profile.isPending)
}

function intervalAfter(fetches: number): number | false {
  if (fetches < fastTries) return fastMs
  return fetches < mostTries && slowMs
}

/** Returns whether the missing profiles take so long that they are shown as unknown. */
function isOverdue(state: { dataUpdateCount: number } | undefined): boolean {
  return state !== undefined && state.dataUpdateCount >= fastTries
}
