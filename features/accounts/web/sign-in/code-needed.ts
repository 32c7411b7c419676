import { CallError } from '#platform/web/api/call-error.ts'

/**
 * Waits for a sign-in. Returns false if it needs a code, after passing its challenge on (docs/decisions/0129). Throws
 * other errors.
 */
export async function orCodeNeeded(
  signIn: Promise<unknown>,
  onCodeNeeded: (challenge: string) => void,
): Promise<boolean> {
  try {
    await signIn
    return true
  } catch (error) {
    const challenge = challengeIn(error)
    if (challenge === null) throw error
    onCodeNeeded(challenge)
    return false
  }
}

function challengeIn(error: unknown): string | null {
  if (!(error instanceof CallError) || error.details.reason !== 'secondFactor') return null
  const { challenge } = error.details
  return typeof challenge === 'string' ? challenge : null
}
