/** An invitation to a project as the link in its mail says it, `id.token`, and once it is read. */
export interface Invitation {
  id: string
  token: string
}

const form = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{1,200})$/i
const storageKey = 'invitation'

/** Null for what is no invitation. */
export function readInvitation(text: string | null): Invitation | null {
  const [, id, token] = form.exec(text ?? '') ?? []
  return id && token ? { id, token } : null
}

/** The invitation that an address carries, as it stands there; null where it carries none. */
export function invitationIn(query: URLSearchParams): string | null {
  const text = query.get('invitation')
  return readInvitation(text) ? text : null
}

/**
 * Keeps an invitation that somebody has said yes to until they are signed in with a confirmed address (DECISIONS 8): on
 * the way they may go to a provider, or open a link in a mail.
 */
export function storeInvitation(text: string): void {
  try {
    localStorage.setItem(storageKey, text)
  } catch {
    // Without storage they open the link in the invitation once more.
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
    // Then there is none.
  }
}
