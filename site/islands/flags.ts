import { type FlagName, type FlagValues, flagOf } from '#platform/contract/flags.ts'
import { storedOverrides } from '#platform/ui/local-flags.ts'
import { readConfig } from './config.ts'

/** The time in ms to wait for the user's flags before using the defaults. */
const patienceMs = 10_000

/** Fetches the flags of the signed-in user. Without one, returns none and sends no request. */
export async function userFlags(): Promise<FlagValues> {
  if (!document.cookie.split('; ').includes('signed_in=1')) return {}
  try {
    return (await readConfig(AbortSignal.timeout(patienceMs))).flags
  } catch {
    // The server is unreachable: the defaults apply.
    return {}
  }
}

/** Returns whether a flag is on for this visitor (DECISIONS 30). */
export async function isOn(name: FlagName): Promise<boolean> {
  return flagOf(name, storedOverrides(), await userFlags()).value
}
