import type { agenciesEndpoints } from '#features/agencies/contract.ts'
import type { opportunitiesEndpoints } from '#features/leads/contract.ts'
import type { membersEndpoints } from '#features/team/contract.ts'
import { clientFor } from '#platform/web/api/client.ts'
import type { reportsContract } from '../contract.ts'
import type { insightAnnotationsContract } from '../contract-annotations.ts'
import type { insightBoardsEndpoints } from '../contract-boards.ts'
import type { reportDeliveryEndpoints } from '../contract-delivery.ts'
import type { insightSeriesEndpoints } from '../contract-series.ts'
import type { insightSharesEndpoints } from '../contract-shares.ts'

/** Calls the endpoints of this feature's screens. */
export const call = clientFor<
  typeof insightSeriesEndpoints &
    typeof insightBoardsEndpoints &
    typeof insightAnnotationsContract.endpoints &
    typeof reportsContract.endpoints &
    typeof reportDeliveryEndpoints &
    Pick<typeof insightSharesEndpoints, 'insightSharesFind' | 'insightSharesCreate' | 'insightSharesDelete'> &
    Pick<typeof opportunitiesEndpoints, 'leadFiltersFind'> &
    Pick<typeof membersEndpoints, 'membersFind'> &
    Pick<typeof agenciesEndpoints, 'projectBrandFind'>
>()
