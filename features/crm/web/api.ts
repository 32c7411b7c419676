import type { opportunitiesEndpoints } from '#features/leads/contract.ts'
import type { conversationsContract, messagesContract } from '#features/messages/contract.ts'
import type { membersEndpoints } from '#features/team/contract.ts'
import { clientFor } from '#platform/web/api/client.ts'
import { changeQueue } from '#platform/web/api/in-order.ts'
import type { leadReminderEndpoints, notesContract, peopleContract, remindersContract } from '../contract.ts'
import type { noticesEndpoints } from '../contract-notices.ts'
import type { mergeEndpoints, peopleEndpoints } from '../contract-people.ts'
import type { peopleTotalsEndpoints, personStagesContract } from '../contract-stages.ts'
import type { tasksContract } from '../contract-tasks.ts'
import type { timelineEndpoints } from '../contract-timeline.ts'

/** Calls the endpoints of this feature's screens. */
export const call = clientFor<
  typeof notesContract.endpoints &
    typeof remindersContract.endpoints &
    typeof leadReminderEndpoints &
    typeof noticesEndpoints &
    typeof peopleContract.endpoints &
    typeof peopleEndpoints &
    typeof mergeEndpoints &
    typeof personStagesContract.endpoints &
    typeof peopleTotalsEndpoints &
    typeof tasksContract.endpoints &
    typeof timelineEndpoints &
    Pick<typeof opportunitiesEndpoints, 'opportunitiesFindOne'> &
    Pick<typeof conversationsContract.endpoints, 'conversationsFind'> &
    Pick<typeof messagesContract.endpoints, 'messagesFindOne'> &
    Pick<typeof membersEndpoints, 'membersFind'>
>()

/** The changes of people made here, in order. */
export const changes = changeQueue()
