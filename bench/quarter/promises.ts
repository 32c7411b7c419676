import type { Outside } from '#tests/quarter/outside.ts'
import type { Life } from './life.ts'
import type { Machine } from './machine.ts'
import { findsPromises } from './promises/finds.ts'
import { growthPromises } from './promises/growth.ts'
import { messagePromises } from './promises/messages.ts'
import { paymentPromises } from './promises/payments.ts'
import { privacyPromises } from './promises/privacy.ts'
import type { Teams } from './teams.ts'
import type { Week } from './weeks.ts'

/** All there is to check at the end. */
export interface Ended {
  machine: Machine
  outside: Outside
  teams: Teams
  life: Life
  weeks: readonly Week[]
}

/** What the product promises, what was looked at, and what broke it. */
export interface Verdict {
  promise: string
  looked: string
  faults: string[]
}

const shown = 5

/** Checks and prints every promise. Returns how many were broken. */
export async function brokenPromises(ended: Ended): Promise<number> {
  const verdicts = [
    ...(await findsPromises(ended)),
    ...(await messagePromises(ended)),
    ...(await paymentPromises(ended)),
    ...(await privacyPromises(ended)),
    ...(await growthPromises(ended)),
  ]
  for (const { promise, looked, faults } of verdicts) {
    console.log(`${faults.length === 0 ? 'kept  ' : 'BROKEN'}  ${promise}: ${looked}`)
    for (const fault of faults.slice(0, shown)) console.log(`          ${fault}`)
    if (faults.length > shown) console.log(`          and ${faults.length - shown} more`)
  }
  return verdicts.filter(({ faults }) => faults.length > 0).length
}
