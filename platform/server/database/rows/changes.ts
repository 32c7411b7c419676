import { isDeepStrictEqual } from 'node:util'

/** Returns the given fields that differ from the row. */
export function changesOf<Row extends object>(
  row: Row,
  values: { [Field in keyof Row]?: Row[Field] | undefined },
): Partial<Row> {
  const changes: Partial<Row> = {}
  for (const field in values) {
    const value = values[field]
    if (value !== undefined && !isDeepStrictEqual(value, row[field])) changes[field] = value
  }
  return changes
}
