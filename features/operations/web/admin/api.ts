import { clientFor } from '#platform/web/api/client.ts'
import type { adminEndpoints } from '../../contract-admin.ts'

/** Calls the endpoints of internal admins. */
export const call = clientFor<typeof adminEndpoints>()
