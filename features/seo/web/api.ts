import { clientFor } from '#platform/web/api/client.ts'
import type { seoEndpoints } from '../contract.ts'

/** Calls the endpoints that the screens of this feature use. */
export const call = clientFor<typeof seoEndpoints>()
