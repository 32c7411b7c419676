import type { Ctx } from '#platform/server/ctx.ts'
import { addressBucket } from '#platform/server/network/address.ts'
import type { Budget } from '#platform/server/permissions/rate-limit.ts'

/**
 * Failed sign-ins: many from one network (an office shares one), few as one name from one network, and more as one name
 * from everywhere. Guessing from one network takes at most ten of the last, so it doesn't lock the owner out elsewhere;
 * guessing from many networks at once is bounded all the same.
 */
export function loginBudgets(identifier: string, address: string): Budget[] {
  const network = addressBucket(address)
  const name = fold(identifier)
  return [
    { key: `login from ${network}`, attempts: 300, minutes: 15, shared: true },
    // The network first: a name can hold any text, and must not spell the key of another name.
    { key: `login from ${network} as ${name}`, attempts: 10, minutes: 15 },
    // Shared with whoever guesses: a success must not give them another hundred attempts.
    { key: `login as ${name}`, attempts: 100, minutes: 15, shared: true },
  ]
}

/** Registrations, whether they succeed or not: each costs a hash and may tell whether an e-mail is taken. */
export function registerBudgets(email: string, address: string): Budget[] {
  return [
    { key: `register from ${addressBucket(address)}`, attempts: 300, minutes: 60 },
    { key: `register as ${fold(email)}`, attempts: 10, minutes: 60 },
  ]
}

/** Mails that anybody may have sent to an address: few to each, of each kind. */
export function mailBudgets(kind: 'reset' | 'confirmation' | 'change', email: string, address: string): Budget[] {
  return [
    { key: `mail from ${addressBucket(address)}`, attempts: 100, minutes: 60 },
    { key: `mail ${kind} to ${fold(email)}`, attempts: 5, minutes: 60 },
  ]
}

/** Codes of mails, which nobody guesses: what is saved is the work of looking. An office shares an address. */
export function codeBudgets(address: string): Budget[] {
  return [{ key: `code from ${addressBucket(address)}`, attempts: 100, minutes: 15 }]
}

/** Guesses at the present password by somebody who has come by a session. */
export function passwordBudgets({ actor }: Ctx): Budget[] {
  const whose = actor.kind === 'user' ? actor.userId : 'nobody'
  return [{ key: `password of ${whose}`, attempts: 10, minutes: 15 }]
}

/** API tokens that somebody makes. */
export function tokenBudgets({ actor }: Ctx): Budget[] {
  const whose = actor.kind === 'user' ? actor.userId : 'nobody'
  return [{ key: `token by ${whose}`, attempts: 60, minutes: 60 }]
}
function fold(name: string): string {
  return name.trim().toLowerCase()
}
