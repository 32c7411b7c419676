import { clientFor } from '#platform/web/api/client.ts'
import type { leadReminderEndpoints, notesContract, remindersContract } from '../contract.ts'

/** Calls the endpoints of this feature's screens. */
export const call = clientFor<
  typeof notesContract.endpoints & typeof remindersContract.endpoints & typeof leadReminderEndpoints
>()
