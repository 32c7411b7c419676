import type { identityEndpoints } from '#features/accounts/contract.ts'
import type { membersEndpoints } from '#features/team/contract.ts'
import type { competitorsContract, keywordsContract } from '#features/watchlist/contract.ts'
import { clientFor } from '#platform/web/api/client.ts'
import type { alertRulesContract, alertsEndpoints } from '../contract.ts'
import type { destinationsEndpoints } from '../contract-deliveries.ts'
import type { personalEndpoints } from '../contract-personal.ts'
import type { pushEndpoints } from '../contract-push.ts'

/** Calls the endpoints of this feature's screens. */
export const call = clientFor<
  typeof alertRulesContract.endpoints &
    typeof alertsEndpoints &
    typeof destinationsEndpoints &
    typeof pushEndpoints &
    typeof personalEndpoints &
    typeof keywordsContract.endpoints &
    typeof competitorsContract.endpoints &
    typeof membersEndpoints &
    typeof identityEndpoints
>()
