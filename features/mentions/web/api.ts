import type { competitorsContract } from '#features/watchlist/contract.ts'
import { clientFor } from '#platform/web/api/client.ts'
import type { mentionsEndpoints } from '../contract.ts'

/** Calls the endpoints that the screen of this feature uses. */
export const call = clientFor<typeof mentionsEndpoints & typeof competitorsContract.endpoints>()
