import { configQuery } from '../api/config.ts'
import { queryClient } from '../api/query-client.ts'
import { openThirdParties } from '../behavior/third-parties.ts'
import type { Extras } from '../behavior/visits.ts'

/** Reports an event besides page views to the analytics host (SPEC 7). Never throws: nothing depends on it. */
export async function reportEvent(name: string, extras: Extras): Promise<void> {
  try {
    openThirdParties(await queryClient.fetchQuery(configQuery)).report(name, extras)
  } catch (error) {
    console.warn(error)
  }
}
