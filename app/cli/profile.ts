import type { Profile } from '#engine/item.ts'

/** Parses a product as `rank` and `bench` read it: one element of a products file. Only the name is required. */
export function toProfile(value: unknown): Profile {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('expected one product, as a JSON object')
  const row = value as Record<string, unknown>
  if (typeof row.name !== 'string' || row.name.trim() === '') throw new Error('the product has no name')
  return {
    name: row.name,
    website: typeof row.website === 'string' ? row.website : null,
    summary: [row.description, row.summary].find((text) => typeof text === 'string') ?? '',
    keywords: phrases(row.keywords),
    competitors: phrases(row.competitors),
  }
}

/** Reads a product file. Errors name its path. */
export function readProfile(path: string, json: string): Profile {
  try {
    return toProfile(JSON.parse(json))
  } catch (error) {
    throw new Error(
      `${path}: ${error instanceof SyntaxError ? 'not JSON' : error instanceof Error ? error.message : error}`,
    )
  }
}

function phrases(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((phrase) => typeof phrase === 'string' && phrase.trim() !== '') : []
}
