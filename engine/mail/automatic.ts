/** The headers of a mail that say whether a machine wrote it; null where it has none. */
export interface AutomaticHeaders {
  autoSubmitted: string | null
  precedence: string | null
  autoReply: string | null
  listId: string | null
}

/**
 * Returns whether a mail is an automatic reply or a notice (RFC 3834), also in the forms from before that standard. It
 * isn't an answer of a person.
 */
export function isAutomaticMail(headers: AutomaticHeaders): boolean {
  const submitted = headers.autoSubmitted?.trim().toLowerCase()
  if (submitted && !/^no\b/.test(submitted)) return true
  if (headers.autoReply !== null || headers.listId !== null) return true
  return /^(?:bulk|junk|list|auto_reply)\b/i.test(headers.precedence?.trim() ?? '')
}
