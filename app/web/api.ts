import { clientFor } from '#platform/web/api/client.ts'
import type { endpoints } from '../contracts.ts'

/** Calls any endpoint. */
export const call = clientFor<typeof endpoints>()
