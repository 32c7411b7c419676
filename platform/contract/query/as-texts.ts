/** Returns a query as if it had been sent: with texts in place of numbers and booleans. */
export function asTexts(query: object): Record<string, unknown> {
  const isScalar = (value: unknown) => typeof value === 'number' || typeof value === 'boolean'
  return JSON.parse(JSON.stringify(query, (_key, value) => (isScalar(value) ? String(value) : value)))
}
