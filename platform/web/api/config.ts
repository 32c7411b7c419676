import { queryOptions, useQuery } from '@tanstack/react-query'
import { type FlagName, flagOf } from '../../contract/flags.ts'
import { storedOverrides } from '../../ui/local-flags.ts'
import { call } from './client.ts'
import { queryClient } from './query-client.ts'

/** The run-time configuration, cached for the lifetime of the page (DECISIONS 27). */
export const configQuery = queryOptions({
  queryKey: ['config'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => call('config', { signal }),
})

/**
 * Returns whether a flag is on for this user (DECISIONS 30). Without a response from the server, returns its default.
 */
export async function isOn(name: FlagName): Promise<boolean> {
  const config = await queryClient.ensureQueryData(configQuery).catch(() => null)
  return flagOf(name, storedOverrides(), config?.flags ?? {}).value
}

/** Returns the same in a component; undefined until it is known. */
export function useFlag(name: FlagName): boolean | undefined {
  const { data, isPending } = useQuery(configQuery)
  return isPending ? undefined : flagOf(name, storedOverrides(), data?.flags ?? {}).value
}
