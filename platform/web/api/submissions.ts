import { CallError } from './call-error.ts'

/** A request that creates something and has no known outcome yet. */
interface Submission {
  key: string
  /** Null once its answer was lost. */
  answer: Promise<unknown> | null
}

const submissions = new Map<string, Submission>()

/**
 * Sends a request that creates something under an idempotency key. The same request, sent again by a double click, shares
 * the answer under way. If the answer was lost, sending it again reuses the key, so that the server doesn't create it
 * twice. After any answer, the same request is a new submission with a new key.
 */
export function submitOnce<T>(request: string, send: (key: string) => Promise<T>): Promise<T> {
  const earlier = submissions.get(request)
  // The same request has the same answer.
  if (earlier?.answer) return earlier.answer as Promise<T>
  const key = earlier?.key ?? newKey()
  const answer = send(key)
  submissions.set(request, { key, answer })
  answer.then(
    () => submissions.delete(request),
    (error: unknown) => {
      const isAnswered = error instanceof CallError && error.name !== 'UnknownError'
      if (isAnswered) submissions.delete(request)
      else submissions.set(request, { key, answer: null })
    },
  )
  return answer
}

/** A random key. crypto.randomUUID() is missing on pages that are served without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}
