/** Returns the element ID of a mention's row, which gets the focus on moves by key. */
export function rowId(id: string): string {
  return `mention-${id}`
}

export const searchId = 'search-mentions'
