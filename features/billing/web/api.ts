import { clientFor } from '#platform/web/api/client.ts'
import type { billingEndpoints } from '../contract.ts'

/** Calls the endpoints of this feature's screens. */
export const call = clientFor<typeof billingEndpoints>()
