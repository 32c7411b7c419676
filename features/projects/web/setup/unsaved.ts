import { type Answers, answersIn } from './answers.ts'

const storageKey = 'setupUnsaved'

/**
 * Returns the user's answers in this tab that have not reached the server, such as those of a reload without a
 * network.
 */
export function readUnsaved(userId: string): Partial<Answers> {
  try {
    return parseUnsaved(sessionStorage.getItem(storageKey), userId)
  } catch {
    // Storage is off.
    return {}
  }
}

/** Parses stored answers. Ignores those of another user who was signed in in this tab before. */
export function parseUnsaved(stored: string | null, userId: string): Partial<Answers> {
  try {
    const parsed = JSON.parse(stored ?? '{}') ?? {}
    return parsed.userId === userId ? answersIn(parsed) : {}
  } catch {
    return {}
  }
}

export function writeUnsaved(userId: string, answers: Partial<Answers>): void {
  try {
    if (Object.keys(answers).length === 0) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, JSON.stringify({ ...answers, userId }))
  } catch {
    // If storage is full or off, only a reload without a network loses them.
  }
}
