/** Returns the subject of a mail in a conversation: `Re: ` before that of the first one. */
export function replySubject(subject: string): string {
  const bare = subject.replace(/^(?:\s*(?:re|aw|antw|sv|rv|ref)\s*(?:\[\d+\])?\s*:)+\s*/i, '').trim()
  return `Re: ${bare}`
}
