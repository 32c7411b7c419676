/** Returns the element ID of a person's link on the board or in the table, which gets the focus on moves by key. */
export function personId(id: string): string {
  return `person-${id}`
}

export const searchId = 'search-people'
