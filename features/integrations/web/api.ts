import type { savedViewsContract } from '#features/views/contract.ts'
import { clientFor } from '#platform/web/api/client.ts'
import type { viewFeedsEndpoints } from '../contract.ts'

/** Calls the endpoints that the screens of this feature use. */
export const call = clientFor<typeof viewFeedsEndpoints & typeof savedViewsContract.endpoints>()
