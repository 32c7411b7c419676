import type { setupEndpoints } from '#features/projects/contract.ts'
import { clientFor } from '#platform/web/api/client.ts'
import type { agenciesEndpoints } from '../contract.ts'

/** Calls the endpoints of this feature's screens. */
export const call = clientFor<typeof agenciesEndpoints & Pick<typeof setupEndpoints, 'setupPut'>>()
