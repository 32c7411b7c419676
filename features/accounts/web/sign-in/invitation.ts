/** An invitation to a project. The link in its mail contains it as `id.token`. */
export interface Invitation {
  id: string
  token: string
}

const form = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{1,200})$/i
const storageKey = 'invitation'

/** Returns null if the text isn't an invitation. */
export function readInvitation(text: string | null): Invitation | null {
  const [, id, token] = form.exec(text ?? '') ?? []
  return id && token ? { id, token } : null
}

/** Returns the text of the invitation in a query string; null if there is none. */
export function invitationIn(query: URLSearchParams): string | null {
  const text = query.get('invitation')
  return readInvitation(text) ? text : null
}

/**
 * Stores an accepted invitation until the user is signed in with a confirmed address (DECISIONS 8). In between they may
 * visit a provider or open a link in a mail.
 */
export function storeInvitation(text: string): void {
  try {
    localStorage.setItem(storageKey, text)
  } catch {
    // Without storage, they need to open the invitation's link again.
  }
}

export function storedInvitation(): Invitation | null {
  try {
    return readInvitation(localStorage.getItem(storageKey))
  } catch {
    return null
  }
}

export function forgetInvitation(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Without storage, there is nothing to delete.
  }
}
