/** Returns the element ID of a conversation's row, which gets the focus on moves by key. */
export function rowId(id: string): string {
  return `conversation-${id}`
}

export const searchId = 'search-conversations'
export const composerId = 'answer'
