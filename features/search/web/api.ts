import type { liveSearchEndpoints } from '#features/reddit/contract.ts'
import type { keywordsContract } from '#features/watchlist/contract.ts'
import { clientFor } from '#platform/web/api/client.ts'
import type { postSearchEndpoints, savedSearchesContract } from '../contract.ts'

export const call = clientFor<
  typeof postSearchEndpoints &
    typeof liveSearchEndpoints &
    typeof savedSearchesContract.endpoints &
    typeof keywordsContract.endpoints
>()
