import { CallError } from '#platform/web/api/call-error.ts'
import { strapiMessages } from '../../contract.ts'

/** Sentences in place of messages that clients of Strapi expect (DECISIONS 8). None reveals more than its message. */
const sentences: Record<string, string> = {
  [strapiMessages.wrongCredentials]: 'The email or password is incorrect.',
  [strapiMessages.addressTaken]: 'An account with this email already exists. Sign in instead, or use another email.',
}

/** Returns the error of a failed sign-in or sign-up in plain words. */
export function plainError(error: unknown): unknown {
  if (!(error instanceof CallError)) return error
  return error.saying(sentences[error.message] ?? error.message)
}
