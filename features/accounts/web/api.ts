import type { programEndpoints } from '#features/operations/contract.ts'
import type { dataEndpoints } from '#features/privacy/contract.ts'
import type { membersEndpoints } from '#features/team/contract.ts'
import { clientFor } from '#platform/web/api/client.ts'
import type { apiTokensEndpoints, identityEndpoints, socialEndpoints } from '../contract.ts'
import type { twoFactorEndpoints } from '../contract-factors.ts'
import type { passkeyEndpoints } from '../contract-passkeys.ts'

/** Calls the endpoints that the screens of this feature use. */
export const call = clientFor<
  typeof apiTokensEndpoints &
    typeof identityEndpoints &
    typeof socialEndpoints &
    typeof twoFactorEndpoints &
    typeof passkeyEndpoints &
    typeof programEndpoints &
    typeof dataEndpoints &
    typeof membersEndpoints
>()
