import type { Query } from '@earshot/contract/query'

const always = ['id', 'documentId']

/** An answer with only the fields that were asked for (DECISIONS 12); ids always stay, and so do populated relations. */
export function pickFields(answer: unknown, query: Query): unknown {
  const whole = query.fields === null && Object.values(query.populate).every((fields) => fields === null)
  if (whole || !isRecord(answer)) return answer
  const { data } = answer
  return { ...answer, data: Array.isArray(data) ? data.map((row) => pickRow(row, query)) : pickRow(data, query) }
}

function pickRow(row: unknown, query: Query): unknown {
  if (!isRecord(row)) return row
  const relations = Object.keys(query.populate)
  const picked = query.fields ? only(row, [...always, ...query.fields, ...relations]) : { ...row }
  for (const [name, fields] of Object.entries(query.populate)) {
    const related = picked[name]
    if (fields && isRecord(related)) picked[name] = only(related, [...always, ...fields])
  }
  return picked
}

function only(row: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key)))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
