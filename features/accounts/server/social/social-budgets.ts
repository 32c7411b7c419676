import { addressBucket } from '#platform/server/network/address.ts'
import type { Budget } from '#platform/server/permissions/rate-limit.ts'

/** Ways to a provider: each keeps a row until it ends. An office shares an address. */
export function connectBudgets(address: string): Budget[] {
  return [{ key: `connect from ${addressBucket(address)}`, attempts: 300, minutes: 15 }]
}

/** Tokens that are brought: each is a question to a provider, which counts ours too. */
export function tokenBudgets(address: string): Budget[] {
  return [{ key: `provider token from ${addressBucket(address)}`, attempts: 100, minutes: 15 }]
}

/** Mails with a code, and by their number the guesses at the codes for one address. */
export function codeMailBudgets(email: string, address: string): Budget[] {
  return [
    { key: `code mail from ${addressBucket(address)}`, attempts: 60, minutes: 60 },
    { key: `code mail to ${email}`, attempts: 5, minutes: 60 },
  ]
}
