import { clientFor } from '#platform/web/api/client.ts'
import type { feedbackEndpoints, healthEndpoints, mailEndpoints, programEndpoints } from '../contract.ts'

/** Calls the endpoints that the screens of this feature use. */
export const call = clientFor<
  typeof feedbackEndpoints & typeof healthEndpoints & typeof mailEndpoints & typeof programEndpoints
>()
