import type { Destination, DestinationDelivery } from '../../contract-deliveries.ts'
import { momentText } from '../labels.ts'

type State = Pick<Destination, 'status' | 'failingSince' | 'disabledReason'>

/** Returns a webhook's status in a word, and the look of its badge. */
export function webhookStatus({ status, failingSince }: State) {
  if (status === 'disabled') return { label: 'Disabled', look: 'danger' } as const
  if (status === 'paused') return { label: 'Paused', look: 'gray' } as const
  return failingSince === null
    ? ({ label: 'Active', look: 'good' } as const)
    : ({ label: 'Failing', look: 'warn' } as const)
}

/** Returns what a webhook's status means, or null if there is nothing to say. */
export function webhookTrouble({ status, failingSince, disabledReason }: State): string | null {
  if (status === 'disabled') return disabledReason
  if (failingSince === null) return null
  const since = `Failing since ${momentText(failingSince)}.`
  return status === 'active' ? `${since} Earshot keeps trying, and gives up after five days.` : since
}

/** Returns until when a webhook's messages have two signatures, or null if they have one. */
export function rotationText({ rotationEndsAt }: Pick<Destination, 'rotationEndsAt'>, now: number): string | null {
  if (rotationEndsAt === null || Date.parse(rotationEndsAt) <= now) return null
  return `Also signed with the previous secret until ${momentText(rotationEndsAt)}.`
}

/** Returns the outcome of one attempt: '204 in 35 ms', 'The endpoint answered 500. (120 ms)'. */
export function attemptText({ status, reason, ms }: DestinationDelivery['attempts'][number]): string {
  return reason === null ? `${status} in ${ms} ms` : `${reason} (${ms} ms)`
}
