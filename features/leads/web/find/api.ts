import type { leadRunsEndpoints } from '#features/discovery/contract.ts'
import type { projectsEndpoints } from '#features/projects/contract.ts'
import type { competitorsContract } from '#features/watchlist/contract.ts'
import { clientFor } from '#platform/web/api/client.ts'

/** Calls the endpoints of the screen that finds leads. */
export const call = clientFor<
  typeof leadRunsEndpoints & typeof projectsEndpoints & typeof competitorsContract.endpoints
>()
