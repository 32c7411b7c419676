import type { Ctx } from '#platform/server/ctx.ts'
import { addressBucket } from '#platform/server/network/address.ts'
import type { Budget } from '#platform/server/permissions/rate-limit.ts'

/**
 * Limits failed sign-ins: many per network, which an office may share; few per name and network; more per name in
 * total. One network can use at most ten of the last, so it can't lock the owner out elsewhere. The last also limits
 * guessing from many networks.
 */
export function loginBudgets(identifier: string, address: string): Budget[] {
  const network = addressBucket(address)
  const name = fold(identifier)
  return [
    { key: `login from ${network}`, attempts: 300, minutes: 15, shared: true },
    // The network comes first: a name can hold any text, and must not spell another name's key.
    { key: `login from ${network} as ${name}`, attempts: 10, minutes: 15 },
    // Shared with attackers: the owner's success must not give them another hundred attempts.
    { key: `login as ${name}`, attempts: 100, minutes: 15, shared: true },
  ]
}

/** Limits registrations, successful or not: each costs a hash and may reveal whether an email is taken. */
export function registerBudgets(email: string, address: string): Budget[] {
  return [
    { key: `register from ${addressBucket(address)}`, attempts: 300, minutes: 60 },
    { key: `register as ${fold(email)}`, attempts: 10, minutes: 60 },
  ]
}

/** Limits the mails of each kind that anyone can have sent to an address. */
export function mailBudgets(kind: 'reset' | 'confirmation' | 'change', email: string, address: string): Budget[] {
  return [
    { key: `mail from ${addressBucket(address)}`, attempts: 100, minutes: 60 },
    { key: `mail ${kind} to ${fold(email)}`, attempts: 5, minutes: 60 },
  ]
}

/** Limits the lookups of mailed codes, which can't be guessed anyway. An office may share an address. */
export function codeBudgets(address: string): Budget[] {
  return [{ key: `code from ${addressBucket(address)}`, attempts: 100, minutes: 15 }]
}

/** Limits guesses of the current password from a stolen session. */
export function passwordBudgets({ actor }: Ctx): Budget[] {
  const userId = actor.kind === 'user' ? actor.userId : 'nobody'
  return [{ key: `password of ${userId}`, attempts: 10, minutes: 15 }]
}

/**
 * Limits guesses of a second factor: a few per network, and few enough per user and day that guessing six digits is
 * hopeless. Passkeys still work meanwhile.
 */
export function secondFactorBudgets(userId: string, address: string): Budget[] {
  return [
    { key: `second factor from ${addressBucket(address)} of ${userId}`, attempts: 10, minutes: 15 },
    { key: `second factor of ${userId}`, attempts: 50, minutes: 24 * 60, shared: true },
  ]
}

/** Limits the answers to challenges, which can't be guessed. An office may share an address. */
export function challengeBudgets(address: string): Budget[] {
  return [{ key: `challenge from ${addressBucket(address)}`, attempts: 300, minutes: 15, shared: true }]
}

/** Limits the challenges for passkeys that a network gets: one for each visit to the sign-in page. */
export function passkeyBudgets(address: string): Budget[] {
  return [{ key: `passkey from ${addressBucket(address)}`, attempts: 600, minutes: 15 }]
}

/** Limits the API tokens that a user creates. */
export function tokenBudgets({ actor }: Ctx): Budget[] {
  const userId = actor.kind === 'user' ? actor.userId : 'nobody'
  return [{ key: `token by ${userId}`, attempts: 60, minutes: 60 }]
}
function fold(name: string): string {
  return name.trim().toLowerCase()
}
