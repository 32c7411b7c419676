import type { billingEndpoints } from '#features/billing/contract.ts'
import type { opportunitiesEndpoints } from '#features/leads/contract.ts'
import type { projectsEndpoints } from '#features/projects/contract.ts'
import { clientFor } from '#platform/web/api/client.ts'
import type { promptsContract, promptVersionsEndpoints, replyModelEndpoints } from '../contract.ts'
import type { cannedRepliesContract } from '../contract-canned.ts'
import type { replyDraftsEndpoints } from '../contract-drafts.ts'
import type { replyTeamEndpoints } from '../contract-team.ts'

/** Calls the endpoints of this feature's screens. */
export const call = clientFor<
  typeof promptsContract.endpoints &
    typeof promptVersionsEndpoints &
    typeof replyDraftsEndpoints &
    typeof replyModelEndpoints &
    typeof cannedRepliesContract.endpoints &
    typeof replyTeamEndpoints &
    Pick<typeof billingEndpoints, 'usageFind'> &
    Pick<typeof opportunitiesEndpoints, 'opportunitiesFind'> &
    Pick<typeof projectsEndpoints, 'projectsFindOne'>
>()
