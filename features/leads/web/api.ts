import type { healthEndpoints } from '#features/operations/contract.ts'
import type { projectsEndpoints } from '#features/projects/contract.ts'
import type { membersEndpoints } from '#features/team/contract.ts'
import { clientFor } from '#platform/web/api/client.ts'
import type { opportunitiesEndpoints } from '../contract.ts'

/** Calls the endpoints that the screens of this feature use. */
export const call = clientFor<
  typeof opportunitiesEndpoints & typeof healthEndpoints & typeof projectsEndpoints & typeof membersEndpoints
>()
