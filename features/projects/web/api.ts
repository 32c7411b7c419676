import type { opportunitiesEndpoints } from '#features/leads/contract.ts'
import type { programEndpoints } from '#features/operations/contract.ts'
import type { dataEndpoints } from '#features/privacy/contract.ts'
import { clientFor } from '#platform/web/api/client.ts'
import type { projectsEndpoints, setupEndpoints, websiteEndpoints } from '../contract.ts'
import type { projectImportEndpoints } from '../contract-import.ts'

/** Calls the endpoints that the screens of this feature use. */
export const call = clientFor<
  typeof projectsEndpoints &
    typeof projectImportEndpoints &
    typeof setupEndpoints &
    typeof websiteEndpoints &
    typeof programEndpoints &
    typeof dataEndpoints &
    typeof opportunitiesEndpoints
>()
