import { clientFor } from '#platform/web/api/client.ts'
import type { droppedPostsEndpoints, opportunitiesEndpoints } from '../../contract.ts'

/** Calls the endpoints that the archive uses. */
export const call = clientFor<typeof opportunitiesEndpoints & typeof droppedPostsEndpoints>()
