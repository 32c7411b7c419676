import { queryOptions, useQuery } from '@tanstack/react-query'
import { type FlagName, flagOf } from '../../contract/flags.ts'
import { storedOverrides } from '../../ui/local-flags.ts'
import { call } from './client.ts'
import { queryClient } from './query-client.ts'

/** What is configured at run time; it stays as long as the page does (DECISIONS 27). */
export const configQuery = queryOptions({
  queryKey: ['config'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => call('config', { signal }),
})

/** Whether a flag is on for whoever uses the app (DECISIONS 30); as it usually is where the server cannot be asked. */
export async function isOn(name: FlagName): Promise<boolean> {
  const config = await queryClient.ensureQueryData(configQuery).catch(() => null)
  return flagOf(name, storedOverrides(), config?.flags ?? {}).value
}

/** The same in a page; undefined until it is known. */
export function useFlag(name: FlagName): boolean | undefined {
  const { data, isPending } = useQuery(configQuery)
  return isPending ? undefined : flagOf(name, storedOverrides(), data?.flags ?? {}).value
}
