import { clientFor } from '#platform/web/api/client.ts'
import type { importsEndpoints } from '../contract.ts'

/** Calls the endpoints of this feature's screens. */
export const call = clientFor<typeof importsEndpoints>()
