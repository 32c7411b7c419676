import { dayMs, hourMs } from '../rules/wall-clock.ts'
import type { Sending, SendingInput } from './governor.ts'

/** Noon in Berlin, on a Wednesday. */
export const noon = new Date('2026-11-25T11:00:00Z')

export const ago = ({ days = 0, hours = 0, ms = 0 }: { days?: number; hours?: number; ms?: number }) =>
  new Date(noon.getTime() - days * dayMs - hours * hourMs - ms)

/** Returns the promotions of an account, newest first: `1` for each that promotes. */
export function promotions(each: string): { state: 'read'; each: boolean[]; daysOld: number } {
  return { state: 'read', each: [...each].map((one) => one === '1'), daysOld: 0 }
}

export const account: NonNullable<SendingInput['account']> = {
  state: 'connected',
  suspendedAt: null,
  karma: 2_000,
  joinedAt: ago({ days: 900 }),
  promotions: promotions('0'.repeat(20)),
  firstSentAt: ago({ days: 90 }),
}

export const settings: SendingInput['settings'] = {
  ...{ stoppedAt: null, quietFrom: 21, quietTo: 8, hourlyMost: 5, dailyMost: 20 },
}

/** Returns what is asked about a first message that may leave. */
export function firstMessage(change: Partial<SendingInput> = {}): SendingInput {
  return {
    now: noon,
    timeZone: 'Europe/Berlin',
    ...{ settings, account, sendings: [] },
    ...{ kind: 'message', community: null, isFirst: true, promotes: false, textDigest: 'this text' },
    ...{ hasInvitation: true, doNotContact: false, alreadyContacted: false },
    plan: { limit: 30, used: 0, renewsAt: new Date('2026-11-25T23:00:00Z') },
    ...change,
  }
}

/** Returns what is asked about a public reply that may leave. */
export function publicReply(change: Partial<SendingInput> = {}): SendingInput {
  return firstMessage({ kind: 'comment', community: 'Welding', hasInvitation: false, ...change })
}

/** Returns an earlier first message with another text. */
export function sent(at: Date, change: Partial<Sending> = {}): Sending {
  return { at, kind: 'message', isFirst: true, community: null, textDigest: 'another text', ...change }
}

/** Returns first messages at these instants. */
export function sentAt(...instants: Date[]): Sending[] {
  return instants.map((at) => sent(at))
}
