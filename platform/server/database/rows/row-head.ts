/** Returns the first fields of every API row. The documentId equals the id (DECISIONS 6). */
export function rowHead(row: { id: string; createdAt: Date; updatedAt: Date }) {
  const createdAt = row.createdAt.toISOString()
  return { id: row.id, documentId: row.id, createdAt, updatedAt: row.updatedAt.toISOString(), publishedAt: createdAt }
}
