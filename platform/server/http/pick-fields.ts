import type { Wanted } from '../../contract/populate.ts'

const always = ['id', 'documentId']

/** An answer with only the fields that were asked for (DECISIONS 12); ids always stay, and so do populated relations. */
export function pickFields(answer: unknown, query: Wanted): unknown {
  if (isWhole(query) || !isRecord(answer)) return answer
  // The signed-in user is answered with as they are, everything else in Strapi's wrapper (DECISIONS 6).
  return 'data' in answer ? { ...answer, data: pick(answer.data, query) } : pick(answer, query)
}

function isWhole({ fields, populate }: Wanted): boolean {
  return fields === null && Object.values(populate).every(isWhole)
}

function pick(rows: unknown, wanted: Wanted): unknown {
  if (Array.isArray(rows)) return rows.map((row) => pick(row, wanted))
  if (!isRecord(rows)) return rows
  const relations = Object.entries(wanted.populate)
  const kept = wanted.fields ? [...always, ...wanted.fields, ...relations.map(([name]) => name)] : Object.keys(rows)
  const picked = Object.fromEntries(Object.entries(rows).filter(([key]) => kept.includes(key)))
  for (const [name, of] of relations) if (name in picked) picked[name] = pick(picked[name], of)
  return picked
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
