import { addressBucket } from '#platform/server/network/address.ts'
import type { Budget } from '#platform/server/permissions/rate-limit.ts'

/** Limits sign-ins at a provider, each of which saves a row. An office may share an address. */
export function connectBudgets(address: string): Budget[] {
  return [{ key: `connect from ${addressBucket(address)}`, attempts: 300, minutes: 15 }]
}

/** Limits access tokens from clients: each costs a request to a provider, which has a rate limit for us. */
export function tokenBudgets(address: string): Budget[] {
  return [{ key: `provider token from ${addressBucket(address)}`, attempts: 100, minutes: 15 }]
}

/** Limits mails with a code, and thereby the guesses per address. */
export function codeMailBudgets(email: string, address: string): Budget[] {
  return [
    { key: `code mail from ${addressBucket(address)}`, attempts: 60, minutes: 60 },
    { key: `code mail to ${email}`, attempts: 5, minutes: 60 },
  ]
}
