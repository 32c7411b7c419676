import { CallError } from './call-error.ts'

/** A create request with an unknown outcome. */
interface Submission {
  key: string
  /** Null once its answer is lost. */
  answer: Promise<unknown> | null
}

const submissions = new Map<string, Submission>()

/**
 * Sends a create request under an idempotency key. A double click sends the same request again and shares the answer in
 * flight. After a lost answer, sending it again reuses the key, which keeps the server from creating it twice. After
 * any answer, the same request gets a new key.
 */
export function submitOnce<T>(request: string, send: (key: string) => Promise<T>): Promise<T> {
  const earlier = submissions.get(request)
  // An equal request string implies the same answer type.
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

/** Returns a random key. crypto.randomUUID() is missing on pages served without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}
