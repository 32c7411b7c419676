import { type FlagName, type FlagValues, flagOf } from '#platform/contract/flags.ts'
import { storedOverrides } from '#platform/ui/local-flags.ts'
import { readConfig } from './config.ts'

/** Until a flag is what it usually is, where the server does not say what it is for this user. */
const patienceMs = 10_000

/** What flags are for whoever is signed in; nobody else has any of their own, and nothing is asked for them. */
export async function userFlags(): Promise<FlagValues> {
  if (!document.cookie.split('; ').includes('signed_in=1')) return {}
  try {
    return (await readConfig(AbortSignal.timeout(patienceMs))).flags
  } catch {
    // Out of reach: things are as they usually are.
    return {}
  }
}

/** Whether a flag is on for this visitor (DECISIONS 30). */
export async function isOn(name: FlagName): Promise<boolean> {
  return flagOf(name, storedOverrides(), await userFlags()).value
}
