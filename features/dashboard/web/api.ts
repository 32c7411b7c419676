import type { mentionsEndpoints } from '#features/mentions/contract.ts'
import { clientFor } from '#platform/web/api/client.ts'
import type { dashboardEndpoints } from '../contract.ts'

/** Calls the endpoints that the dashboard uses. */
export const call = clientFor<typeof dashboardEndpoints & typeof mentionsEndpoints>()
