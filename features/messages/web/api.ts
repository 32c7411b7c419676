import type { peopleContract } from '#features/crm/contract.ts'
import type { peopleEndpoints } from '#features/crm/contract-people.ts'
import type { personStagesContract } from '#features/crm/contract-stages.ts'
import type { redditAccountsEndpoints } from '#features/reddit/contract.ts'
import type { membersEndpoints } from '#features/team/contract.ts'
import { clientFor } from '#platform/web/api/client.ts'
import { changeQueue } from '#platform/web/api/in-order.ts'
import type { conversationsContract, messagesContract } from '../contract.ts'
import type { campaignEndpoints, campaignsContract } from '../contract-campaigns.ts'
import type { mailboxEndpoints } from '../contract-mailboxes.ts'
import type { outboxEndpoints } from '../contract-outbox.ts'

/** Calls the endpoints of this feature's screens. */
export const call = clientFor<
  typeof conversationsContract.endpoints &
    typeof messagesContract.endpoints &
    typeof outboxEndpoints &
    typeof mailboxEndpoints &
    typeof campaignsContract.endpoints &
    typeof campaignEndpoints &
    typeof peopleContract.endpoints &
    Pick<typeof peopleEndpoints, 'personEmailPut'> &
    Pick<typeof personStagesContract.endpoints, 'personStagesFind'> &
    Pick<typeof redditAccountsEndpoints, 'redditAccountsFind'> &
    Pick<typeof membersEndpoints, 'membersFind'>
>()

/** The changes of conversations made here, in order. */
export const changes = changeQueue()
