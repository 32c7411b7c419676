import type { mentionsEndpoints } from '#features/mentions/contract.ts'
import type { projectsEndpoints } from '#features/projects/contract.ts'
import type { membersEndpoints } from '#features/team/contract.ts'
import { clientFor } from '#platform/web/api/client.ts'
import type {
  competitorsContract,
  keywordHealthEndpoints,
  keywordPreviewEndpoints,
  keywordsContract,
  watchlistEditEndpoints,
} from '../contract.ts'

/** Calls the endpoints of this feature's screens. */
export const call = clientFor<
  typeof keywordPreviewEndpoints &
    typeof watchlistEditEndpoints &
    typeof keywordHealthEndpoints &
    typeof keywordsContract.endpoints &
    typeof competitorsContract.endpoints &
    typeof mentionsEndpoints &
    typeof projectsEndpoints &
    typeof membersEndpoints
>()
