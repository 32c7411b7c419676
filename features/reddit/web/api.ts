import type { opportunitiesEndpoints } from '#features/leads/contract.ts'
import type { healthEndpoints } from '#features/operations/contract.ts'
import { clientFor } from '#platform/web/api/client.ts'
import type {
  communitiesEndpoints,
  forgettingEndpoints,
  redditAccountsEndpoints,
  threadEndpoints,
} from '../contract.ts'
import type { playbookEndpoints } from '../contract-playbook.ts'

/** Calls the endpoints that the screens of this feature use. */
export const call = clientFor<
  typeof communitiesEndpoints &
    typeof playbookEndpoints &
    typeof threadEndpoints &
    typeof forgettingEndpoints &
    typeof redditAccountsEndpoints &
    typeof opportunitiesEndpoints &
    typeof healthEndpoints
>()
